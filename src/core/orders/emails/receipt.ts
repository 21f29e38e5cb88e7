import { wordEmail } from '#core/kernel/email-layout.ts';
import type { Email } from '#core/deps.ts';
import type { EmailRow, Letterhead } from '#core/kernel/email-layout.ts';
import { formatDayIn } from '#core/kernel/time-zone.model.ts';
import { describePromise } from '../delivery/promise.model.ts';
import type { OrderDocument } from '../documents/invoices.ts';
import {
  documentUrl,
  downloadActions,
  type EmailedOrder,
  formatPrice,
  linkTermsText,
  orderPageUrl,
  orderRows,
  renderOrderEmail,
  taxRows,
  type FileLink,
  type OrderEmailContext,
} from './order-email.ts';

type Receipt = OrderEmailContext & {
  /** None while the order waits until we deliver it: the promise stands in their place. */
  readonly links: readonly FileLink[];
  readonly documents: readonly OrderDocument[];
  /** The order that this one upgrades. */
  readonly baseOrderNumber: string | undefined;
  /** Two emails with the same key are the same email; the order's one receipt if missing. */
  readonly dedupeKey?: string;
};

/**
 * To the buyer of a paid order: the download links or when we deliver, what was bought, and the
 * invoice.
 */
export function receiptEmail(receipt: Receipt): Email {
  const { order, origin, links, baseOrderNumber } = receipt;
  return renderOrderEmail(receipt, {
    whenMailboxIsFull: 'send',
    dedupeKey: receipt.dedupeKey ?? `receipt-${order.number}`,
    ...wordEmail(receipt.publisher, chooseWords(receipt), order.name, {
      order: order.number,
      base: baseOrderNumber ?? '',
      delivery: describePromise(order),
    }),
    actions: downloadActions(links),
    rows: [...orderRows(order), ...paymentRows(receipt)],
    closing: [
      ...colleaguesText(receipt),
      ...(links.length > 0 ? [linkTermsText(origin)] : []),
      ...waiverText(order, receipt.publisher),
      'To see your order page, use the browser that you ordered with, or log in to an account ' +
        'with this email address.',
    ],
  });
}

function chooseWords({ links, baseOrderNumber }: Receipt) {
  if (links.length === 0) return 'order.promised';
  return baseOrderNumber ? 'order.upgraded' : 'order.receipt';
}

function paymentRows(receipt: Receipt): EmailRow[] {
  const { order, origin, documents, baseOrderNumber } = receipt;
  const upgradeNote = baseOrderNumber ? ', the difference in price' : '';
  const rows: EmailRow[] = [
    ...taxRows(order),
    ['Paid', formatPrice(order) + upgradeNote],
    ...(receipt.links.length > 0 ? [] : [deliveryRow(order)]),
    ['Order page', { text: 'Files, seats and documents', url: orderPageUrl(receipt) }],
  ];
  for (const document of documents)
    if (isCurrentInvoice(document))
      rows.push(['Invoice', { text: document.number, url: documentUrl(document, origin) }]);
  if (order.certificateToken)
    rows.push([
      'Licence certificate',
      { text: 'Page and PDF', url: `${origin}/verify/${order.certificateToken}` },
    ]);
  return rows;
}

const deliveryRow = (order: EmailedOrder): EmailRow => [
  'Delivery',
  `We deliver it ${describePromise(order)}`,
];

const isCurrentInvoice = ({ kind, replacedBy }: OrderDocument): boolean =>
  (kind === 'invoice' || kind === 'corrected-invoice') && replacedBy === undefined;

/** Returns what a consumer agreed to, on a durable medium: Article 8(7) of Directive 2011/83/EU. */
const waiverText = (
  { withdrawalWaiver, placedAt }: EmailedOrder,
  { timeZone }: Letterhead,
): string[] =>
  withdrawalWaiver === ''
    ? []
    : [
        `On ${formatDayIn(placedAt, timeZone)}, when you ordered, you agreed to this: “${withdrawalWaiver}”`,
      ];

/** How colleagues get copies; nothing under a licence for one reader. */
function colleaguesText(context: OrderEmailContext): string[] {
  const { seatLimit } = context.order;
  const url = orderPageUrl(context);
  if (seatLimit === 1) return [];
  if (seatLimit === null)
    return [
      'Your colleagues can get copies of their own: send them the link that is on your order ' +
        `page, ${url}`,
    ];
  const count = seatLimit - 1;
  return [
    `You can invite ${count === 1 ? 'a colleague' : `up to ${count} colleagues`} to download ` +
      `copies of their own. Invite them on your order page: ${url}`,
  ];
}
