import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readPurchaseId } from '../support/paypal.ts';
import { waitUntil } from '../support/wait-until.ts';
import { backUpStore, restoreStore } from './drill/database-copies.ts';
import { DrillClosers } from './drill/drill-closers.ts';
import { openDrillStore, type DrillStore } from './drill/drill-store.ts';
import { buyPatiently, createHttpBuyer, placeAndApprove } from './http-buyers.ts';

/** How often the store is put back; FAULT_RUNS asks for more. */
const runs = Number(process.env['FAULT_RUNS'] ?? 1);

const closers = new DrillClosers();
let store: DrillStore;
beforeAll(async () => {
  store = await openDrillStore({ programCount: 1 }, closers);
});
afterAll(() => closers.closeAll());

let buyers = 0;
const nextBuyer = () => createHttpBuyer(++buyers);
const buy = async (): Promise<string> => {
  const buyer = nextBuyer();
  expect(await buyPatiently(store, buyer)).toBe(true);
  return buyer.email;
};

/** The provider's ids of all orders of the store, with what our database says of them. */
const listOrders = () =>
  store.useDatabase((db) =>
    db
      .selectFrom('purchase')
      .innerJoin('paymentAttempt', 'paymentAttempt.purchaseId', 'purchase.id')
      .select(['purchase.id', 'number', 'email', 'state', 'providerOrderId', 'captureId'])
      .execute(),
  );
const listDifferences = () =>
  store.useDatabase((db) =>
    db.selectFrom('paymentDifference').select(['captureId', 'kind', 'settledAt']).execute(),
  );
const waitForDelivery = (email: string) =>
  waitUntil(`the order of ${email} is delivered`, async () =>
    (await listOrders()).some((order) => order.email === email && order.state === 'fulfilled'),
  );

/** Backed up, sold, put back, sold on: answers how many payments of the lost time were found. */
async function loseTime(copy: string): Promise<number> {
  const kept = await buy();
  const known = nextBuyer();
  const returnPath = String(await placeAndApprove(store, known));
  await waitForDelivery(kept);
  await waitForDelivery(known.email);
  await backUpStore(store, copy);
  const before = new Set((await listOrders()).map(({ providerOrderId }) => providerOrderId));
  const lostBuyers = [nextBuyer(), nextBuyer()];
  for (const buyer of lostBuyers) expect(await buyPatiently(store, buyer)).toBe(true);
  const abandoned = nextBuyer();
  const abandonedPath = String(await placeAndApprove(store, abandoned));
  await waitForDelivery(abandoned.email);
  const lost = (await listOrders()).filter(({ providerOrderId }) => !before.has(providerOrderId));
  expect(lost).toHaveLength(3);
  await restoreStore(store, copy);
  // The next buyers have the ids of the lost orders, and meet none of them.
  const next = [await buy(), await buy(), await buy()];
  for (const email of next) await waitForDelivery(email);
  const orders = await listOrders();
  const lostIds = new Set(lost.map(({ providerOrderId }) => providerOrderId));
  const ours = orders.filter(({ providerOrderId }) => lostIds.has(providerOrderId));
  expect(ours).toEqual([]);
  const page = await store.request(abandonedPath, { headers: { cookie: abandoned.cookie } });
  expect(page.status).toBe(404);
  const again = await store.request(returnPath, { headers: { cookie: known.cookie } });
  expect(again.status).toBeLessThan(400);
  const charges = await store.providers.getPaypalCharges();
  const captures = orders.map(({ captureId }) => captureId);
  expect(new Set(captures).size).toBe(orders.length);
  const idsOfNext = orders.filter(({ email }) => next.includes(email)).map(({ id }) => id);
  expect(charges.map(readPurchaseId)).toEqual(expect.arrayContaining(idsOfNext));
  const lostCaptures = lost.map(({ captureId }) => String(captureId));
  await waitUntil('the comparison has found what was paid in the lost time', async () => {
    const found = (await listDifferences()).filter(({ kind }) => kind === 'unknown order');
    return lostCaptures.every((id) => found.some(({ captureId }) => captureId === id));
  });
  return lostCaptures.length;
}

test(
  'F-71 the folder of an earlier database is put back and the store sells on: nothing is mixed up',
  async () => {
    let found = 0;
    for (let run = 0; run < runs; run++)
      found += await loseTime(path.join(path.dirname(store.dataFolder), `backup-${run}`));
    console.log(`${runs} restored databases: ${found} lost payments, all found, none mixed up`);
  },
  Math.max(1_800_000, runs * 300_000),
);
