/**
 * A member of staff gives an order its file and delivers it, in a process of its own that kills
 * itself (SIGKILL) at its n-th step: right before or after a commit, a file or an email. Argument: a
 * DeliveryRun as JSON. A run that survives prints the names of its steps as JSON.
 */
import { openDatabase } from '#adapters/database/index.ts';
import { createSmtpEmailSender } from '#adapters/email/smtp.ts';
import { App } from '#core/app.ts';
import { Outbox } from '#core/kernel/outbox.ts';
import { createTestDeps } from '../support/test-deps.ts';
import { testProgram } from '../support/test-staff.ts';
import { createKillSteps } from './kill-steps.ts';

export type DeliveryRun = {
  readonly databaseUrl: string;
  readonly smtpUrl: string;
  readonly filesFolder: string;
  readonly orderId: number;
  readonly number: string;
  readonly pdfPath: string;
  /** 1 for the first step; 0 to survive. */
  readonly killAtStep: number;
};

const run = JSON.parse(process.argv[2] ?? '{}') as DeliveryRun;
const steps = createKillSteps(run.killAtStep);
const database = await openDatabase(run.databaseUrl, 6);
steps.addCommitSteps(database.db);
const deps = steps.addOutsideSteps(
  createTestDeps({
    database,
    paypalUrl: 'http://127.0.0.1:1',
    filesFolder: run.filesFolder,
    email: createSmtpEmailSender(run.smtpUrl, async () => ({
      name: 'Test',
      address: 'test@example.com',
    })),
  }),
);
const app = new App(deps);
const { staff, jobs } = app.orders;

steps.setPhase('upload');
const file = { path: run.pdfPath, fileName: 'report.pdf' };
await staff.promised.addFile(testProgram, run.number, file);
steps.setPhase('deliver');
await staff.promised.deliver(testProgram, run.number, { isForAlike: false });
steps.setPhase('job');
await jobs['orders.deliver']({ purchaseId: run.orderId });
steps.setPhase('emails');
await new Outbox(deps).sendDue();
process.stdout.write(JSON.stringify(steps.names));
process.exit(0);
