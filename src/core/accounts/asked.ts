/** What accounts ask of the content. */
export type Asked = {
  siteName(): Promise<string>;
  countryName(id: number): Promise<string | undefined>;
};
