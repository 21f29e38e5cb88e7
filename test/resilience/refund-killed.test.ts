import { afterAll, beforeAll, expect, test } from 'vitest';
import { startKillable } from '../support/start-killable.ts';
import { openOrderTester, type OrderTester } from '../support/test-orders.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../support/temporary-folder.ts';
import type { RefundRun } from './killable-refund.ts';

let buyer: OrderTester;
let folder: TemporaryFolder;
beforeAll(async () => {
  buyer = await openOrderTester();
  folder = createTemporaryFolder('refunds');
});
afterAll(async () => {
  await buyer?.close();
  folder?.remove();
});

type Wanted = Pick<RefundRun, 'number' | 'amountCents' | 'killAtStep'>;

/** Runs one in a process of its own. Answers the names of its steps if it survived. */
async function runRefund(wanted: Wanted): Promise<string[] | undefined> {
  const { databaseUrl, paypalUrl } = buyer;
  const run: RefundRun = { databaseUrl, paypalUrl, filesFolder: folder.path, ...wanted };
  const child = startKillable('killable-refund', run);
  let output = '';
  child.stdout.on('data', (part: Buffer) => (output += part.toString()));
  const exitCode = await new Promise((resolve) => child.once('close', resolve));
  return exitCode === 0 ? (JSON.parse(output) as string[]) : undefined;
}

async function recover(): Promise<void> {
  for (let i = 0; i < 2; i++) {
    buyer.advanceClock(120_000);
    await buyer.reconcile();
  }
}

let orders = 0;
const buy = () => buyer.buyReport('single-user', { email: `refund-${++orders}@faults.example` });
const listRefunds = async (number: string) => {
  const { id } = await buyer.getOrder(number);
  const { db } = buyer.deps;
  const refunds = db.selectFrom('refund').select(['state', 'providerRefundId']);
  return refunds.where('purchaseId', '=', id).execute();
};
const listKinds = async (number: string) => {
  const { id } = await buyer.getOrder(number);
  const documents = await buyer.listDocuments();
  return documents.filter((one) => one.purchaseId === id).map(({ kind }) => kind);
};

/** A refund and its end at PayPal, each killed at a step. */
async function killBoth(number: string, refundStep: number, syncStep: number): Promise<void> {
  const before = await buyer.countProviderRefunds();
  await runRefund({ number, amountCents: 1000, killAtStep: refundStep });
  await recover();
  // Killed before it was stored: staff see that nothing was refunded.
  if ((await listRefunds(number)).length === 0) await buyer.refund(number, 1000);
  const [refund, ...others] = await listRefunds(number);
  expect([refund?.state, others]).toEqual(['completed', []]);
  expect(await buyer.countProviderRefunds()).toBe(before + 1);
  expect(await listKinds(number)).toEqual(['invoice', 'credit-note']);
  const refundId = refund?.providerRefundId;
  await buyer.callControlApi('settlerefund', { refundId, status: 'FAILED' });
  await runRefund({ number, killAtStep: syncStep });
  await recover();
  await runRefund({ number, killAtStep: 0 });
  expect(await listRefunds(number)).toMatchObject([{ state: 'reversed' }]);
  expect(await listKinds(number)).toEqual(['invoice', 'credit-note', 'credit-note-reversal']);
  expect(await buyer.getOrder(number)).toMatchObject({ state: 'fulfilled', refundedCents: 0 });
}

test('F-66 a refund and its reversal, killed at every step, are made and recorded once', async () => {
  const first = await buy();
  const { number } = first;
  const refundSteps = await runRefund({ number, amountCents: 1000, killAtStep: 0 });
  const syncSteps = await runRefund({ number, killAtStep: 0 });
  expect(refundSteps).toContain('refund: after refund');
  expect(syncSteps).toContain('sync: after commit');
  const steps = Math.max(refundSteps?.length ?? 0, syncSteps?.length ?? 0);
  expect(steps).toBeGreaterThan(6);
  for (let step = 1; step <= steps; step++)
    await killBoth(
      (await buy()).number,
      Math.min(step, refundSteps?.length ?? 1),
      Math.min(step, syncSteps?.length ?? 1),
    );
});
