/**
 * One purchase in a process of its own that kills itself (SIGKILL) at its n-th step: right before
 * or after a commit, a call of the provider, a file or an email. Nothing outside can differ between
 * two steps, so n covers every point of checkout, capture, webhook, delivery and emails.
 * Argument: a PurchaseRun as JSON. A run that survives prints the names of its steps as JSON.
 */
import { openDatabase } from '#adapters/database/index.ts';
import { createSmtpEmailSender } from '#adapters/email/smtp.ts';
import { App } from '#core/app.ts';
import type { Deps } from '#core/deps.ts';
import { Outbox } from '#core/kernel/outbox.ts';
import { billing } from '../support/billing.ts';
import { approvePayment } from '../support/paypal.ts';
import { createTestDeps } from '../support/test-deps.ts';
import { createKillSteps } from './kill-steps.ts';

export type PurchaseRun = {
  readonly databaseUrl: string;
  readonly paypalUrl: string;
  readonly smtpUrl: string;
  readonly filesFolder: string;
  readonly reportCode: string;
  readonly buyerSecret: string;
  readonly email: string;
  /** 1 for the first step; 0 to survive. */
  readonly killAtStep: number;
  /** Paid by the webhook instead of the buyer's return. */
  readonly viaWebhook: boolean;
};

const run = JSON.parse(process.argv[2] ?? '{}') as PurchaseRun;
const steps = createKillSteps(run.killAtStep);

/** The calls of the provider have steps too. */
function addProviderSteps(deps: Deps): Deps {
  const { payments } = deps;
  return {
    ...deps,
    payments: {
      ...payments,
      createProviderOrder: steps.wrap('createProviderOrder', payments.createProviderOrder),
      captureProviderOrder: steps.wrap('capture', payments.captureProviderOrder),
      getProviderOrder: steps.wrap('getProviderOrder', payments.getProviderOrder),
    },
  };
}

/** Handles the webhook that PayPal sends when the buyer has approved the payment. */
async function receiveApprovalWebhook(providerId: string): Promise<void> {
  const { id: attemptId } = await deps.db
    .selectFrom('paymentAttempt')
    .select('id')
    .where('providerOrderId', '=', providerId)
    .executeTakeFirstOrThrow();
  const id = `WH-${attemptId}`;
  await deps.db.transaction().execute((tx) =>
    tx
      .insertInto('webhookEvent')
      .values({
        id,
        type: 'CHECKOUT.ORDER.APPROVED',
        providerOrderId: providerId,
        receivedAt: new Date(),
      })
      .execute(),
  );
  await app.orders.jobs['orders.handleWebhook']({ id });
}

const database = await openDatabase(run.databaseUrl, 6);
steps.setPhase('checkout');
steps.addCommitSteps(database.db);
const plainDeps = steps.addOutsideSteps(
  createTestDeps({
    database,
    paypalUrl: run.paypalUrl,
    filesFolder: run.filesFolder,
    email: createSmtpEmailSender(run.smtpUrl, async () => ({
      name: 'Test',
      address: 'test@example.com',
    })),
  }),
);
const deps = addProviderSteps(plainDeps);
const app = new App(deps);

const placed = await app.orders.placement.placeOrder(
  { ...billing, email: run.email, report_id: run.reportCode, type: 'single-user' },
  run.buyerSecret,
);
if (placed.ok) {
  steps.setPhase(run.viaWebhook ? 'webhook' : 'return');
  await approvePayment(placed.value.approvalUrl);
  if (run.viaWebhook) await receiveApprovalWebhook(placed.value.providerId);
  else await app.orders.checkoutReturn.completeCheckout(placed.value.providerId, run.buyerSecret);
  const paid = await deps.db
    .selectFrom('purchase')
    .select('id')
    .where('buyerSecretHash', '!=', '')
    .where('email', '=', run.email)
    .where('state', '=', 'paid')
    .execute();
  steps.setPhase('delivery');
  for (const { id } of paid) await app.orders.jobs['orders.deliver']({ purchaseId: id });
  steps.setPhase('emails');
  await new Outbox(deps).sendDue();
}
process.stdout.write(JSON.stringify(steps.names));
process.exit(0);
