import type { Deps } from '../deps.ts';
import type { Stamp } from './delivery/stamp.model.ts';
import type { ReportForSale } from '../catalogue/index.ts';

/** Who sells, as papers and letters name him. */
export type Publisher = {
  readonly siteName: string;
  readonly address: string;
  readonly salesEmail: string;
  readonly taxId: string | undefined;
  /** Readers of a multiple-user licence. */
  readonly teamSeats: number;
  readonly bank: { readonly holder: string; readonly iban: string; readonly bic: string };
};

/** A text of the terms, its title with its date: "Terms and Conditions of 2 November 2026". */
export type Terms = { readonly title: string; readonly html: string };

/** What orders need: everything that the core needs, and what they ask of the catalogue and the content. */
export type OrderDeps = Deps & {
  readonly catalogue: {
    getReportForSale(by: { code: string } | { id: number }): Promise<ReportForSale | undefined>;
    /** One buyer's copy of the newest edition, printed on first need; `copy` tells it from other copies. */
    ensureBuyerCopy(
      reportId: number,
      kind: 'pdf' | 'workbook',
      copy: string,
      stamp: Stamp,
    ): Promise<{ fileKey: string; bytes: number; edition: number }>;
  };
  getCountryName(id: number): Promise<string | undefined>;
  getPublisher(): Promise<Publisher>;
  /** The terms in force. */
  getTermsInForce(): Promise<Terms>;
};
