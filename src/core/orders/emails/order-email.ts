import type { Email } from '#core/deps.ts';
import {
  renderEmail,
  type EmailContent,
  type EmailRow,
  type Letterhead,
} from '#core/kernel/email-layout.ts';
import { formatMoney } from '#core/kernel/money.model.ts';
import type { OrderDocument } from '../documents/invoices.ts';
import { grantDays, grantDownloads } from '../model.ts';
import type { Purchase } from '../purchase.store.ts';
import { listTaxLines, readTax } from '../tax.model.ts';

/** The part of an order that emails read. */
export type EmailedOrder = Pick<
  Purchase,
  | ('id' | 'number' | 'email' | 'name' | 'companyName' | 'placedAt')
  | ('reportTitle' | 'reportCode' | 'rights' | 'licence' | 'seatLimit' | 'certificateToken')
  | ('withdrawalWaiver' | 'currency' | 'priceCents' | 'taxKind' | 'taxName' | 'taxBasisPoints')
  | ('taxCountry' | 'taxCents' | 'deliveryDays' | 'deliverBy')
>;

/** The data that every email about an order needs. */
export type OrderEmailContext = {
  readonly order: EmailedOrder;
  readonly publisher: Letterhead;
  /** The site's public base URL. */
  readonly origin: string;
};

/** A download as an email's button; the label names the file. */
export type FileLink = { readonly label: string; readonly url: string };

/** An email in the layout that all emails share; from the publisher, to the order's address. */
export const renderOrderEmail = (
  { order, publisher, origin }: OrderEmailContext,
  content: Omit<EmailContent, 'to' | 'publisher' | 'origin'> & { readonly to?: string },
): Email => ({
  ...renderEmail({ to: order.email, publisher, origin, ...content }),
  purchaseId: order.id,
});

/** The order, its report and its licence. */
export const orderRows = (order: EmailedOrder): EmailRow[] => [
  ['Order', order.number],
  ['Report', `${order.reportTitle} (${order.reportCode})`],
  ['Licence', order.rights],
];

/** Returns the parts of the price; no rows if the store charges no tax. */
export const taxRows = (order: EmailedOrder): EmailRow[] =>
  listTaxLines(readTax(order), order.currency).map(({ label, amount }) => [label, amount]);

/** The price with its currency: "$3,490 USD". */
export const formatPrice = ({ priceCents, currency }: EmailedOrder): string =>
  `${formatMoney(priceCents, currency)} ${currency}`;

export const orderPageUrl = ({ order, origin }: OrderEmailContext): string =>
  `${origin}/payment-success?order=${order.number}`;

export const documentUrl = (document: OrderDocument, origin: string): string =>
  `${origin}/paper/${document.token}`;

export const downloadActions = (links: readonly FileLink[]): FileLink[] =>
  links.map(({ label, url }) => ({ label: `Download: ${label}`, url }));

/** How long download links work, and where to get new ones. */
export const linkTermsText = (origin: string): string =>
  `The links work for ${grantDays} days and for ${grantDownloads} downloads of each file. ` +
  `You can request new links at any time: ${origin}/renew-download`;
