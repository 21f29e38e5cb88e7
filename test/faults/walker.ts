/**
 * One buyer's way in a process of its own that kills itself (SIGKILL) right before or after the n-th outside effect: every commit, every
 * call of the provider, every file, every letter. Between two effects nothing outside can differ, so that n covers every point of
 * checkout, capture, webhook, stamping and mail. Arguments: a JSON object, see `Walk`. Who lives to the end prints the names of its points.
 */
import { createDiskFiles } from '#adapters/files/disk.ts';
import { openDatabase } from '#adapters/database/index.ts';
import { isEverybodys } from '#adapters/domains.ts';
import { createLimits } from '#adapters/limits.ts';
import { changed, later } from '#adapters/later.ts';
import { createSmtpMail } from '#adapters/mail/smtp.ts';
import { createPaypal } from '#adapters/payments/paypal.ts';
import { createSigning } from '#adapters/signing.ts';
import { createShop } from '#core/shop.ts';
import type { World } from '#core/world.ts';

export type Walk = {
  readonly databaseUrl: string;
  readonly paypal: string;
  readonly smtp: string;
  readonly folder: string;
  readonly code: string;
  readonly browser: string;
  readonly email: string;
  readonly killAt: number;
  readonly webhook: boolean;
};

const walk = JSON.parse(process.argv[2] ?? '{}') as Walk;
const points: string[] = [];
let during = 'checkout';
/** Names a point, and dies where it is the one. */
const point = (name: string): void => {
  points.push(`${during}: ${name}`);
  if (points.length === walk.killAt) process.kill(process.pid, 'SIGKILL');
};
const around = <T extends (...args: never[]) => Promise<unknown>>(name: string, act: T): T =>
  (async (...args: never[]) => {
    point(`before ${name}`);
    const answer = await act(...args);
    point(`after ${name}`);
    return answer;
  }) as unknown as T;

const database = await openDatabase(walk.databaseUrl, 6);
const { transaction } = database.db;
database.db.transaction = () => {
  const made = transaction.call(database.db);
  const { execute } = made;
  made.execute = around('a commit', execute.bind(made) as never);
  return made;
};
const paypal = createPaypal({
  baseUrl: walk.paypal,
  clientId: 'local',
  secret: 'local',
  webhookId: 'WHLOCAL',
  timeout: 2000,
});
const files = createDiskFiles(walk.folder);
const mail = createSmtpMail(walk.smtp, async () => ({ name: 'Test', address: 'test@example.com' }));
const print = async (): Promise<Uint8Array> => new TextEncoder().encode('%PDF-walk');
const world: World = {
  db: database.db,
  clock: () => new Date(),
  pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  secret: () => crypto.randomUUID().replaceAll('-', ''),
  origin: 'http://localhost:8080',
  sign: createSigning('a secret of thirty-two characters'),
  limit: createLimits(database.pool),
  human: { check: async () => 'human' },
  payments: {
    ...paypal,
    create: around('creating at the provider', paypal.create),
    capture: around('taking the money', paypal.capture),
    look: around('asking the provider', paypal.look),
  },
  isEverybodys,
  mail: { send: around('a letter', mail.send) },
  files: { ...files, put: around('a file', files.put) },
  press: {
    sample: print,
    pdf: async () => ({ bytes: await print(), pages: 12 }),
    workbook: print,
    paper: print,
    certificate: print,
  },
  later,
  changed,
  log: { info: () => {}, warn: () => {}, error: () => {} },
};
const shop = createShop(world);
const billing = {
  name: 'Walker',
  email: walk.email,
  mobile_no: '+1 202-555-0100',
  company_name: 'Example',
  title: 'Analyst',
  country: '1',
  address: '1 Main Street',
  city: 'Springfield',
  state: 'Illinois',
  zip: '62701',
  policy: '1',
};

const placed = await shop.orders.place(
  { ...billing, report_id: walk.code, type: 'single-user' },
  walk.browser,
);
if (placed.ok) {
  during = walk.webhook ? 'webhook' : 'return';
  await fetch(placed.value.approvalUrl, {
    method: 'POST',
    body: new URLSearchParams({ choice: 'pay' }),
    redirect: 'manual',
  });
  if (walk.webhook) {
    const { id } = await database.db
      .selectFrom('paymentAttempt')
      .select('id')
      .where('providerId', '=', placed.value.providerId)
      .executeTakeFirstOrThrow();
    await database.db.transaction().execute((tx) =>
      tx
        .insertInto('webhookEvent')
        .values({
          id: `WH-${id}`,
          type: 'CHECKOUT.ORDER.APPROVED',
          orderId: placed.value.providerId,
          receivedAt: new Date(),
        })
        .execute(),
    );
    await shop.orders.jobs['orders.webhook']({ id: `WH-${id}` });
  } else await shop.orders.finish(placed.value.providerId, walk.browser);
  const paid = await database.db
    .selectFrom('purchase')
    .select('id')
    .where('browser', '!=', '')
    .where('email', '=', walk.email)
    .where('state', '=', 'paid')
    .execute();
  during = 'delivery';
  for (const { id } of paid) await shop.orders.jobs['orders.deliver']({ purchaseId: id });
  during = 'mail';
  await (shop.jobs['post.sweep'] as () => Promise<void>)();
}
process.stdout.write(JSON.stringify(points));
process.exit(0);
