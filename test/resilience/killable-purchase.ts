/**
 * One buyer's way in a process of its own that kills itself (SIGKILL) right before or after the n-th outside effect: every commit, every
 * call of the provider, every file, every letter. Between two effects nothing outside can differ, so that n covers every point of
 * checkout, capture, webhook, stamping and mail. Arguments: a JSON object, see `Walk`. Who lives to the end prints the names of its points.
 */
import { createDiskFileStorage } from '#adapters/files/disk.ts';
import { openDatabase } from '#adapters/database/index.ts';
import { isFreeEmailDomain } from '#adapters/free-email-domains.ts';
import { createRateLimiter } from '#adapters/rate-limit.ts';
import { invalidate } from '#adapters/cache-invalidation.ts';
import { enqueue } from '#adapters/jobs/enqueue.ts';
import { createSmtpEmailSender } from '#adapters/email/smtp.ts';
import { createPaypalProvider } from '#adapters/payments/paypal/provider.ts';
import { createSigner } from '#adapters/url-signing.ts';
import { createApp } from '#core/app.ts';
import type { Deps } from '#core/deps.ts';

export type PurchaseRun = {
  readonly databaseUrl: string;
  readonly paypalUrl: string;
  readonly smtpUrl: string;
  readonly filesFolder: string;
  readonly reportCode: string;
  readonly buyerSecret: string;
  readonly email: string;
  readonly killAtStep: number;
  readonly viaWebhook: boolean;
};

const run = JSON.parse(process.argv[2] ?? '{}') as PurchaseRun;
const steps: string[] = [];
let phase = 'checkout';
/** Names a point, and dies where it is the one. */
const reachStep = (name: string): void => {
  steps.push(`${phase}: ${name}`);
  if (steps.length === run.killAtStep) process.kill(process.pid, 'SIGKILL');
};
const withSteps = <T extends (...args: never[]) => Promise<unknown>>(name: string, act: T): T =>
  (async (...args: never[]) => {
    reachStep(`before ${name}`);
    const answer = await act(...args);
    reachStep(`after ${name}`);
    return answer;
  }) as unknown as T;

const database = await openDatabase(run.databaseUrl, 6);
const { transaction } = database.db;
database.db.transaction = () => {
  const made = transaction.call(database.db);
  const { execute } = made;
  made.execute = withSteps('a commit', execute.bind(made) as never);
  return made;
};
const paypal = createPaypalProvider({
  baseUrl: run.paypalUrl,
  clientId: 'local',
  secret: 'local',
  webhookId: 'WHLOCAL',
  timeoutMs: 2000,
});
const files = createDiskFileStorage(run.filesFolder);
const mail = createSmtpEmailSender(run.smtpUrl, async () => ({
  name: 'Test',
  address: 'test@example.com',
}));
const renderFakePdf = async (): Promise<Uint8Array> => new TextEncoder().encode('%PDF-walk');
const deps: Deps = {
  db: database.db,
  clock: () => new Date(),
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  generateSecret: () => crypto.randomUUID().replaceAll('-', ''),
  origin: 'http://localhost:8080',
  signer: createSigner('a secret of thirty-two characters'),
  consumeRateLimit: createRateLimiter(database.pool),
  captcha: { verify: async () => 'passed' },
  payments: {
    ...paypal,
    createProviderOrder: withSteps('creating at the provider', paypal.createProviderOrder),
    captureProviderOrder: withSteps('taking the money', paypal.captureProviderOrder),
    getProviderOrder: withSteps('asking the provider', paypal.getProviderOrder),
  },
  isFreeEmailDomain,
  email: { send: withSteps('a letter', mail.send) },
  files: { ...files, put: withSteps('a file', files.put) },
  documents: {
    renderSamplePdf: renderFakePdf,
    renderReportPdf: async () => ({ bytes: await renderFakePdf(), pages: 12 }),
    renderReportWorkbook: renderFakePdf,
    renderInvoice: renderFakePdf,
    renderCertificate: renderFakePdf,
  },
  enqueue,
  invalidate,
  log: { info: () => {}, warn: () => {}, error: () => {} },
};
const app = createApp(deps);
const billing = {
  name: 'Walker',
  email: run.email,
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

const placed = await app.orders.placement.placeOrder(
  { ...billing, report_id: run.reportCode, type: 'single-user' },
  run.buyerSecret,
);
if (placed.ok) {
  phase = run.viaWebhook ? 'webhook' : 'return';
  await fetch(placed.value.approvalUrl, {
    method: 'POST',
    body: new URLSearchParams({ choice: 'pay' }),
    redirect: 'manual',
  });
  if (run.viaWebhook) {
    const { id } = await database.db
      .selectFrom('paymentAttempt')
      .select('id')
      .where('providerOrderId', '=', placed.value.providerId)
      .executeTakeFirstOrThrow();
    await database.db.transaction().execute((tx) =>
      tx
        .insertInto('webhookEvent')
        .values({
          id: `WH-${id}`,
          type: 'CHECKOUT.ORDER.APPROVED',
          providerOrderId: placed.value.providerId,
          receivedAt: new Date(),
        })
        .execute(),
    );
    await app.orders.jobs['orders.handleWebhook']({ id: `WH-${id}` });
  } else await app.orders.checkoutReturn.completeCheckout(placed.value.providerId, run.buyerSecret);
  const paid = await database.db
    .selectFrom('purchase')
    .select('id')
    .where('buyerSecretHash', '!=', '')
    .where('email', '=', run.email)
    .where('state', '=', 'paid')
    .execute();
  phase = 'delivery';
  for (const { id } of paid) await app.orders.jobs['orders.deliver']({ purchaseId: id });
  phase = 'mail';
  await (app.jobs['emails.sendDue'] as () => Promise<void>)();
}
process.stdout.write(JSON.stringify(steps));
process.exit(0);
