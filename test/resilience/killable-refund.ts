/**
 * One refund, or the news that PayPal took it back, in a process of its own that kills itself
 * (SIGKILL) at its n-th step: right before or after a commit or a call of the provider. Argument: a
 * RefundRun as JSON. A run that survives prints the names of its steps as JSON.
 */
import { openDatabase } from '#adapters/database/index.ts';
import { App } from '#core/app.ts';
import { createTestDeps } from '../support/test-deps.ts';
import { testProgram } from '../support/test-staff.ts';
import { createKillSteps } from './kill-steps.ts';

export type RefundRun = {
  readonly databaseUrl: string;
  readonly paypalUrl: string;
  readonly filesFolder: string;
  readonly number: string;
  /** Refunded; without it PayPal is asked what became of the refunds. */
  readonly amountCents?: number;
  /** 1 for the first step; 0 to survive. */
  readonly killAtStep: number;
};

const run = JSON.parse(process.argv[2] ?? '{}') as RefundRun;
const steps = createKillSteps(run.killAtStep);
const database = await openDatabase(run.databaseUrl, 4);
const { paypalUrl, filesFolder, number, amountCents } = run;
steps.setPhase(amountCents === undefined ? 'sync' : 'refund');
steps.addCommitSteps(database.db);
const deps = steps.addOutsideSteps(
  createTestDeps({ database, paypalUrl, filesFolder, email: { send: async () => {} } }),
);
const { payments } = deps;
const app = new App({
  ...deps,
  payments: {
    ...payments,
    refundCapture: steps.wrap('refund', payments.refundCapture),
    getProviderOrder: steps.wrap('getProviderOrder', payments.getProviderOrder),
  },
});
if (amountCents === undefined) await app.orders.staff.sync.syncOrder(testProgram, number);
else await app.orders.refunds.refundOrder(testProgram, number, { amountCents, reason: 'a reason' });
process.stdout.write(JSON.stringify(steps.names));
process.exit(0);
