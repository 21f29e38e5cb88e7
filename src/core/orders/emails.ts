import { formatDollars } from '../kernel/money.ts';
import { renderEmail, type EmailRow } from '../kernel/email-layout.ts';
import type { Email } from '../deps.ts';
import type { Publisher } from './deps.ts';
import { grantDays, grantDownloads, getTransferDueDate } from './model.ts';
import type { OrderDocument } from './documents/invoices.ts';
import type { Purchase } from './purchase.store.ts';

type EmailLink = { readonly label: string; readonly url: string };
const orderRows = (order: Purchase): [string, string][] => [
  ['Order', order.number],
  ['Report', `${order.reportTitle} (${order.reportCode})`],
  ['Licence', order.rights],
];
const linkTermsText = (origin: string): string =>
  `The links are yours: they work for ${grantDays} days and ${grantDownloads} downloads of each file. If they have ended, have new ones sent: ${origin}/renew-download`;
const orderUrl = ({ number }: Purchase, origin: string): string =>
  `${origin}/payment-success?order=${number}`;
const documentUrl = (paper: OrderDocument, origin: string): string =>
  `${origin}/paper/${paper.token}`;

/** What a licence's buyer does for his colleagues, said where he learns that he has it. */
const colleaguesText = (order: Purchase, origin: string): string[] =>
  order.seatLimit === 1
    ? []
    : [
        order.seatLimit === null
          ? `Your colleagues take their own copies: the order's page has the address for them, ${orderUrl(order, origin)}.`
          : `Up to ${order.seatLimit - 1} colleagues have copies of their own: invite them on the order's page, ${orderUrl(order, origin)}.`,
      ];

/** The letter that brings the files: what was bought, the links, what the licence allows, the invoice. `enlarged` is the order that this one enlarges. */
export const receiptEmail = (
  order: Purchase,
  links: readonly EmailLink[],
  documents: readonly OrderDocument[],
  publisher: string,
  origin: string,
  baseOrderNumber: string | undefined,
): Email =>
  renderEmail({
    to: order.email,
    publisher,
    origin,
    dedupeKey: `receipt-${order.number}`,
    subject: `Your report ${order.reportCode}, order ${order.number}`,
    opening: [
      baseOrderNumber
        ? `Thank you, ${order.name}. Your licence of order ${baseOrderNumber} is enlarged; these copies say so.`
        : `Thank you for your order, ${order.name}. Your report is ready to download.`,
    ],
    actions: links.map(({ label, url }) => ({ label: `Download: ${label}`, url })),
    rows: [
      ...orderRows(order),
      [
        'Paid',
        `${formatDollars(order.priceCents)} ${order.currency}${baseOrderNumber ? ', the difference' : ''}`,
      ],
      ['Your order', { text: `Order ${order.number}`, url: orderUrl(order, origin) }],
      ...documents
        .filter(({ kind }) => kind === 'invoice')
        .map((paper): EmailRow => [
          'Invoice',
          { text: paper.number, url: documentUrl(paper, origin) },
        ]),
      ...(order.certificateToken
        ? [
            [
              'Licence certificate',
              { text: 'Certificate', url: `${origin}/verify/${order.certificateToken}` },
            ] as EmailRow,
          ]
        : []),
    ],
    closing: [
      ...colleaguesText(order, origin),
      linkTermsText(origin),
      "The order's page opens in the browser that ordered, and in an account with this address.",
    ],
  });

/** What to transfer, where, and with which reference. */
export const transferEmail = (
  order: Purchase,
  paper: OrderDocument,
  { siteName, bank }: Publisher,
  origin: string,
): Email =>
  renderEmail({
    to: order.email,
    publisher: siteName,
    origin,
    dedupeKey: `transfer-${order.number}`,
    subject: `Your order ${order.number}: how to pay`,
    opening: [
      `Thank you for your order, ${order.name}. Please transfer the total with the reference below. The files and the invoice follow as soon as it has arrived.`,
    ],
    actions: [
      { label: `Pro-forma invoice ${paper.number} (PDF)`, url: documentUrl(paper, origin) },
    ],
    rows: [
      ...orderRows(order),
      ['Total', `${formatDollars(order.priceCents)} ${order.currency}`],
      ['To', bank.holder],
      ['IBAN', bank.iban],
      ['BIC', bank.bic],
      ['Reference', order.number],
      ['Please transfer by', getTransferDueDate(order.placedAt).toISOString().slice(0, 10)],
    ],
  });

