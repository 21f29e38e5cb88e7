import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { onServer } from '../support/database.ts';
import { openBuyers, type Buyers } from './buyers.ts';
import { count, nothing } from './count.ts';

/** Purchases under faults in CI; FAULT_RUNS asks for more, FAULT_SEED for others. */
const runs = Math.max(100, Number(process.env['FAULT_RUNS'] ?? 100));

let away: Buyers;
beforeEach(async () => {
  away = await openBuyers();
});
afterEach(() => away.close());

test('the database cuts every connection again and again under forty checkouts: nothing that was acknowledged is lost', async () => {
  const { at, buyers, recover, received } = away;
  const state = { cutting: true };
  let cuts = 0;
  const name = new URL(at.databaseUrl).pathname.slice(1);
  const cutter = (async () => {
    while (state.cutting) {
      await sleep(120);
      await onServer(
        at.databaseUrl.replace(/\/[^/]*$/, '/postgres'),
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
      ).catch(() => {});
      cuts++;
    }
  })();
  await buyers(40);
  state.cutting = false;
  await cutter;
  expect(cuts).toBeGreaterThan(2);
  await recover();
  const { charges, ...counts } = await count(at, received());
  expect(charges).toBeGreaterThan(20);
  expect(counts).toEqual(nothing);
}, 120_000);

test('F-16 a disk that takes nothing holds deliveries up and loses none: they go out when it is back', async () => {
  const { at, shop, folder, buyers, recover, received } = away;
  writeFileSync(folder, 'a file where the folder should be: every write fails');
  await buyers(10);
  const paid = await at.world.db
    .selectFrom('purchase')
    .select('id')
    .where('state', '=', 'paid')
    .execute();
  expect(paid).toHaveLength(10);
  for (const { id } of paid)
    await expect(shop.orders.jobs['orders.deliver']({ purchaseId: id })).rejects.toThrow();
  expect(at.letters).toEqual([]);
  rmSync(folder);
  mkdirSync(folder);
  await recover();
  const { charges, ...counts } = await count(at, received());
  expect(charges).toBe(10);
  expect(counts).toEqual(nothing);
});

test(`${runs} seeded purchases, each under faults of its own at the provider and the mail server`, async () => {
  const { at, buy, recover, received } = away;
  let seed = Number(process.env['FAULT_SEED'] ?? 20_261_121);
  const random = (most: number): number =>
    (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) % most;
  const kinds = [
    'reset',
    'hang',
    'lose-answer',
    'later-3000',
    '500',
    '429',
    'html-502',
    'truncated',
    'wrong-type',
    'drip',
    'slow-2300',
    'issue:ORDER_COMPLETION_IN_PROGRESS',
    'issue:TRANSACTION_REFUSED',
  ];
  for (let i = 0; i < runs; i++) {
    const some = (): string[] => (random(3) === 0 ? [kinds[random(kinds.length)] ?? 'reset'] : []);
    await at.fault({ create: some(), capture: some(), get: some() });
    if (random(4) === 0) at.mailDown(random(2) === 0);
    await buy(i);
    if (random(3) === 0) await recover();
  }
  await at.fault({});
  at.mailDown(false);
  for (let i = 0; i < 6; i++) await recover();
  const { charges, ...counts } = await count(at, received());
  expect(charges).toBeGreaterThan(runs * 0.8);
  expect(counts).toEqual(nothing);
}, 600_000);
