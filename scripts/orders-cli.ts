/**
 * Orders for staff, in the terminal of the machine on which the store runs:
 * `npm run orders -- help`. It only writes to the database: the running store sends the emails.
 */
import { formatDayIn, formatMinuteIn, isDay } from '#core/kernel/time-zone.model.ts';
import type { App } from '#core/app.ts';
import { parseAmount, toDecimalString } from '#core/kernel/money.model.ts';
import { describeSending } from '#core/kernel/email-outcome.model.ts';
import { fail, ok, type Outcome } from '#core/kernel/outcome.model.ts';
import { describeAfterPayment } from '#core/orders/delivery/promise.model.ts';
import type { StaffOrder } from '#core/orders/staff/order-details.model.ts';
import type { StaffOrderRow } from '#core/orders/staff/order-list.model.ts';
import type { TimelineEntry } from '#core/orders/staff/timeline.model.ts';
import { operatorName, printOutcome, withStore } from './support/with-store.ts';

const help = `npm run orders                                    orders that need attention
npm run orders -- QI-000123                       one order, with its whole history
npm run orders -- paid QI-000123                  its transfer has arrived: invoice and deliver it
npm run orders -- close QI-000123                 its transfer will not come
npm run orders -- refund QI-000123 350.00 "why"   refund by PayPal, or your bank; credit note
npm run orders -- address QI-000123 a@b.example   move it to another email address
npm run orders -- renew QI-000123                 renew its downloads and email the links
npm run orders -- ledger 2026-01-01 2026-03-31    invoices and credit notes of these days, as CSV
npm run orders -- reconcile                       compare PayPal's transactions of 31 days`;

/** Needs attention, as one word; empty in the listing of one order. */
const formatOrderRow = (order: StaffOrderRow, zone: string, reason = ''): string =>
  [
    order.number,
    formatMinuteIn(order.placedAt, zone),
    `${order.state.padEnd(17)} ${toDecimalString(order.priceCents, order.currency).padStart(9)} ${order.currency}`,
    order.reportCode,
    `${order.buyer.name}, ${order.buyer.companyName}, ${order.buyer.email}`,
    ...(reason === '' || reason === order.state ? [] : [`(${reason})`]),
  ].join('  ');

const formatTimeline = ({ timeline }: StaffOrder, zone: string): string[] =>
  timeline.map((entry) => `  ${formatMinuteIn(entry.at, zone)}  ${formatEntry(entry)}`);

function formatEntry(entry: TimelineEntry): string {
  switch (entry.source) {
    case 'order':
      return `${entry.kind} ${formatFacts(entry.facts)}`;
    case 'provider': {
      const times = entry.times > 1 ? ` (${entry.times} times)` : '';
      const arrow = entry.direction === 'sent' ? 'to' : 'from';
      const status = entry.status ?? 'no answer';
      return `${arrow} PayPal: ${entry.what}, ${status}${times} ${formatFacts(entry.facts)}`;
    }
    case 'email':
      return `email to ${entry.recipient}: ${entry.subject} (${entry.state})`;
    case 'download':
      return `download of ${entry.file} by ${entry.reader ?? 'the buyer'}`;
    case 'staff':
      return `${entry.actorName}: ${entry.verb}${entry.refusal ? `, refused: ${entry.refusal}` : ''}`;
    default:
      return `document ${entry.number}`;
  }
}

const formatFacts = (facts: object): string =>
  Object.keys(facts).length === 0 ? '' : JSON.stringify(facts);

function formatDownloads({ files }: StaffOrder, zone: string): string[] {
  return files.map((file) => {
    const name = file.seat ? `${file.kind} of ${file.seat}` : file.kind;
    const expiry = formatDayIn(file.expiresAt, zone);
    const suspended = file.isSuspended ? ', suspended' : '';
    const count = `${file.downloadCount} of ${file.maxDownloads}`;
    return `  download  ${name}: ${count}, until ${expiry}${suspended}`;
  });
}

const formatOrder = (order: StaffOrder, zone: string): string =>
  [
    formatOrderRow(order, zone),
    ...formatTimeline(order, zone),
    ...order.documents.map(({ number }) => `  document  ${number}`),
    ...order.refunds.map(
      ({ amountCents, state, reason }) =>
        `  refund    ${toDecimalString(amountCents, order.currency)} ${order.currency}, ${state}: ${reason}`,
    ),
    ...formatDownloads(order, zone),
  ].join('\n');

type OrderApp = Pick<App, 'orders' | 'store'>;
type Orders = App['orders'];
type CommandArgs = { readonly number: string; readonly value: string; readonly reason: string };
const actor = { programName: operatorName } as const;

const unknownOrder = fail('not-found', 'There is no such order.');

const confirm = (outcome: Outcome<unknown>, message: string): Outcome<string> =>
  outcome.ok ? ok(message) : outcome;

