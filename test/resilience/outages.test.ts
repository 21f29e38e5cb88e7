import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { executeOnServer } from '../support/test-database.ts';
import { openSimulatedBuyers, type SimulatedBuyers } from './simulated-buyers.ts';
import { countInconsistencies, noInconsistencies } from './count-inconsistencies.ts';

/** Purchases under faults in CI; FAULT_RUNS asks for more, FAULT_SEED for others. */
const runs = Math.max(100, Number(process.env['FAULT_RUNS'] ?? 100));

let buyersUnderOutage: SimulatedBuyers;
beforeEach(async () => {
  buyersUnderOutage = await openSimulatedBuyers();
});
afterEach(() => buyersUnderOutage.close());

test('the database cuts every connection again and again under forty checkouts: nothing that was acknowledged is lost', async () => {
  const { testApp, simulatePurchases, runRecoveryJobs, sentMessageIds } = buyersUnderOutage;
  const state = { cutting: true };
  let cuts = 0;
  const name = new URL(testApp.databaseUrl).pathname.slice(1);
  const cutter = (async () => {
    while (state.cutting) {
      await sleep(120);
      await executeOnServer(
        testApp.databaseUrl.replace(/\/[^/]*$/, '/postgres'),
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
      ).catch(() => {});
      cuts++;
    }
  })();
  await simulatePurchases(40);
  state.cutting = false;
  await cutter;
  expect(cuts).toBeGreaterThan(2);
  await runRecoveryJobs();
  const { charges, ...counts } = await countInconsistencies(testApp, sentMessageIds());
  expect(charges).toBeGreaterThan(20);
  expect(counts).toEqual(noInconsistencies);
}, 120_000);

test('F-16 a disk that takes nothing holds deliveries up and loses none: they go out when it is back', async () => {
  const { testApp, app, filesFolder, simulatePurchases, runRecoveryJobs, sentMessageIds } =
    buyersUnderOutage;
  writeFileSync(filesFolder, 'a file where the folder should be: every write fails');
  await simulatePurchases(10);
  const paid = await testApp.deps.db
    .selectFrom('purchase')
    .select('id')
    .where('state', '=', 'paid')
    .execute();
  expect(paid).toHaveLength(10);
  for (const { id } of paid)
    await expect(app.orders.jobs['orders.deliver']({ purchaseId: id })).rejects.toThrow();
  expect(testApp.emails).toEqual([]);
  rmSync(filesFolder);
  mkdirSync(filesFolder);
  await runRecoveryJobs();
  const { charges, ...counts } = await countInconsistencies(testApp, sentMessageIds());
  expect(charges).toBe(10);
  expect(counts).toEqual(noInconsistencies);
});

test(`${runs} seeded purchases, each under faults of its own at the provider and the mail server`, async () => {
  const { testApp, simulatePurchase, runRecoveryJobs, sentMessageIds } = buyersUnderOutage;
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
    await testApp.planPaypalFaults({ create: some(), capture: some(), get: some() });
    if (random(4) === 0) testApp.setMailServerDown(random(2) === 0);
    await simulatePurchase(i);
    if (random(3) === 0) await runRecoveryJobs();
  }
  await testApp.planPaypalFaults({});
  testApp.setMailServerDown(false);
  for (let i = 0; i < 6; i++) await runRecoveryJobs();
  const { charges, ...counts } = await countInconsistencies(testApp, sentMessageIds());
  expect(charges).toBeGreaterThan(runs * 0.8);
  expect(counts).toEqual(noInconsistencies);
}, 600_000);
