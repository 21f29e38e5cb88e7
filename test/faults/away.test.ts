import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createDiskFiles } from '#adapters/files/disk.ts';
import { createShop, type Shop } from '#core/shop.ts';
import { onServer } from '../support/database.ts';
import { openTestWorld, type TestWorld } from '../support/world.ts';
import { count, nothing } from './count.ts';

let at: TestWorld;
let code: string;
let ahead = 0;
let shop: Shop;
const folder = path.join(os.tmpdir(), `reportstand-away-${process.pid}`);

beforeEach(async () => {
  at = await openTestWorld();
  ahead = 0;
  code = String((await at.shop.catalogue.list(1)).items[0]?.code);
  shop = createShop({ ...at.world, clock: () => new Date(Date.now() + ahead), files: createDiskFiles(folder) });
});
afterEach(async () => {
  await at.close();
  rmSync(folder, { recursive: true, force: true });
});

const billing = { name: 'Away', mobile_no: '+1 202-555-0100', company_name: 'Example', title: 'Analyst', country: '1', address: '1 Main Street', city: 'Springfield', state: 'Illinois', zip: '62701', policy: '1', type: 'single-user' };

/** A buyer who tries again a few times, as people do. */
async function buy(i: number): Promise<void> {
  const browser = String(i).padStart(64, '0');
  for (let tries = 0; tries < 6; tries++) {
    try {
      const placed = await shop.orders.place({ ...billing, email: `away${i}@faults.example`, report_id: code }, browser);
      if (!placed.ok) continue;
      await fetch(placed.value.approvalUrl, { method: 'POST', body: new URLSearchParams({ choice: 'pay' }), redirect: 'manual' });
      const finished = await shop.orders.finish(placed.value.providerId, browser);
      if (finished.ok) return;
    } catch {
      await sleep(50);
    }
  }
}

/** What the program does by itself within the next minutes. */
async function recover(): Promise<void> {
  for (let i = 0; i < 4; i++) {
    ahead += 180_000;
    await shop.orders.jobs['orders.reconcile']().catch(() => {});
    await (shop.jobs['post.sweep'] as () => Promise<void>)();
  }
}
const received = (): string[] => at.letters.map(({ messageId }) => messageId);

test('the database cuts every connection again and again under forty checkouts: nothing that was acknowledged is lost', async () => {
  const state = { cutting: true };
  let cuts = 0;
  const name = new URL(at.databaseUrl).pathname.slice(1);
  const cutter = (async () => {
    while (state.cutting) {
      await sleep(120);
      await onServer(at.databaseUrl.replace(/\/[^/]*$/, '/postgres'), `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`).catch(() => {});
      cuts++;
    }
  })();
  await Promise.all(Array.from({ length: 40 }, (_, i) => buy(i)));
  state.cutting = false;
  await cutter;
  expect(cuts).toBeGreaterThan(2);
  await recover();
  const { charges, ...counts } = await count(at, received());
  expect(charges).toBeGreaterThan(20);
  expect(counts).toEqual(nothing);
}, 120_000);

test('a disk that takes nothing holds deliveries up and loses none: they go out when it is back', async () => {
  writeFileSync(folder, 'a file where the folder should be: every write fails');
  await Promise.all(Array.from({ length: 10 }, (_, i) => buy(i)));
  const paid = await at.world.db.selectFrom('purchase').select('id').where('state', '=', 'paid').execute();
  expect(paid).toHaveLength(10);
  for (const { id } of paid) await expect(shop.orders.jobs['orders.deliver']({ purchaseId: id })).rejects.toThrow();
  expect(at.letters).toEqual([]);
  rmSync(folder);
  mkdirSync(folder);
  await recover();
  const { charges, ...counts } = await count(at, received());
  expect(charges).toBe(10);
  expect(counts).toEqual(nothing);
});

test('a hundred seeded purchases, each under faults of its own at the provider and the mail server', async () => {
  let seed = 20_261_121;
  const random = (most: number): number => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) % most;
  const kinds = ['reset', 'lose-answer', '500', '429', 'html-502', 'truncated', 'slow-2300'];
  for (let i = 0; i < 100; i++) {
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
  expect(charges).toBeGreaterThan(80);
  expect(counts).toEqual(nothing);
}, 240_000);
