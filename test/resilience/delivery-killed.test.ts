import { once as happen } from 'node:events';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startMailSimulator, type MailSimulator } from '#simulators/mail/index.ts';
import { createSmtpEmailSender } from '#adapters/email/smtp.ts';
import { createDiskFileStorage } from '#adapters/files/disk.ts';
import { App } from '#core/app.ts';
import { Outbox } from '#core/kernel/outbox.ts';
import { readMessageIds } from '../support/emails.ts';
import { startKillable } from '../support/start-killable.ts';
import { createTemporaryFolder } from '../support/temporary-folder.ts';
import { openPromiseTester, type PromiseTester } from '../support/test-promises.ts';
import { testProgram } from '../support/test-staff.ts';
import type { DeliveryRun } from './killable-delivery.ts';

const folder = createTemporaryFolder('delivery-killed');
const filesFolder = path.join(folder.path, 'files');
const mailFolder = path.join(folder.path, 'mail');
let tester: PromiseTester;
let mailSimulator: MailSimulator;
beforeAll(async () => {
  tester = await openPromiseTester();
  mailSimulator = await startMailSimulator({ port: 0, folder: mailFolder });
});
afterAll(async () => {
  await mailSimulator?.close();
  await tester?.close();
  folder.remove();
});

/** Pays an order, and has it delivered by a process; the names of its steps if it survived. */
async function payAndDeliver(killAtStep: number): Promise<string[] | undefined> {
  const email = `buyer${killAtStep}@faults.example`;
  const { number } = await tester.buyReport('single-user', { email });
  const run: DeliveryRun = {
    databaseUrl: tester.databaseUrl,
    smtpUrl: mailSimulator.smtpUrl,
    filesFolder,
    orderId: (await tester.getOrder(number)).id,
    number,
    pdfPath: await tester.writePdf(2),
    killAtStep,
  };
  const child = startKillable('killable-delivery', run);
  let output = '';
  child.stdout.on('data', (part: Buffer) => (output += part.toString()));
  await happen(child, 'close');
  return child.signalCode === null ? (JSON.parse(output) as string[]) : undefined;
}

/**
 * Does what a restarted program does within some minutes, and what a member of staff does who sees
 * an order that still waits.
 */
async function recover(): Promise<void> {
  let clockOffsetMs = 0;
  const deps = {
    ...tester.deps,
    clock: () => new Date(Date.now() + clockOffsetMs),
    files: createDiskFileStorage(filesFolder),
    email: createSmtpEmailSender(mailSimulator.smtpUrl, async () => ({
      name: 'Test',
      address: 'test@example.com',
    })),
  };
  const { orders } = new App(deps);
  for (const number of await tester.listToDeliver()) {
    const seen = await orders.staff.details.getOrder(testProgram, number);
    if (!seen.ok || !seen.value.delivery?.isWaiting) continue;
    const file = { path: await tester.writePdf(2), fileName: 'report.pdf' };
    await orders.staff.promised.addFile(testProgram, number, file);
    await orders.staff.promised.deliver(testProgram, number, { isForAlike: false });
  }
  for (let i = 0; i < 3; i++) {
    clockOffsetMs += 120_000;
    await orders.jobs['orders.reconcile']();
    await new Outbox(deps).sendDue();
  }
}

async function countEvents(kind: string): Promise<number[]> {
  const rows = await tester.deps.db
    .selectFrom('orderEvent')
    .select((eb) => ['purchaseId', eb.fn.countAll<number>().as('count')])
    .where('kind', '=', kind)
    .groupBy('purchaseId')
    .execute();
  return rows.map(({ count }) => count);
}

test('F-64 a delivery by staff that is killed at any moment, from the upload to the email, is made once', async () => {
  const steps = (await payAndDeliver(0)) ?? [];
  for (const start of ['upload: before file', 'deliver: after commit', 'job: ', 'emails: after'])
    expect(steps.some((name) => name.startsWith(start))).toBe(true);
  // Behind one step and right before the next nothing outside differs.
  const points = steps.flatMap((name, i) => (name.includes(': before ') ? [i + 1] : []));
  for (const killAtStep of [...points, steps.length])
    expect(await payAndDeliver(killAtStep)).toBeUndefined();
  await recover();

  const once = Array.from({ length: points.length + 2 }, () => 1);
  const states = await tester.deps.db.selectFrom('purchase').select('state').execute();
  expect(states.map(({ state }) => state)).toEqual(once.map(() => 'fulfilled'));
  for (const kind of ['file-added', 'files-released', 'fulfilled', 'delivery-promised'])
    expect(await countEvents(kind)).toEqual(once);
  const ids = readMessageIds(mailFolder).map((id) => /<([^@>]+)/.exec(id)?.[1] ?? '');
  const told = ids.filter((id) => id.startsWith('delivered-'));
  expect(new Set(told).size).toBe(once.length);
  // Killed between the mail server's answer and our note of it, an email goes once more under the
  // same Message-ID.
  expect(told.length - new Set(told).size).toBeLessThanOrEqual(
    steps.filter((name) => name.startsWith('emails: ')).length,
  );
  expect(await tester.listToDeliver()).toEqual([]);
});