async function refund(orders: Orders, { number, value, reason }: CommandArgs) {
  if (!/^\d+(\.\d{2})?$/.test(value) || reason === '') return ok(help);
  const order = await orders.staff.details.getOrder(actor, number);
  if (!order.ok) return order;
  const { currency } = order.value;
  const amountCents = parseAmount(value, currency);
  const refunded = await orders.refunds.refundOrder(actor, number, { amountCents, reason });
  return confirm(refunded, `${value} ${currency} of ${number} will be refunded.`);
}

async function reconcile(orders: Orders): Promise<Outcome<string>> {
  const report = await orders.staff.sync.reconcileTransactions(actor);
  if (!report.ok) return report;
  const { captures, differences, repaired, foreign, unreadable } = report.value;
  const lines = differences.map(
    ({ captureId, orderNumber, kind }) => `  ${captureId}  ${orderNumber ?? 'no order'}: ${kind}`,
  );
  const counts = [
    `${captures} transactions`,
    `${repaired} repaired`,
    `${lines.length} differences`,
    ...(foreign > 0 ? [`${foreign} of other programs`] : []),
    ...(unreadable.length > 0 ? [`${unreadable.length} not readable`] : []),
  ];
  return ok([counts.join(', '), ...lines].join('\n'));
}

async function listLedger(orders: Orders, { number, value }: CommandArgs) {
  if (![number, value].every(isDay)) return ok(help);
  const exported = await orders.ledger.exportRows(actor, { from: number, until: value });
  if (!exported.ok) return exported;
  const chunks: Uint8Array[] = [];
  for await (const chunk of exported.value) chunks.push(chunk);
  return ok(Buffer.concat(chunks).toString().trim());
}

const commands: Readonly<
  Record<string, (orders: Orders, args: CommandArgs) => Promise<Outcome<string>>>
> = {
  paid: async (orders, { number }) => {
    const paid = await orders.bankTransfers.confirmTransfer(actor, number);
    return paid.ok ? ok(`${number} is paid. ${describeAfterPayment(paid.value.promise)}`) : paid;
  },
  close: async (orders, { number }) =>
    confirm(await orders.bankTransfers.cancelTransfer(actor, number), `${number} is closed.`),
  address: async (orders, { number, value }) =>
    confirm(
      await orders.emailChange.changeOrderEmail(actor, number, value),
      `The email address of ${number} is ${value} now.`,
    ),
  renew: async (orders, { number }) => {
    const sent = await orders.resendLinks.resendLinksForStaff(actor, number);
    if (!sent.ok) return sent;
    const links = describeSending('The email with the links', sent.value);
    return ok(`The downloads of ${number} are renewed. ${links}`);
  },
  refund,
  reconcile,
  ledger: listLedger,
  books: reconcile,
};

async function showOrder({ orders, store }: OrderApp, number: string): Promise<Outcome<string>> {
  for (const spelling of [number, number.toUpperCase()]) {
    const order = await orders.staff.details.getOrder(actor, spelling);
    if (order.ok) return ok(formatOrder(order.value, await store.getTimeZone()));
  }
  return unknownOrder;
}

/** Lists the orders that need a person, and below them the transfers that may have arrived. */
async function listNeedsAttention({ orders, store }: OrderApp): Promise<Outcome<string>> {
  const attention = await orders.staff.attention.listNeedsAttention(actor);
  if (!attention.ok) return attention;
  const transfers = await orders.staff.lists.listOrders(actor, { view: 'transfers', limit: 200 });
  if (!transfers.ok) return transfers;
  const { unknownWebhooks } = attention.value;
  const awaited = transfers.value.rows.map((row) => ({ ...row, reason: 'transfer' }));
  const rows = [...attention.value.rows, ...awaited];
  // An empty store has neither.
  const zone = rows.length > 0 ? await store.getTimeZone() : 'UTC';
  const lines = rows.map((row) => formatOrderRow(row, zone, row.reason));
  if (rows.length === 0) lines.push('No order needs attention.');
  const { count } = unknownWebhooks;
  if (count > 0) lines.push(`${count} webhooks belong to no order of ours.`);
  return ok(lines.join('\n'));
}

/**
 * Runs `npm run orders -- <words>`: returns what it prints, or the sentence with which it ends with
 * exit code 1.
 */
export async function runOrdersCommand(
  app: OrderApp,
  words: readonly string[],
): Promise<Outcome<string>> {
  const [command = '', number = '', value = '', reason = ''] = words;
  if (command === '') return listNeedsAttention(app);
  if (/-?\d+$/.test(command)) return showOrder(app, command);
  const run = Object.hasOwn(commands, command) ? commands[command] : undefined;
  return run ? run(app.orders, { number, value, reason }) : ok(help);
}

if (import.meta.main)
  await withStore({ refusedExitCode: 1 }, async (app) =>
    printOutcome(await runOrdersCommand(app, process.argv.slice(2))),
  );
