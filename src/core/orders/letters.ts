import { dollars } from '../kernel/cents.ts';
import { setLetter, type Row } from '../kernel/letter.ts';
import type { Letter } from '../world.ts';
import type { Publisher } from './asked.ts';
import { grantDays, grantDownloads, transferBy } from './model.ts';
import type { Paper } from './papers.ts';
import type { Purchase } from './store.ts';

type Link = { readonly label: string; readonly url: string };
const facts = (order: Purchase): [string, string][] => [
  ['Order', String(order.number)],
  ['Report', `${order.reportTitle} (${order.reportCode})`],
  ['Licence', order.rights],
];
const lasting = (origin: string): string =>
  `The links are yours: they work for ${grantDays} days and ${grantDownloads} downloads of each file. If they have ended, have new ones sent: ${origin}/renew-download`;
const orderUrl = ({ number }: Purchase, origin: string): string =>
  `${origin}/payment-success?order=${String(number)}`;
const paperUrl = (paper: Paper, origin: string): string => `${origin}/paper/${paper.token}`;

/** What a licence's buyer does for his colleagues, said where he learns that he has it. */
const colleagues = (order: Purchase, origin: string): string[] =>
  order.seats === 1
    ? []
    : [
        order.seats === null
          ? `Your colleagues take their own copies: the order's page has the address for them, ${orderUrl(order, origin)}.`
          : `Up to ${order.seats - 1} colleagues have copies of their own: invite them on the order's page, ${orderUrl(order, origin)}.`,
      ];

/** The letter that brings the files: what was bought, the links, what the licence allows, the invoice. `enlarged` is the order that this one enlarges. */
export const receipt = (
  order: Purchase,
  links: readonly Link[],
  papers: readonly Paper[],
  publisher: string,
  origin: string,
  enlarged: string | undefined,
): Letter =>
  setLetter({
    to: order.email,
    publisher,
    origin,
    occasion: `receipt-${String(order.number)}`,
    subject: `Your report ${order.reportCode}, order ${String(order.number)}`,
    opening: [
      enlarged
        ? `Thank you, ${order.name}. Your licence of order ${enlarged} is enlarged; these copies say so.`
        : `Thank you for your order, ${order.name}. Your report is ready to download.`,
    ],
    actions: links.map(({ label, url }) => ({ label: `Download: ${label}`, url })),
    rows: [
      ...facts(order),
      [
        'Paid',
        `${dollars(order.priceCents)} ${order.currency}${enlarged ? ', the difference' : ''}`,
      ],
      ['Your order', { text: `Order ${String(order.number)}`, url: orderUrl(order, origin) }],
      ...papers
        .filter(({ kind }) => kind === 'invoice')
        .map((paper): Row => ['Invoice', { text: paper.number, url: paperUrl(paper, origin) }]),
      ...(order.certificate
        ? [
            [
              'Licence certificate',
              { text: 'Certificate', url: `${origin}/verify/${order.certificate}` },
            ] as Row,
          ]
        : []),
    ],
    closing: [
      ...colleagues(order, origin),
      lasting(origin),
      "The order's page opens in the browser that ordered, and in an account with this address.",
    ],
  });

/** What to transfer, where, and with which reference. */
export const transferLetter = (
  order: Purchase,
  paper: Paper,
  { siteName, bank }: Publisher,
  origin: string,
): Letter =>
  setLetter({
    to: order.email,
    publisher: siteName,
    origin,
    occasion: `transfer-${String(order.number)}`,
    subject: `Your order ${String(order.number)}: how to pay`,
    opening: [
      `Thank you for your order, ${order.name}. Please transfer the total with the reference below. The files and the invoice follow as soon as it has arrived.`,
    ],
    actions: [{ label: `Pro-forma invoice ${paper.number} (PDF)`, url: paperUrl(paper, origin) }],
    rows: [
      ...facts(order),
      ['Total', `${dollars(order.priceCents)} ${order.currency}`],
      ['To', bank.holder],
      ['IBAN', bank.iban],
      ['BIC', bank.bic],
      ['Reference', String(order.number)],
      ['Please transfer by', transferBy(order.placedAt).toISOString().slice(0, 10)],
    ],
  });