/** A transfer that is not awaited any more. */
export const transferCancelledEmail = (order: Purchase, publisher: string, origin: string): Email =>
  renderEmail({
    to: order.email,
    publisher,
    origin,
    dedupeKey: `closed-${order.number}`,
    subject: `Your order ${order.number} is closed`,
    opening: [
      `Good day ${order.name},`,
      'your order was closed without a payment. Nothing is owed, and the pro-forma invoice is void. If a transfer is on its way all the same, the report is delivered when it arrives.',
    ],
    rows: orderRows(order),
  });

/** Money went back: how much, and the credit note of what was invoiced. */
export const refundEmail = (
  order: Purchase,
  cents: number | undefined,
  creditNote: OrderDocument | undefined,
  publisher: string,
  origin: string,
  refundKey: string,
): Email =>
  renderEmail({
    to: order.email,
    publisher,
    origin,
    dedupeKey: `refund-${refundKey}`,
    subject: `Refund for order ${order.number}`,
    opening: [
      `${cents === undefined ? 'The payment' : formatDollars(cents)} of your order went back to the account that paid. Your bank may need some days to show it.`,
    ],
    actions: creditNote
      ? [{ label: `Credit note ${creditNote.number} (PDF)`, url: documentUrl(creditNote, origin) }]
      : [],
    rows: orderRows(order),
  });

/** A payment that we were checking came to nothing: who was told to wait is told how to go on. */
export const paymentFailedEmail = (
  order: Purchase,
  publisher: string,
  origin: string,
  dedupeKey: string,
): Email =>
  renderEmail({
    to: order.email,
    publisher,
    origin,
    dedupeKey,
    subject: `Your order ${order.number} is not paid`,
    opening: [
      `Good day ${order.name},`,
      'your payment could not be confirmed when you made it. PayPal now says that it did not go through: nothing was charged.',
    ],
    actions: [
      {
        label: 'Pay for the report',
        url: `${origin}/buy-now?id=${encodeURIComponent(order.reportCode)}&type=${order.licence}`,
      },
    ],
    rows: orderRows(order),
    closing: ['If you no longer want the report, there is nothing to do.'],
  });

/** New links in place of those that ended. */
export const renewedLinksEmail = (
  order: Purchase,
  links: readonly EmailLink[],
  publisher: string,
  origin: string,
  dedupeKey: string,
): Email =>
  renderEmail({
    to: order.email,
    publisher,
    origin,
    dedupeKey,
    subject: `Your downloads of order ${order.number} are renewed`,
    opening: ['Good day,', 'here are your downloads again.'],
    actions: links.map(({ label, url }) => ({ label: `Download: ${label}`, url })),
    rows: orderRows(order),
    closing: [linkTermsText(origin)],
  });

/** A colleague is given a seat: he accepts it with a button, which shows that the address is his. No buyer's words stand in the subject. */
export const seatInvitationEmail = (
  order: Purchase,
  seat: { email: string; name: string },
  url: string,
  publisher: string,
  origin: string,
  dedupeKey: string,
): Email =>
  renderEmail({
    to: seat.email,
    publisher,
    origin,
    dedupeKey,
    subject: `You have a seat for the report ${order.reportCode}`,
    opening: [
      `Good day ${seat.name},`,
      `${order.name} of ${order.companyName} has a licence for this report and gives you a seat: your own copy as PDF and Excel.`,
    ],
    actions: [{ label: 'Accept the seat', url }],
    rows: orderRows(order),
    closing: ['If you do not know the sender, ignore this letter.'],
  });

/** A corrected edition is there for the buyer of an earlier one, or for a reader with a seat. */
export const newEditionEmail = (
  order: Purchase,
  reader: { id: number | null; name: string; email: string },
  edition: number,
  reason: string,
  links: readonly EmailLink[],
  publisher: string,
  origin: string,
): Email =>
  renderEmail({
    to: reader.email,
    publisher,
    origin,
    dedupeKey: `edition-${order.number}-${edition}${reader.id === null ? '' : `-${reader.id}`}`,
    subject: `Edition ${edition} of your report ${order.reportCode}`,
    opening: [`Good day ${reader.name},`, `your report has a new edition. What changed: ${reason}`],
    actions: links.map(({ label, url }) => ({ label: `Download: ${label}`, url })),
    rows: orderRows(order),
    closing: [linkTermsText(origin)],
  });
