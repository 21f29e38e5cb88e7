/** What accounts ask of the content. */
export type AccountDeps = {
  getSiteName(): Promise<string>;
  getCountryName(id: number): Promise<string | undefined>;
};
