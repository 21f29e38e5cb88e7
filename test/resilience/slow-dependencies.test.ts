import net from 'node:net';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openDatabase } from '#adapters/database/index.ts';
import { createRateLimiter } from '#adapters/rate-limit.ts';
import type { Deps } from '#core/deps.ts';
import { openSimulatedBuyers, type SimulatedBuyers } from './simulated-buyers.ts';
import { countInconsistencies, noInconsistencies } from './count-inconsistencies.ts';

/** Between us and the database: everything that it says comes `delay` ms late. */
async function startDelayedDatabaseProxy(
  url: string,
  delayMs: number,
): Promise<{ url: string; close(): void }> {
  const { port, hostname } = new URL(url);
  const server = net.createServer((near) => {
    const far = net.connect(Number(port), hostname);
    near.pipe(far);
    far.on('data', (part) => void setTimeout(() => near.destroyed || near.write(part), delayMs));
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      one.on('error', () => other.destroy());
      one.on('close', () => other.destroy());
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const target = new URL(url);
  target.port = String((server.address() as AddressInfo).port);
  return { url: target.href, close: () => server.close() };
}

/** Twelve buyers at once, then what the program does by itself; answers what was lost or doubled. */
async function buyAndExpectConsistent({
  testApp,
  simulatePurchases,
  runRecoveryJobs,
  sentMessageIds,
}: SimulatedBuyers): Promise<{ charges: number }> {
  await simulatePurchases(12);
  await runRecoveryJobs();
  const { charges, ...counts } = await countInconsistencies(testApp, sentMessageIds());
  expect(counts).toEqual(noInconsistencies);
  return { charges };
}

const delay = <T extends (...args: never[]) => Promise<unknown>>(act: T, ms: number): T =>
  (async (...args: never[]) => {
    await sleep(ms);
    return act(...args);
  }) as unknown as T;

test.each<[string, (deps: Deps) => Partial<Deps>]>([
  ['mail server', ({ email }) => ({ email: { send: delay(email.send, 400) } })],
  [
    'disk',
    ({ files }) => ({
      files: {
        ...files,
        put: delay(files.put, 200),
        getSizeBytes: delay(files.getSizeBytes, 100),
        read: files.read,
      },
    }),
  ],
  [
    'provider',
    ({ payments }) => ({
      payments: {
        ...payments,
        createProviderOrder: delay(payments.createProviderOrder, 900),
        captureProviderOrder: delay(payments.captureProviderOrder, 900),
        getProviderOrder: delay(payments.getProviderOrder, 900),
      },
    }),
  ],
])(
  'a slow %s makes buyers wait and loses nothing',
  async (_, change) => {
    const slow = await openSimulatedBuyers(change);
    try {
      expect((await buyAndExpectConsistent(slow)).charges).toBe(12);
    } finally {
      await slow.close();
    }
  },
  120_000,
);

test('a database whose every answer comes 60 ms late loses nothing', async () => {
  const opened: (() => Promise<void> | void)[] = [];
  const slow = await openSimulatedBuyers(async (_, url) => {
    const late = await startDelayedDatabaseProxy(url, 60);
    const { db, pool, close } = await openDatabase(late.url, 10);
    opened.push(late.close, close);
    return { db, consumeRateLimit: createRateLimiter(pool) };
  });
  try {
    const before = performance.now();
    expect((await buyAndExpectConsistent(slow)).charges).toBe(12);
    expect(performance.now() - before).toBeGreaterThan(1000);
  } finally {
    for (const close of opened.toReversed()) await close();
    await slow.close();
  }
}, 120_000);

const dayMs = 86_400_000;
test.each([
  ['a day ahead', [dayMs]],
  ['a day back', [-dayMs]],
  ['to and fro', [dayMs, -dayMs, 0, 3_600_000, -3_600_000]],
])(
  'F-17 a clock that jumps %s charges nobody twice and loses nothing',
  async (_, jumps) => {
    const jumping = await openSimulatedBuyers();
    try {
      let turn = 0;
      const state = { going: true };
      const jumper = (async () => {
        while (state.going) {
          jumping.setClockOffset(jumps[turn++ % jumps.length] ?? 0);
          await sleep(150);
        }
      })();
      await jumping.simulatePurchases(12);
      await jumping.runRecoveryJobs();
      state.going = false;
      await jumper;
      jumping.setClockOffset(0);
      // A lease that was taken a day ahead holds for a day: the clock is right again, and time passes.
      jumping.setClockOffset(2 * dayMs);
      const { charges } = await buyAndExpectConsistent(jumping);
      expect(charges).toBeGreaterThanOrEqual(12);
    } finally {
      await jumping.close();
    }
  },
  120_000,
);
