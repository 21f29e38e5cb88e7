import type { Catalogue, ReportForSale } from '#core/catalogue/index.ts';
import type { Deps } from '#core/deps.ts';

/** The seller, as invoices and emails name them. */
export type Publisher = {
  readonly siteName: string;
  readonly address: string;
  readonly salesEmail: string;
  readonly taxId: string | undefined;
  /** Readers of a multiple-user licence. */
  readonly teamSeats: number;
  readonly bank: { readonly holder: string; readonly iban: string; readonly bic: string };
};

/** A version of the terms; its title has its date: "Terms and Conditions of 2 November 2026". */
export type Terms = { readonly title: string; readonly html: string };

/** What orders depend on: everything that the core does, the catalogue and the content. */
export type OrderDeps = Deps & {
  readonly catalogue: {
    readonly getReportForSale: (
      by: { code: string } | { id: number },
    ) => Promise<ReportForSale | undefined>;
    readonly listSoldFiles: Catalogue['listSoldFiles'];
    readonly ensureBuyerCopy: Catalogue['ensureBuyerCopy'];
  };
  readonly getCountryName: (id: number) => Promise<string | undefined>;
  readonly getPublisher: () => Promise<Publisher>;
  readonly getTermsInForce: () => Promise<Terms>;
};
