/** A licence as it was sold: what its certificate shows. Never stored. */
export type CertificateContent = {
  readonly number: string;
  readonly order: string;
  readonly licence: string;
  readonly rights: string;
  readonly report: { readonly title: string; readonly code: string; readonly edition: number };
  readonly holder: { readonly name: string; readonly company: string };
  readonly seats: string;
  /** The day of the payment, as shown: "21 Nov 2026". */
  readonly date: string;
  readonly verifyUrl: string;
  /** Below all; '' for none. */
  readonly note: string;
  readonly publisher: { readonly name: string; readonly website: string; readonly accent?: string };
};
