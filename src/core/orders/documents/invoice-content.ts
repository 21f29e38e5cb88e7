import { formatDay } from '#core/kernel/date.model.ts';
import type { Publisher } from '#core/store/model.ts';
import { getBuyer } from '../buyer.model.ts';
import { getTransferDueDay } from '../model.ts';
import type { Purchase } from '../purchase.store.ts';
import { describeSentMoney, readSentMoney } from '../refunds/refund-way.model.ts';
import type { Refund } from '../refunds/refund.store.ts';
import { describeTax, describeTaxNote, readTax } from '../tax.model.ts';
import type { DocumentKind, InvoiceContent } from './invoice.model.ts';

type NumberedDocument = {
  readonly kind: DocumentKind;
  readonly number: string;
  /** The day in the store's zone: "2026-11-21". */
  readonly issuedOn: string;
  readonly cents: number;
  /** The tax in `cents`. */
  readonly taxCents: number;
  /** The occasion of a credit note. */
  readonly refund:
    | Pick<Refund, 'isTaxAlone' | 'reason' | 'way' | 'sentOn' | 'reference'>
    | undefined;
  /** The way of payment; undefined if nothing is paid yet. */
  readonly paidBy: string | undefined;
  /** The invoice that a credit note belongs to. */
  readonly invoiceNumber: string | undefined;
  readonly publisher: Publisher;
  /** The site's public base URL. */
  readonly origin: string;
};

/** Everything that the document shows, as it is at this moment. */
export function buildInvoiceContent(order: Purchase, document: NumberedDocument): InvoiceContent {
  const { kind, number, cents, taxCents, paidBy, invoiceNumber, publisher, origin } = document;
  const netCents = cents - taxCents;
  const date = formatDay(document.issuedOn);
  return {
    kind,
    number,
    date,
    order: order.number,
    ...(invoiceNumber ? { refersTo: invoiceNumber } : {}),
    publisher: {
      name: publisher.legalName,
      address: publisher.address,
      email: publisher.salesEmail,
      website: origin,
      taxId: publisher.taxId,
      accent: publisher.letterhead.accent,
    },
    buyer: getBuyer(order),
    lines: [{ text: describeItem(order, document.refund), amount: netCents }],
    currency: order.currency,
    ...(order.taxKind === 'none'
      ? {}
      : { tax: { net: netCents, label: describeTax(readTax(order)), amount: taxCents } }),
    total: cents,
    paid: paidBy ? { on: date, by: paidBy } : undefined,
    ...(kind === 'pro-forma' && publisher.bank
      ? { bank: { ...publisher.bank, reference: order.number } }
      : {}),
    notes: [
      ...listSending(document.refund),
      ...describeDelivery(order, kind, publisher),
      ...listTaxNotes(order),
    ],
  };
}

function describeItem(order: Purchase, refund: NumberedDocument['refund']): string {
  const licence = `${order.licenceName} licence`;
  const item = `${order.reportTitle} (${order.reportCode}), ${licence}`;
  if (!refund) return order.upgradeOf === null ? item : `Upgrade: ${item}`;
  const reason = refund.reason ? `. ${refund.reason}` : '';
  return `Refund${refund.isTaxAlone ? ` of ${order.taxName} alone` : ''}: ${item}${reason}`;
}

/** How the money of a credit note was sent, where PayPal did not send it. */
function listSending(refund: NumberedDocument['refund']): string[] {
  const sent = refund && readSentMoney(refund);
  return sent ? [`Sent back ${describeSentMoney(sent)}.`] : [];
}

/** A credit note delivers nothing. */
function describeDelivery(
  order: Purchase,
  kind: DocumentKind,
  { deliveryNote, timeZone }: Publisher,
): string[] {
  if (kind === 'credit-note') return [];
  if (kind !== 'pro-forma') return deliveryNote === '' ? [] : [deliveryNote];
  const dueDate = formatDay(getTransferDueDay(order.placedAt, timeZone));
  return [
    'This is not a tax invoice. We will send the invoice and the download links when the ' +
      `transfer arrives. Please transfer by ${dueDate}.`,
  ];
}

/** The law's sentence on the tax, or on its absence. */
function listTaxNotes(order: Purchase): string[] {
  if (order.taxKind === 'none')
    return [
      'Business customers outside our country account for the tax where their law requires it ' +
        '(reverse charge).',
    ];
  const note = describeTaxNote(readTax(order));
  return note === undefined ? [] : [note];
}
