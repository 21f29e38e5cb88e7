import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openDatabase } from '#adapters/database/index.ts';
import { createRateLimiter } from '#adapters/rate-limit.ts';
import type { Deps } from '#core/deps.ts';
import { startDelayedDatabaseProxy } from '../support/delayed-database.ts';
import { openSimulatedBuyers, type SimulatedBuyers } from './simulated-buyers.ts';

/** Twelve buyers at once, then the recovery jobs: each is charged, nothing is lost or doubled. */
async function expectTwelveSales(buyers: SimulatedBuyers): Promise<void> {
  await buyers.simulatePurchases(12);
  await buyers.runRecoveryJobs();
  expect(await buyers.expectConsistent()).toBe(12);
}

let delays = 0;
const delay =
  <Args extends unknown[], Result>(act: (...args: Args) => Promise<Result>, ms: number) =>
  async (...args: Args): Promise<Result> => {
    delays++;
    await sleep(ms);
    return act(...args);
  };

test.each<[string, (deps: Deps) => Partial<Deps>]>([
  ['mail server', ({ email }) => ({ email: { send: delay(email.send, 200) } })],
  [
    'disk',
    ({ files }) => ({
      files: {
        ...files,
        put: delay(files.put, 200),
        getSizeBytes: delay(files.getSizeBytes, 100),
      },
    }),
  ],
  [
    'provider',
    ({ payments }) => ({
      payments: {
        ...payments,
        createProviderOrder: delay(payments.createProviderOrder, 400),
        captureProviderOrder: delay(payments.captureProviderOrder, 400),
        getProviderOrder: delay(payments.getProviderOrder, 400),
      },
    }),
  ],
])('a slow %s makes buyers wait and loses nothing', async (_, slowDown) => {
  delays = 0;
  const buyers = await openSimulatedBuyers(slowDown);
  try {
    await expectTwelveSales(buyers);
    expect(delays).toBeGreaterThanOrEqual(12);
  } finally {
    await buyers.close();
  }
});

test('a database whose every answer comes 25 ms late loses nothing', async () => {
  const closers: (() => Promise<void> | void)[] = [];
  let countDelays = (): number => 0;
  const buyers = await openSimulatedBuyers(async (_, url) => {
    const proxy = await startDelayedDatabaseProxy(url, 25);
    countDelays = proxy.countDelays;
    const { db, pool, close } = await openDatabase(proxy.url, 10);
    closers.push(proxy.close, close);
    return { db, ...createRateLimiter(pool) };
  });
  try {
    await expectTwelveSales(buyers);
    expect(countDelays()).toBeGreaterThan(100);
  } finally {
    for (const close of closers.toReversed()) await close();
    await buyers.close();
  }
});
