import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startMailSimulator, type MailSimulator } from '#adapters/email/mail-simulator.ts';
import { createSmtpEmailSender } from '#adapters/email/smtp.ts';
import { createApp, type App } from '#core/app.ts';
import { openTestApp, type TestApp } from '../support/test-app.ts';
import { countInconsistencies, noInconsistencies } from './count-inconsistencies.ts';
import type { PurchaseRun } from './killable-purchase.ts';

/** Kills per way (return, webhook) in CI; FAULT_RUNS asks for more, with other seeds. */
const runs = Number(process.env['FAULT_RUNS'] ?? 300);

let at: TestApp;
let app: App;
let mailSimulator: MailSimulator;
let mailFolder: string;
let reportCode: string;
/** Moves the second life's clock behind every lease and patience. */
let clockOffsetMs = 0;

beforeAll(async () => {
  at = await openTestApp();
  mailFolder = mkdtempSync(path.join(os.tmpdir(), 'reportstand-faults-'));
  mailSimulator = await startMailSimulator({ port: 0, folder: mailFolder });
  reportCode = String((await at.app.catalogue.listReports(1)).items[0]?.code);
  app = createApp({
    ...at.deps,
    clock: () => new Date(Date.now() + clockOffsetMs),
    email: createSmtpEmailSender(mailSimulator.smtpUrl, async () => ({
      name: 'Test',
      address: 'test@example.com',
    })),
  });
});
afterAll(async () => {
  await mailSimulator?.close();
  await at?.close();
  for (const one of [mailFolder, `${mailFolder}-files`])
    rmSync(one, { recursive: true, force: true });
});

/** One life of the buyer's way; answers the names of its points where it lived to the end. */
function runPurchase(walk: PurchaseRun): Promise<string[] | undefined> {
  const child = spawn(
    process.execPath,
    ['test/resilience/killable-purchase.ts', JSON.stringify(walk)],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  let said = '';
  child.stdout.on('data', (part: Buffer) => (said += part.toString()));
  return new Promise((resolve) =>
    child.once('exit', (status) =>
      resolve(status === 0 ? (JSON.parse(said) as string[]) : undefined),
    ),
  );
}

/** What a restarted program does within a minute: reconciler, deliveries, letters. */
async function runRecoveryJobs(): Promise<void> {
  clockOffsetMs = 120_000;
  for (let i = 0; i < 3; i++) {
    await app.orders.jobs['orders.reconcile']();
    await (app.jobs['emails.sendDue'] as () => Promise<void>)();
    clockOffsetMs += 120_000;
  }
  clockOffsetMs = 0;
}

/** Message-IDs of what the mail server took. */
const sentMessageIds = (): string[] =>
  readdirSync(mailFolder).flatMap(
    (name) =>
      /message-id:\s*(<[^>]+>)/i.exec(readFileSync(path.join(mailFolder, name), 'utf8'))?.[1] ?? [],
  );

test(
  `F-01 a program killed at every point of a purchase, ${runs} times: nothing paid is undelivered, nothing is charged, sent or numbered twice`,
  async () => {
    const walk = (i: number, killAtStep: number, viaWebhook: boolean): PurchaseRun => ({
      databaseUrl: at.databaseUrl,
      paypalUrl: at.paypalUrl,
      smtpUrl: mailSimulator.smtpUrl,
      filesFolder: path.join(mailFolder, '..', `${path.basename(mailFolder)}-files`),
      reportCode,
      buyerSecret: String(i).padStart(64, '0'),
      email: `walk${i}@faults.example`,
      killAtStep,
      viaWebhook,
    });
    const [byReturn = [], byWebhook = []] = await Promise.all([
      runPurchase(walk(900_001, 0, false)),
      runPurchase(walk(900_002, 0, true)),
    ]);
    const [whole, wholeWebhook] = [byReturn.length, byWebhook.length];
    for (const part of [
      'checkout: ',
      'return: before taking the money',
      'delivery: before a file',
      'mail: after a letter',
    ])
      expect(byReturn.some((name) => name.startsWith(part))).toBe(true);
    expect(byWebhook).toContain('webhook: after taking the money');
    let killed = 0;
    const lives = Array.from({ length: runs }, (_, i) => i);
    const worker = async (): Promise<void> => {
      for (let i = lives.shift(); i !== undefined; i = lives.shift()) {
        const webhook = i % 2 === 1;
        const one = walk(i, 1 + (Math.floor(i / 2) % (webhook ? wholeWebhook : whole)), webhook);
        if ((await runPurchase(one)) === undefined) killed++;
      }
    };
    await Promise.all([worker(), worker(), worker()]);
    expect(killed).toBeGreaterThan(runs * 0.9);
    await runRecoveryJobs();
    const { charges, ...counts } = await countInconsistencies(at, sentMessageIds());
    console.log(
      `killed ${killed} times at ${whole} and ${wholeWebhook} points; ${charges} charges; ${JSON.stringify(counts)}\n${[...new Set([...byReturn, ...byWebhook])].join('\n')}`,
    );
    expect(charges).toBeGreaterThan(runs / 4);
    // A letter that was taken by the mail server while the program died goes once more, with the same Message-ID: at most one a kill at that point.
    const { 'letters doubled': doubled, ...rest } = counts;
    expect({ ...rest, 'letters doubled': 0 }).toEqual(noInconsistencies);
    expect(doubled).toBeLessThanOrEqual(Math.ceil(runs / Math.min(whole, wholeWebhook)) * 2);
  },
  Math.max(900_000, runs * 1500),
);
