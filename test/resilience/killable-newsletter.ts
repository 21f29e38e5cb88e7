/**
 * Sends an issue of the newsletter in a process of its own that kills itself (SIGKILL) at its n-th
 * step: right before or after the mail server was asked. Argument: a NewsletterRun as JSON.
 */
import { openDatabase } from '#adapters/database/index.ts';
import { createSmtpEmailSender } from '#adapters/email/smtp.ts';
import { App } from '#core/app.ts';
import { createTestDeps } from '../support/test-deps.ts';

export type NewsletterRun = {
  readonly databaseUrl: string;
  readonly smtpUrl: string;
  readonly filesFolder: string;
  readonly issueId: number;
  /** 1 for the first step; 0 to survive. */
  readonly killAtStep: number;
  /** The clock is ahead so far. */
  readonly clockOffsetMs: number;
};

const run = JSON.parse(process.argv[2] ?? '{}') as NewsletterRun;
let steps = 0;
function reachStep(): void {
  if (++steps === run.killAtStep) process.kill(process.pid, 'SIGKILL');
}

const smtp = createSmtpEmailSender(run.smtpUrl, async () => ({
  name: 'Test',
  address: 'test@example.com',
}));
const database = await openDatabase(run.databaseUrl);
const deps = createTestDeps({
  database,
  paypalUrl: 'http://127.0.0.1:1',
  filesFolder: run.filesFolder,
  clock: () => new Date(Date.now() + run.clockOffsetMs),
  email: {
    send: async (...email) => {
      reachStep();
      await smtp.send(...email);
      reachStep();
    },
  },
});
await new App(deps).jobs['newsletter.send']({ id: run.issueId });
await database.close();
