/** The data of an order's documents. Pure data, stored with each document as it was issued. */
import type { Cents } from '#core/kernel/money.model.ts';
import type { BuyerKind } from '../buyer.model.ts';

/**
 * A corrected invoice has a number of its own and names the invoice that it replaces; a reversal
 * names the credit note that it takes back.
 */
export type DocumentKind =
  | 'invoice'
  | 'corrected-invoice'
  | 'pro-forma'
  | 'credit-note'
  | 'credit-note-reversal';

export type InvoiceContent = {
  readonly kind: DocumentKind;
  readonly number: string;
  /** As shown: "21 Nov 2026". Older documents have "2026-11-21". */
  readonly date: string;
  /**
   * The invoice that a credit note belongs to, or that a corrected one replaces; the credit note
   * that a reversal takes back.
   */
  readonly refersTo?: string;
  readonly order: string;
  readonly publisher: {
    readonly name: string;
    readonly address: string;
    readonly email: string;
    readonly website: string;
    readonly taxId: string | undefined;
    /** "#0b5394"; older documents have none. */
    readonly accent?: string;
  };
  readonly buyer: {
    /** Older documents have none. */
    readonly kind?: BuyerKind;
    readonly name: string;
    readonly company: string;
    readonly address: readonly string[];
    readonly taxId: string | undefined;
    readonly email: string;
  };
  readonly lines: readonly { readonly text: string; readonly amount: Cents }[];
  readonly currency: string;
  /** If the seller charges a tax; the lines are without it, and the total has it in it. */
  readonly tax?: {
    readonly net: Cents;
    /** "VAT 19 %" */
    readonly label: string;
    readonly amount: Cents;
  };
  readonly total: Cents;
  /** `on` is a date like the document's own, `by` the way of payment: "PayPal". */
  readonly paid: { readonly on: string; readonly by: string } | undefined;
  readonly bank?: {
    readonly holder: string;
    readonly iban: string;
    readonly bic: string;
    readonly reference: string;
  };
  readonly notes: readonly string[];
};

type IssuedDocument = {
  readonly kind: DocumentKind;
  readonly number: string;
  readonly refundId: number | null;
};
type Standing = {
  /** The invoice that holds in its place. */
  readonly replacedBy?: string;
  /** The document that takes it back. */
  readonly reversedBy?: string;
};

/** The documents of one order, oldest first, each with what replaces it or takes it back. */
export function markReplaced<D extends IssuedDocument>(
  documents: readonly D[],
): (Omit<D, 'refundId'> & Standing)[] {
  const current = documents.findLast(isInvoice);
  return documents.map(({ refundId, ...document }, index) => {
    if (current && isInvoice(document) && document.number !== current.number)
      return { ...document, replacedBy: current.number };
    const later = document.kind === 'credit-note' ? documents.slice(index + 1) : [];
    const reversal = later.find((one) => one.refundId === refundId);
    return reversal?.kind === 'credit-note-reversal'
      ? { ...document, reversedBy: reversal.number }
      : document;
  });
}

const isInvoice = ({ kind }: Pick<IssuedDocument, 'kind'>): boolean =>
  kind === 'invoice' || kind === 'corrected-invoice';
