/** What a licence allows, for its holder to show: frozen as bought. */
export type CertificateContent = {
  readonly number: string;
  readonly order: string;
  readonly licence: string;
  readonly rights: string;
  readonly report: { readonly title: string; readonly code: string; readonly edition: number };
  readonly holder: { readonly name: string; readonly company: string };
  readonly seats: string;
  readonly date: string;
  readonly verifyUrl: string;
  readonly publisher: { readonly name: string; readonly website: string };
};
