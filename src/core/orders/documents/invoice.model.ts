/** The papers of an order as they are printed. Pure data; money is whole cents, dates are "2026-11-12". */
import type { Cents } from '#core/kernel/money.model.ts';

export const documentKinds = ['invoice', 'pro-forma', 'credit-note'] as const;
export type DocumentKind = (typeof documentKinds)[number];

export type InvoiceContent = {
  readonly kind: DocumentKind;
  readonly number: string;
  readonly date: string;
  /** The invoice that a credit note belongs to. */
  readonly refersTo?: string;
  readonly order: string;
  readonly publisher: {
    readonly name: string;
    readonly address: string;
    readonly email: string;
    readonly website: string;
    readonly taxId: string | undefined;
  };
  readonly buyer: {
    readonly name: string;
    readonly company: string;
    readonly address: readonly string[];
    readonly taxId: string | undefined;
    readonly email: string;
  };
  readonly lines: readonly { readonly text: string; readonly amount: Cents }[];
  readonly currency: string;
  readonly total: Cents;
  readonly paid: { readonly on: string; readonly by: string } | undefined;
  readonly bank?: {
    readonly holder: string;
    readonly iban: string;
    readonly bic: string;
    readonly reference: string;
  };
  readonly notes: readonly string[];
};

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

/** Who a copy belongs to: stands on every page of it. */
export type Stamp = {
  readonly buyer: string;
  readonly company: string;
  readonly licence: string;
  readonly order: string;
  readonly date: string;
};

/** "Licensed to …": the line on each page. */
export const formatStamp = ({ buyer, company, licence, order, date }: Stamp): string =>
  `Licensed to ${buyer}, ${company} · ${licence} · order ${order} · ${date}`;
