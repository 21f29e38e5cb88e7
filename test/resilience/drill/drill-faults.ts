import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Random } from '#demo/random.ts';
import { readDatabaseProcessId } from '../../support/server-process.ts';
import { waitUntil } from '../../support/wait-until.ts';
import { listStoreFiles, tryEmptyDatabase } from './database-copies.ts';
import type { DrillStore, DrillStoreOptions } from './drill-store.ts';
import { freezeDatabase, thawDatabase } from './frozen-database.ts';
import { fillDisk } from './small-disk.ts';
import { uploadThroughThree } from './three-programs.ts';

/** A fault that was done to the store and is over. */
export type Strike = {
  readonly description: string;
  /** How often the fault happened. */
  readonly count: number;
  /** Promises that were broken while it lasted. */
  readonly breaches?: readonly string[];
  /** Undoes what needs a hand, once the store has recovered without it. */
  readonly repair?: () => Promise<void>;
};

export type DrillFault = {
  readonly name: string;
  readonly store: DrillStoreOptions;
  /** How often it happens in a whole drill. */
  readonly defaultCount: number;
  /** Webhooks of the payment provider are lost: only the reconciler finds what was paid. */
  readonly areWebhooksLost?: boolean;
  /**
   * The providers' behaviour meanwhile: payment provider and mail server each fail in a third of
   * all rounds by default.
   */
  readonly providers?: 'slow' | 'failing' | 'well';
  /** Resolves when the fault is over. */
  readonly strike: (store: DrillStore, random: Random) => Promise<Strike>;
};

/** Process id of the PostgreSQL that runs; undefined between two of them. */
function findRunningDatabase(databaseFolder: string): number | undefined {
  try {
    const pid = readDatabaseProcessId(databaseFolder);
    process.kill(pid, 0);
    return pid;
  } catch {
    return undefined;
  }
}

/** Kills PostgreSQL up to four times in a row: running, starting, or while it recovers. */
async function killDatabase({ databaseFolder }: DrillStore, random: Random): Promise<Strike> {
  const planned = 1 + random(4);
  let killedPid: number | undefined;
  for (let count = 0; count < planned; count++) {
    const findNext = (): number | false => {
      const pid = findRunningDatabase(databaseFolder);
      return pid !== undefined && pid !== killedPid && pid;
    };
    const limits = { limitMs: 60_000, intervalMs: 5 };
    const pid = await waitUntil('PostgreSQL runs', findNext, limits).catch(() => undefined);
    if (pid === undefined)
      return {
        description: `${count} kills`,
        count,
        breaches: ['PostgreSQL is not started again'],
      };
    await sleep(random(3) === 0 ? random(1500) : random(120));
    process.kill(pid, 'SIGKILL');
    killedPid = pid;
  }
  return { description: `${planned} kills`, count: planned };
}

/** Longest silence that is not a breach: five seconds are promised, a busy machine gets ten. */
const maxSilenceMs = 10_000;

/** The slowest answer of pages that need the database, in ms, asked again and again until `end`. */
async function measureSlowestAnswer({ request }: DrillStore, end: number): Promise<number> {
  let slowestMs = 0;
  for (let i = 0; performance.now() < end; i++) {
    const started = performance.now();
    const pages = [`/custom_search?q=steel${i}`, '/payment-success?token=5O190127TN364715T'];
    await Promise.all(
      pages.map((page) =>
        request(page)
          .then((response) => response.arrayBuffer())
          .catch(() => {}),
      ),
    );
    slowestMs = Math.max(slowestMs, performance.now() - started);
    await sleep(200);
  }
  return slowestMs;
}

async function stopDatabaseForAWhile(store: DrillStore, random: Random): Promise<Strike> {
  const frozenMs = 5000 + random(35_000);
  const end = performance.now() + frozenMs;
  freezeDatabase(store.databaseFolder);
  const measuring = measureSlowestAnswer(store, end);
  await sleep(frozenMs);
  thawDatabase(store.databaseFolder);
  const slowestMs = await measuring;
  const seconds = (slowestMs / 1000).toFixed(1);
  return {
    description: `frozen for ${Math.round(frozenMs / 1000)} s, slowest answer ${seconds} s`,
    count: 1,
    breaches: slowestMs > maxSilenceMs ? [`an answer took ${seconds} s`] : [],
  };
}

async function fillDiskForAWhile(store: DrillStore, random: Random): Promise<Strike> {
  const fullMs = 2000 + random(16_000);
  const makeRoom = fillDisk(store);
  await sleep(fullMs);
  makeRoom();
  const what = store.isOnSmallDisk ? 'the whole disk' : 'files alone';
  return { description: `${what} full for ${Math.round(fullMs / 1000)} s`, count: 1 };
}

