import { parseCents } from '../src/core/kernel/money.ts';
/**
 * The order desk in the terminal of whoever runs the machine, beside a running store: `npm run orders -- help`.
 * What it changes goes through the same verbs as everything else; letters and files follow from the running store.
 */
import os from 'node:os';
import path from 'node:path';
import { openDatabase } from '#adapters/database/index.ts';
import { findEmbeddedPostgresUrl } from '#adapters/database/embedded-postgres.ts';
import { toDecimalString } from '#core/kernel/money.ts';
import { fail, type Outcome } from '#core/kernel/outcome.ts';
import type { StaffOrderRow, StaffOrder } from '#core/orders/views/staff.ts';

import { createApp, type App } from '#core/app.ts';
import { buildDeps, simulatorPort } from '#src/boot/open-deps.ts';
import { ConfigError, readConfig } from '#src/config.ts';

const help = `npm run orders                                  what waits for a person
npm run orders -- QI-000123                     one order, with all that happened to it
npm run orders -- paid QI-000123                its transfer has arrived, late or not: it is invoiced and delivered
npm run orders -- close QI-000123               its transfer will not come
npm run orders -- refund QI-000123 350.00 "why" money goes back by PayPal (a transfer's: by your bank), with a credit note
npm run orders -- address QI-000123 a@b.example it belongs to that address from now on
npm run orders -- renew QI-000123               its downloads work again, and a letter brings them
npm run orders -- books                         PayPal's books of 31 days against ours`;

const formatOrderLine = ({
  number,
  state,
  placedAt,
  priceCents,
  buyer,
  reportCode,
}: StaffOrderRow): string =>
  `${number}  ${placedAt.toISOString().slice(0, 16)}  ${state.padEnd(17)} ${toDecimalString(priceCents).padStart(9)} USD  ${reportCode}  ${buyer}`;

function formatOrderDetails(order: StaffOrder): string {
  const { history, documents, refunds, files } = order;
  return [
    formatOrderLine(order),
    ...history.map(
      ({ occurredAt, kind, detail }) =>
        `  ${occurredAt.toISOString().slice(0, 19)}  ${kind} ${JSON.stringify(detail) === '{}' ? '' : JSON.stringify(detail)}`,
    ),
    ...documents.map(({ number }) => `  document  ${number}`),
    ...refunds.map(
      ({ amountCents, state, reason }) =>
        `  refund    ${toDecimalString(amountCents)} USD, ${state}: ${reason}`,
    ),
    ...files.map(
      (one) =>
        `  download  ${one.kind}${one.seat ? ` of ${one.seat}` : ''}: ${one.downloadCount} of ${one.maxDownloads}, until ${one.expiresAt.toISOString().slice(0, 10)}${one.isSuspended ? ', closed' : ''}`,
    ),
  ].join('\n');
}

async function runCommand(
  { orders }: App,
  [command = '', number = '', amount = '', reason = '']: readonly string[],
): Promise<Outcome<string>> {
  const staffName = os.userInfo().username;
  const ok = (value: string): Outcome<string> => ({ ok: true, value });
  const messageOr = (outcome: Outcome<unknown>, sentence: string): Outcome<string> =>
    outcome.ok ? ok(sentence) : outcome;
  if (command === 'paid')
    return messageOr(
      await orders.bankTransfers.confirmTransfer(number, staffName),
      `${number} is paid; its files and the invoice are on their way.`,
    );
  if (command === 'close')
    return messageOr(
      await orders.bankTransfers.cancelTransfer(number, staffName),
      `${number} is closed.`,
    );
  if (command === 'address')
    return messageOr(
      await orders.emailChange.changeOrderEmail(number, amount, staffName),
      `${number} belongs to ${amount} now.`,
    );
  if (command === 'renew')
    return messageOr(
      await orders.resendLinks.resendLinksForStaff(number),
      `The downloads of ${number} work again, and a letter is on its way.`,
    );
  if (command === 'refund')
    return /^\d+(\.\d{2})?$/.test(amount) && reason !== ''
      ? messageOr(
          await orders.refunds.refundOrder(number, parseCents(amount), reason),
          `${amount} USD of ${number} go back.`,
        )
      : ok(help);
  if (command === 'books') {
    const { captures, differences, repaired } = await orders.reconciliation.reconcileTransactions();
    return ok(
      [
        `${captures} captures, ${repaired} repaired, ${differences.length} differences`,
        ...differences.map(
          (one) => `  ${one.captureId}  ${one.orderNumber ?? 'no order'}: ${one.kind}`,
        ),
      ].join('\n'),
    );
  }
  if (/^[A-Z]+-\d+$/i.test(command)) {
    const order = await orders.staff.getStaffOrder(command.toUpperCase());
    return order ? ok(formatOrderDetails(order)) : fail('not-found', 'There is no such order.');
  }
  if (command !== '') return ok(help);
  const { orders: all, unknownWebhooks } = await orders.staff.listNeedsAttention();
  return ok(
    [
      ...all.map(formatOrderLine),
      ...(all.length === 0 ? ['No order waits for a person.'] : []),
      ...(unknownWebhooks > 0 ? [`${unknownWebhooks} webhooks belong to no order of ours.`] : []),
    ].join('\n'),
  );
}

try {
  const config = readConfig({ LOG_LEVEL: 'error', ...process.env });
  const url = config.databaseUrl ?? findEmbeddedPostgresUrl(config.dataDir);
  if (url === undefined)
    throw new ConfigError(
      `No store runs with the data folder ${path.relative('.', config.dataDir)}: start it with "npm start" first.`,
    );
  const database = await openDatabase(url, 2);
  // Letters wait in the database: the running store sends them, nothing here does.
  const deps = buildDeps(config, database, {
    paypal: { origin: `http://localhost:${simulatorPort(config, 1)}`, webhookId: '' },
    smtpUrl: 'smtp://localhost',
    turnstile: { origin: '', secret: '' },
  });
  const told = await runCommand(createApp(deps), process.argv.slice(2));
  await database.close();
  console.log(told.ok ? told.value : told.message);
  process.exitCode = told.ok ? 0 : 1;
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
