/**
 * Sends what waits in the outbox and of an issue, in a process of its own that kills itself (SIGKILL)
 * at its n-th step: before an email, before its final dot, or after the mail server has answered.
 * Argument: a MailerRun as JSON.
 */
import { openDatabase } from '#adapters/database/index.ts';
import { createSmtpEmailSender } from '#adapters/email/smtp.ts';
import { App } from '#core/app.ts';
import { createTestDeps } from '../support/test-deps.ts';

export type MailerRun = {
  readonly databaseUrl: string;
  readonly smtpUrl: string;
  readonly filesFolder: string;
  readonly issueId: number;
  /** 1 for the first step; 0 to survive. */
  readonly killAtStep: number;
  /** The clock is ahead so far. */
  readonly clockOffsetMs: number;
};

const run = JSON.parse(process.argv[2] ?? '{}') as MailerRun;
let steps = 0;
function reachStep(): void {
  if (++steps === run.killAtStep) process.kill(process.pid, 'SIGKILL');
}

/** A server that hangs is given this long. */
const limitMs = 400;
const times = {
  connectMs: 5000,
  greetingMs: limitMs,
  loginMs: limitMs,
  envelopeMs: limitMs,
  blockMs: 5000,
  finalDotMs: limitMs,
};
const smtp = createSmtpEmailSender(
  run.smtpUrl,
  async () => ({ name: 'Test', address: 'test@example.com' }),
  times,
);
const database = await openDatabase(run.databaseUrl);
const deps = createTestDeps({
  database,
  paypalUrl: 'http://127.0.0.1:1',
  filesFolder: run.filesFolder,
  clock: () => new Date(Date.now() + run.clockOffsetMs),
  email: {
    send: async (email, options) => {
      reachStep();
      const beforeFinalDot = async (): Promise<void> => {
        await options?.beforeFinalDot?.();
        reachStep();
      };
      await smtp.send(email, { beforeFinalDot });
      reachStep();
    },
  },
});
const { jobs } = new App(deps);

/** As often as something is sent. */
async function repeat(work: () => Promise<void>): Promise<void> {
  for (let before = -1; before !== steps;) {
    before = steps;
    await work();
  }
}
await Promise.all([
  repeat(() => jobs['emails.sendDue']({})),
  repeat(() => jobs['newsletter.send']({ id: run.issueId })),
]);
process.exit(0);
