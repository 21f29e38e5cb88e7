/**
 * Plays what PayPal and its buyer tell us of two approved orders, in a process of its own that
 * kills itself (SIGKILL) at its n-th step: right before or after a commit or a call of the
 * provider. Argument: a PairRun as JSON. A run that survives prints the names of its steps as JSON.
 */
import { openDatabase } from '#adapters/database/index.ts';
import { App } from '#core/app.ts';
import { createTestDeps } from '../support/test-deps.ts';
import { createKillSteps } from './kill-steps.ts';

/** One of the orders is heard of: its buyer comes back, or its webhook arrives. */
export type PairEvent = {
  readonly cause: 'return' | 'webhook';
  readonly providerId: string;
};

export type PairRun = {
  readonly databaseUrl: string;
  readonly paypalUrl: string;
  readonly filesFolder: string;
  readonly buyerSecret: string;
  readonly events: readonly PairEvent[];
  /** 1 for the first step; 0 to survive. */
  readonly killAtStep: number;
};

const run = JSON.parse(process.argv[2] ?? '{}') as PairRun;
const steps = createKillSteps(run.killAtStep);
const database = await openDatabase(run.databaseUrl, 4);
steps.addCommitSteps(database.db);
const { paypalUrl, filesFolder } = run;
const deps = createTestDeps({ database, paypalUrl, filesFolder, email: { send: async () => {} } });
const { payments } = deps;
const app = new App({
  ...deps,
  payments: {
    ...payments,
    captureProviderOrder: steps.wrap('capture', payments.captureProviderOrder),
    refundCapture: steps.wrap('refund', payments.refundCapture),
    getProviderOrder: steps.wrap('getProviderOrder', payments.getProviderOrder),
  },
});

async function receiveWebhook(providerOrderId: string): Promise<void> {
  const id = `WH-${providerOrderId}`;
  const type = 'CHECKOUT.ORDER.APPROVED';
  await deps.db.transaction().execute((tx) =>
    tx
      .insertInto('webhookEvent')
      .values({ id, type, providerOrderId, receivedAt: new Date() })
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  );
  await app.orders.jobs['orders.handleWebhook']({ id });
}

for (const [i, { cause, providerId }] of run.events.entries()) {
  steps.setPhase(`${cause} ${i + 1}`);
  // A job that fails is tried again later.
  if (cause === 'webhook') await receiveWebhook(providerId).catch(() => {});
  else await app.orders.checkoutReturn.completeCheckout(providerId, run.buyerSecret);
}
process.stdout.write(JSON.stringify(steps.names));
process.exit(0);
