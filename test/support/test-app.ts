import path from 'node:path';
import { startPaypalSimulator, type PaypalSimulator } from '#simulators/paypal/index.ts';
import { App } from '#core/app.ts';
import { StoreFiles } from '#core/kernel/file-place.ts';
import type { Deps, Email } from '#core/deps.ts';
import { EmailFailure } from '#core/kernel/email-failure.ts';
import { callPaypalControl, getPaypalLedger, type PaypalLedger } from './paypal.ts';
import { createTemporaryFolder } from './temporary-folder.ts';
import { createTestDatabase } from './test-database.ts';
import { createTestDeps } from './test-deps.ts';
import { startWebhookListener, type ReceivedWebhook } from './webhook-listener.ts';

export type TestApp = {
  readonly deps: Deps;
  readonly app: App;
  /** Emails that the mail server accepted. */
  readonly emails: Email[];
  readonly paypalUrl: string;
  readonly databaseUrl: string;
  /** Webhooks that the simulator sent and that the app has not been given yet. */
  readonly pendingWebhooks: ReceivedWebhook[];
  /** Resolves when every webhook that the simulator sent so far is in `pendingWebhooks`. */
  readonly waitForWebhooks: () => Promise<void>;
  /** Gives the app every webhook sent so far, in the order given, and runs the jobs they cause. */
  readonly deliverWebhooks: (
    order?: (all: ReceivedWebhook[]) => ReceivedWebhook[],
  ) => Promise<void>;
  /** Sets one of the simulator's switches. */
  readonly callControlApi: (control: string, body: object) => Promise<void>;
  /** Sends the queued emails, as the worker does; one that is not accepted stays queued. */
  readonly sendDueEmails: () => Promise<void>;
  /** While true the mail server accepts nothing. */
  readonly setMailServerDown: (down: boolean) => void;
  /** Moves the app's clock on. */
  readonly advanceClock: (ms: number) => void;
  /** Plans faults of the simulator: operation to what goes wrong, in order. */
  readonly planPaypalFaults: (planned: Record<string, string[]>) => Promise<void>;
  /** Gives the simulator a payment of the past. */
  readonly addPaypalOrder: PaypalSimulator['addOrder'];
  /** The real charges, as the simulator keeps them. */
  readonly getPaypalCharges: () => Promise<PaypalLedger['charges']>;
  readonly close: () => Promise<void>;
};

export type TestAppOptions = Pick<
  Parameters<typeof createTestDeps>[0],
  'paypalTimeoutMs' | 'rendersDocuments'
>;

/** The app over a database with the demo and the PayPal simulator; the test moves its clock. */
export async function openTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const database = await createTestDatabase('small');
  const folder = createTemporaryFolder('app');
  const pendingWebhooks: ReceivedWebhook[] = [];
  const listener = await startWebhookListener((webhook) => void pendingWebhooks.push(webhook));
  const paypal = await startPaypalSimulator({
    port: 0,
    dataFile: path.join(folder.path, 'paypal.jsonl'),
    webhookUrl: listener.url,
  });
  const mailServer = createFakeMailServer();
  let clockOffsetMs = 0;
  const deps = createTestDeps({
    ...options,
    database,
    paypalUrl: paypal.origin,
    filesFolder: path.join(folder.path, 'files'),
    clock: () => new Date(Date.now() + clockOffsetMs),
    email: mailServer,
  });
  const app = new App(deps);
  await new StoreFiles(deps).open();
  const callControlApi: TestApp['callControlApi'] = async (control, body) =>
    void (await callPaypalControl(paypal.origin, control, body));
  return {
    deps,
    app,
    emails: mailServer.emails,
    pendingWebhooks,
    paypalUrl: paypal.origin,
    databaseUrl: database.url,
    callControlApi,
    waitForWebhooks: paypal.waitForWebhooks,
    deliverWebhooks: async (order = (all) => all) => {
      await paypal.waitForWebhooks();
      for (const webhook of order(pendingWebhooks.splice(0))) await handleWebhook(app, webhook);
    },
    sendDueEmails: () => app.jobs['emails.sendDue']({}),
    setMailServerDown: mailServer.setDown,
    advanceClock: (ms) => void (clockOffsetMs += ms),
    addPaypalOrder: paypal.addOrder,
    planPaypalFaults: (planned) => callControlApi('faults', planned),
    getPaypalCharges: async () => (await getPaypalLedger(paypal.origin)).charges,
    close: async () => {
      listener.close();
      await paypal.close();
      await database.drop();
      folder.remove();
    },
  };
}

function createFakeMailServer() {
  const emails: Email[] = [];
  let isDown = false;
  return {
    emails,
    send: async (email: Email): Promise<void> => {
      const cause = new Error('the mail server is down');
      if (isDown) throw new EmailFailure('connect', { cause });
      emails.push(email);
    },
    setDown: (down: boolean): void => void (isDown = down),
  };
}

async function handleWebhook(app: App, { rawBody, headers }: ReceivedWebhook): Promise<void> {
  const received = await app.orders.webhooks.receiveWebhook(rawBody, headers);
  if (!received.ok) return;
  const { id } = JSON.parse(Buffer.from(rawBody).toString()) as { id: string };
  await app.orders.jobs['orders.handleWebhook']({ id });
}