/** Kills one of two programs at a moment when a job runs, in one of them. */
async function killProgram(store: DrillStore, random: Random): Promise<Strike> {
  const isWorking = (): Promise<boolean> =>
    store.useDatabase(async (db) => {
      const { rows } = await sql`
        select from graphile_worker.jobs where locked_at is not null limit 1`.execute(db);
      return rows.length > 0;
    });
  const limits = { limitMs: 10_000, intervalMs: 5 };
  const wasWorking = await waitUntil('a job runs', isWorking, limits).catch(() => false);
  const number = random(store.programs.length);
  await store.programs[number]?.kill();
  return {
    description: `program ${number + 1} killed ${wasWorking ? 'while a job ran' : 'without a job'}`,
    count: 1,
    repair: () => store.startAgain(number),
  };
}

const dayMs = 86_400_000;

async function moveClock(store: DrillStore, random: Random): Promise<Strike> {
  const offsetMs = random(2) === 0 ? dayMs : -dayMs;
  const movedMs = 5000 + random(60_000);
  store.setClockOffset(offsetMs);
  await sleep(movedMs);
  store.setClockOffset(0);
  const direction = offsetMs > 0 ? 'ahead' : 'back';
  return { description: `a day ${direction} for ${Math.round(movedMs / 1000)} s`, count: 1 };
}

/** The providers fail in every round, whatever else happens; here nothing else does. */
async function waitForProviders(_: DrillStore, random: Random): Promise<Strike> {
  const lastedMs = 1000 + random(20_000);
  await sleep(lastedMs);
  return { description: `for ${Math.round(lastedMs / 1000)} s`, count: 1 };
}

/** Another program takes, refunds and disputes payments of its own amid our purchases. */
async function takeForeignPayments(
  { providers, useDatabase }: DrillStore,
  random: Random,
): Promise<Strike> {
  const count = 2 + random(6);
  const ends: string[] = [];
  for (let i = 0; i < count; i++) {
    ends.push(await providers.foreignProgram.takePayment(random));
    await sleep(random(800));
  }
  const { rows } = await useDatabase((db) =>
    sql<{ changed: string }>`
      select number || ' is ' || state as changed from purchase
      where state in ('suspended', 'refunded', 'partly-refunded', 'mismatch')
      or exists (select from refund where purchase_id = purchase.id)`.execute(db),
  );
  return {
    description: `${count} foreign payments (${ends.join(', ')})`,
    count: 1,
    breaches: rows.map(({ changed }) => `a foreign payment changed an order: ${changed}`),
  };
}

/**
 * Somebody starts the store with an empty database beside its files, and then with its own again.
 */
async function startWithEmptyDatabase(store: DrillStore): Promise<Strike> {
  const before = listStoreFiles(store);
  const { isRefused } = await tryEmptyDatabase(store);
  const after = listStoreFiles(store);
  const lost = [...before].filter(([name, size]) => after.get(name) !== size);
  return {
    description: `${before.size} files, ${isRefused ? 'refused' : 'started'}`,
    count: 1,
    breaches: lost.length > 0 ? [`files are gone: ${lost.map(([name]) => name).join(', ')}`] : [],
  };
}

/** Every fault that the drill knows, in the order in which it runs them. */
export const drillFaults: readonly DrillFault[] = [
  { name: 'database-killed', store: { programCount: 1 }, defaultCount: 300, strike: killDatabase },
  {
    name: 'disk-full',
    store: { programCount: 1, isOnSmallDisk: true },
    defaultCount: 50,
    strike: fillDiskForAWhile,
  },
  {
    name: 'database-frozen',
    store: { programCount: 1 },
    defaultCount: 50,
    strike: stopDatabaseForAWhile,
  },
  {
    name: 'program-killed',
    store: { programCount: 2 },
    defaultCount: 100,
    providers: 'slow',
    strike: killProgram,
  },
  {
    name: 'clock-moved',
    store: { programCount: 1 },
    defaultCount: 20,
    areWebhooksLost: true,
    strike: moveClock,
  },
  {
    name: 'providers-away',
    store: { programCount: 1 },
    defaultCount: 20,
    providers: 'failing',
    strike: waitForProviders,
  },
  {
    name: 'foreign-program',
    store: { programCount: 1 },
    defaultCount: 20,
    strike: takeForeignPayments,
  },
  {
    name: 'empty-database',
    store: { programCount: 1 },
    defaultCount: 10,
    strike: startWithEmptyDatabase,
  },
  {
    name: 'three-programs',
    store: { programCount: 3 },
    defaultCount: 20,
    providers: 'well',
    strike: uploadThroughThree,
  },
];
