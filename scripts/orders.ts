/**
 * The order desk in the terminal of whoever runs the machine, beside a running store: `npm run orders -- help`.
 * What it changes goes through the same verbs as everything else; letters and files follow from the running store.
 */
import os from 'node:os';
import path from 'node:path';
import { openDatabase } from '#adapters/database/index.ts';
import { runningHomeDatabase } from '#adapters/database/home.ts';
import { decimal } from '#core/kernel/cents.ts';
import type { Outcome } from '#core/kernel/outcome.ts';
import type { DeskLine, DeskOrder } from '#core/orders/desk.ts';
import { centsOf } from '#core/orders/model.ts';
import { createShop, type Shop } from '#core/shop.ts';
import { makeWorld, nextPort } from '#src/boot/world.ts';
import { Misconfigured, readConfig } from '#src/config.ts';

const help = `npm run orders                                  what waits for a person
npm run orders -- QI-000123                     one order, with all that happened to it
npm run orders -- paid QI-000123                its transfer has arrived, late or not: it is invoiced and delivered
npm run orders -- close QI-000123               its transfer will not come
npm run orders -- refund QI-000123 350.00 "why" money goes back by PayPal (a transfer's: by your bank), with a credit note
npm run orders -- address QI-000123 a@b.example it belongs to that address from now on
npm run orders -- renew QI-000123               its downloads work again, and a letter brings them
npm run orders -- books                         PayPal's books of 31 days against ours`;

const line = ({ number, state, placedAt, cents, buyer, report }: DeskLine): string =>
  `${number}  ${placedAt.toISOString().slice(0, 16)}  ${state.padEnd(17)} ${decimal(cents).padStart(9)} USD  ${report}  ${buyer}`;

function whole(order: DeskOrder): string {
  const { history, papers, refunds, files } = order;
  return [
    line(order),
    ...history.map(
      ({ at, kind, detail }) =>
        `  ${at.toISOString().slice(0, 19)}  ${kind} ${JSON.stringify(detail) === '{}' ? '' : JSON.stringify(detail)}`,
    ),
    ...papers.map(({ number }) => `  paper     ${number}`),
    ...refunds.map(
      ({ cents, state, reason }) => `  refund    ${decimal(cents)} USD, ${state}: ${reason}`,
    ),
    ...files.map(
      (one) =>
        `  download  ${one.kind}${one.seat ? ` of ${one.seat}` : ''}: ${one.downloads} of ${one.allowed}, until ${one.expiresAt.toISOString().slice(0, 10)}${one.suspended ? ', closed' : ''}`,
    ),
  ].join('\n');
}

async function answer(
  { orders }: Shop,
  [what = '', number = '', amount = '', reason = '']: readonly string[],
): Promise<Outcome<string>> {
  const by = os.userInfo().username;
  const ok = (value: string): Outcome<string> => ({ ok: true, value });
  const said = (outcome: Outcome<unknown>, sentence: string): Outcome<string> =>
    outcome.ok ? ok(sentence) : outcome;
  if (what === 'paid')
    return said(
      await orders.markPaid(number, by),
      `${number} is paid; its files and the invoice are on their way.`,
    );
  if (what === 'close') return said(await orders.closeTransfer(number, by), `${number} is closed.`);
  if (what === 'address')
    return said(await orders.readdress(number, amount, by), `${number} belongs to ${amount} now.`);
  if (what === 'renew')
    return said(
      await orders.renewFor(number),
      `The downloads of ${number} work again, and a letter is on its way.`,
    );
  if (what === 'refund')
    return /^\d+(\.\d{2})?$/.test(amount) && reason !== ''
      ? said(
          await orders.refund(number, centsOf(amount), reason),
          `${amount} USD of ${number} go back.`,
        )
      : ok(help);
  if (what === 'books') {
    const { captures, differences, repaired } = await orders.compareBooks();
    return ok(
      [
        `${captures} captures, ${repaired} repaired, ${differences.length} differences`,
        ...differences.map((one) => `  ${one.captureId}  ${one.order ?? 'no order'}: ${one.what}`),
      ].join('\n'),
    );
  }
  if (/^[A-Z]+-\d+$/i.test(what)) {
    const order = await orders.deskOrder(what.toUpperCase());
    return order
      ? ok(whole(order))
      : { ok: false, status: 404, message: 'There is no such order.' };
  }
  if (what !== '') return ok(help);
  const { orders: all, strayWebhooks } = await orders.waiting();
  return ok(
    [
      ...all.map(line),
      ...(all.length === 0 ? ['No order waits for a person.'] : []),
      ...(strayWebhooks > 0 ? [`${strayWebhooks} webhooks belong to no order of ours.`] : []),
    ].join('\n'),
  );
}

try {
  const config = readConfig({ LOG_LEVEL: 'error', ...process.env });
  const url = config.databaseUrl ?? runningHomeDatabase(config.dataDir);
  if (url === undefined)
    throw new Misconfigured(
      `No store runs with the data folder ${path.relative('.', config.dataDir)}: start it with "npm start" first.`,
    );
  const database = await openDatabase(url, 2);
  // Letters wait in the database: the running store sends them, nothing here does.
  const world = makeWorld(config, database, {
    paypal: { origin: `http://localhost:${nextPort(config, 1)}`, webhookId: '' },
    smtpUrl: 'smtp://localhost',
    turnstile: { origin: '', secret: '' },
  });
  const told = await answer(createShop(world), process.argv.slice(2));
  await database.close();
  console.log(told.ok ? told.value : told.message);
  process.exitCode = told.ok ? 0 : 1;
} catch (error) {
  if (!(error instanceof Misconfigured)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