/** A transfer that is not awaited any more. */
export const closedLetter = (order: Purchase, publisher: string, origin: string): Letter =>
  setLetter({
    to: order.email,
    publisher,
    origin,
    occasion: `closed-${String(order.number)}`,
    subject: `Your order ${String(order.number)} is closed`,
    opening: [
      `Good day ${order.name},`,
      'your order was closed without a payment. Nothing is owed, and the pro-forma invoice is void. If a transfer is on its way all the same, the report is delivered when it arrives.',
    ],
    rows: facts(order),
  });

/** Money went back: how much, and the credit note of what was invoiced. */
export const refundLetter = (
  order: Purchase,
  cents: number | undefined,
  credit: Paper | undefined,
  publisher: string,
  origin: string,
  id: string,
): Letter =>
  setLetter({
    to: order.email,
    publisher,
    origin,
    occasion: `refund-${id}`,
    subject: `Refund for order ${String(order.number)}`,
    opening: [
      `${cents === undefined ? 'The payment' : dollars(cents)} of your order went back to the account that paid. Your bank may need some days to show it.`,
    ],
    actions: credit
      ? [{ label: `Credit note ${credit.number} (PDF)`, url: paperUrl(credit, origin) }]
      : [],
    rows: facts(order),
  });

/** A payment that we were checking came to nothing: who was told to wait is told how to go on. */
export const unpaidLetter = (
  order: Purchase,
  publisher: string,
  origin: string,
  occasion: string,
): Letter =>
  setLetter({
    to: order.email,
    publisher,
    origin,
    occasion,
    subject: `Your order ${String(order.number)} is not paid`,
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
    rows: facts(order),
    closing: ['If you no longer want the report, there is nothing to do.'],
  });

/** New links in place of those that ended. */
export const renewedLetter = (
  order: Purchase,
  links: readonly Link[],
  publisher: string,
  origin: string,
  occasion: string,
): Letter =>
  setLetter({
    to: order.email,
    publisher,
    origin,
    occasion,
    subject: `Your downloads of order ${String(order.number)} are renewed`,
    opening: ['Good day,', 'here are your downloads again.'],
    actions: links.map(({ label, url }) => ({ label: `Download: ${label}`, url })),
    rows: facts(order),
    closing: [lasting(origin)],
  });

/** A colleague is given a seat: he accepts it with a button, which shows that the address is his. No buyer's words stand in the subject. */
export const seatLetter = (
  order: Purchase,
  seat: { email: string; name: string },
  url: string,
  publisher: string,
  origin: string,
  occasion: string,
): Letter =>
  setLetter({
    to: seat.email,
    publisher,
    origin,
    occasion,
    subject: `You have a seat for the report ${order.reportCode}`,
    opening: [
      `Good day ${seat.name},`,
      `${order.name} of ${order.companyName} has a licence for this report and gives you a seat: your own copy as PDF and Excel.`,
    ],
    actions: [{ label: 'Accept the seat', url }],
    rows: facts(order),
    closing: ['If you do not know the sender, ignore this letter.'],
  });

/** A corrected edition is there for the buyer of an earlier one, or for a reader with a seat. */
export const editionLetter = (
  order: Purchase,
  reader: { id: number | null; name: string; email: string },
  edition: number,
  reason: string,
  links: readonly Link[],
  publisher: string,
  origin: string,
): Letter =>
  setLetter({
    to: reader.email,
    publisher,
    origin,
    occasion: `edition-${String(order.number)}-${edition}${reader.id === null ? '' : `-${reader.id}`}`,
    subject: `Edition ${edition} of your report ${order.reportCode}`,
    opening: [`Good day ${reader.name},`, `your report has a new edition. What changed: ${reason}`],
    actions: links.map(({ label, url }) => ({ label: `Download: ${label}`, url })),
    rows: facts(order),
    closing: [lasting(origin)],
  });
