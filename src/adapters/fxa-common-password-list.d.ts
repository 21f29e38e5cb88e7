/** Mozilla's list has no types of its own. */
declare module 'fxa-common-password-list' {
  const list: { readonly test: (password: string) => boolean };
  export default list;
}
