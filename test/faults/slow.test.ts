import net from 'node:net';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openDatabase } from '#adapters/database/index.ts';
import { createLimits } from '#adapters/limits.ts';
import type { World } from '#core/world.ts';
import { openBuyers, type Buyers } from './buyers.ts';
import { count, nothing } from './count.ts';

/** Between us and the database: everything that it says comes `delay` ms late. */
async function lateDatabase(url: string, delay: number): Promise<{ url: string; close(): void }> {
  const { port, hostname } = new URL(url);
  const server = net.createServer((near) => {
    const far = net.connect(Number(port), hostname);
    near.pipe(far);
    far.on('data', (part) => void setTimeout(() => near.destroyed || near.write(part), delay));
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
async function after({ at, buyers, recover, received }: Buyers): Promise<{ charges: number }> {
  await buyers(12);
  await recover();
  const { charges, ...counts } = await count(at, received());
  expect(counts).toEqual(nothing);
  return { charges };
}

const slowly = <T extends (...args: never[]) => Promise<unknown>>(act: T, ms: number): T =>
  (async (...args: never[]) => {
    await sleep(ms);
    return act(...args);
  }) as unknown as T;

test.each<[string, (world: World) => Partial<World>]>([
  ['mail server', ({ mail }) => ({ mail: { send: slowly(mail.send, 400) } })],
  [
    'disk',
    ({ files }) => ({
      files: {
        ...files,
        put: slowly(files.put, 200),
        size: slowly(files.size, 100),
        read: files.read,
      },
    }),
  ],
  [
    'provider',
    ({ payments }) => ({
      payments: {
        ...payments,
        create: slowly(payments.create, 900),
        capture: slowly(payments.capture, 900),
        look: slowly(payments.look, 900),
      },
    }),
  ],
])(
  'a slow %s makes buyers wait and loses nothing',
  async (_, change) => {
    const slow = await openBuyers(change);
    try {
      expect((await after(slow)).charges).toBe(12);
    } finally {
      await slow.close();
    }
  },
  120_000,
);

test('a database whose every answer comes 60 ms late loses nothing', async () => {
  const opened: (() => Promise<void> | void)[] = [];
  const slow = await openBuyers(async (_, url) => {
    const late = await lateDatabase(url, 60);
    const { db, pool, close } = await openDatabase(late.url, 10);
    opened.push(late.close, close);
    return { db, limit: createLimits(pool) };
  });
  try {
    const before = performance.now();
    expect((await after(slow)).charges).toBe(12);
    expect(performance.now() - before).toBeGreaterThan(1000);
  } finally {
    for (const close of opened.toReversed()) await close();
    await slow.close();
  }
}, 120_000);

const day = 86_400_000;
test.each([
  ['a day ahead', [day]],
  ['a day back', [-day]],
  ['to and fro', [day, -day, 0, 3_600_000, -3_600_000]],
])(
  'F-17 a clock that jumps %s charges nobody twice and loses nothing',
  async (_, jumps) => {
    const jumping = await openBuyers();
    try {
      let turn = 0;
      const state = { going: true };
      const jumper = (async () => {
        while (state.going) {
          jumping.clockOff(jumps[turn++ % jumps.length] ?? 0);
          await sleep(150);
        }
      })();
      await jumping.buyers(12);
      await jumping.recover();
      state.going = false;
      await jumper;
      jumping.clockOff(0);
      // A lease that was taken a day ahead holds for a day: the clock is right again, and time passes.
      jumping.clockOff(2 * day);
      const { charges } = await after(jumping);
      expect(charges).toBeGreaterThanOrEqual(12);
    } finally {
      await jumping.close();
    }
  },
  120_000,
);
