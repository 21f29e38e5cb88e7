/**
 * `npm run soak [load …]`: each load of bench/soak/loads for its share of SOAK_SECONDS (600), while
 * an ordinary visitor reads a cached page and uncached ones. Prints a table and ends with 1 if a
 * bound is broken. Against a store of yours: SOAK_URL (then memory and files are not measured).
 */
import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildIfNeeded } from '../scripts/build.ts';
import { defaultMemoryMb, divideMemory } from '../src/settings/memory-budget.ts';
import type { Load } from './soak/client.ts';
import type { LoadOrder } from './soak/generate-load.ts';
import { loads } from './soak/loads/index.ts';
import { probe, type ProbeResult } from './soak/probe.ts';
import { startStore, type ProcessState, type StoreProcess } from './soak/store-process.ts';

const bounds = {
  cachedP99Ms: 100,
  uncachedP99Ms: 2500,
  residentMb: defaultMemoryMb,
  /**
   * The most that may remain afterwards, beyond the start: the page cache is full, and the heap has
   * grown.
   */
  extraResidentMb: divideMemory(defaultMemoryMb).pageCacheMb + 64,
  /** The database's connections: the pool keeps them for ten seconds. */
  extraFiles: 25,
};

type Row = {
  readonly name: string;
  readonly cached: ProbeResult;
  readonly uncached: ProbeResult;
  readonly peakMb: number;
  readonly after: ProcessState | undefined;
  readonly counts: string;
  /** All that the load sent has arrived, if it has to. */
  readonly isWhole: boolean;
};

const url = process.env['SOAK_URL'];
const chosen = loads.filter(
  ({ name, needsCredentials }) =>
    (process.argv.length < 3 || process.argv.slice(2).includes(name)) && !(url && needsCredentials),
);
const loadMs = (Number(process.env['SOAK_SECONDS'] ?? 600) * 1000) / (chosen.length + 1);

/** The load's own counts: answers by status. */
function generateLoad(order: LoadOrder): Promise<string> {
  const args = ['bench/soak/generate-load.ts', JSON.stringify(order)];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.on('data', (text: Buffer) => (output += text.toString()));
  return new Promise((resolve) => child.once('exit', () => resolve(output.trim())));
}

async function runLoad(store: StoreProcess, reportCode: string, load?: Load): Promise<Row> {
  const credentials = load?.needsCredentials ? await store.giveCredentials() : undefined;
  const endsAt = performance.now() + loadMs;
  const isOver = (): boolean => performance.now() > endsAt;
  const { origin } = store;
  let peakMb = 0;
  const sampler = setInterval(() => {
    peakMb = Math.max(peakMb, store.readState()?.residentMb ?? 0);
  }, 250);
  const uncachedPaths = [`/buy-now?id=${reportCode}&type=single-user`, '/custom_search?q=steel'];
  const [cached, uncached, counts] = await Promise.all([
    probe(origin, ['/report-store'], isOver),
    probe(origin, uncachedPaths, isOver),
    load
      ? generateLoad({ name: load.name, origin, reportCode, durationMs: loadMs, credentials })
      : '',
  ]);
  clearInterval(sampler);
  const after = await readSettledState(store);
  const name = load?.description ?? 'no load';
  const isWhole = hasCounted(counts, load?.mustCount);
  return { name, cached, uncached, peakMb, after, counts, isWhole };
}

/** True if a load counted what it has to. */
function hasCounted(counts: string, must: Load['mustCount'] = {}): boolean {
  const counted = JSON.parse(counts || '{}') as Record<string, number>;
  return Object.entries(must).every(([event, count]) => counted[event] === count);
}

/**
 * Once the load's connections are gone, at the latest after half a minute. A stalled upload keeps its
 * place for ten seconds (`strangerPace`): the next load finds all places free.
 */
async function readSettledState(store: StoreProcess): Promise<ProcessState | undefined> {
  let state = store.readState();
  for (let i = 0; i < 30; i++) {
    await sleep(1000);
    const next = store.readState();
    const isSettled = next?.fileCount === state?.fileCount;
    state = next;
    if (isSettled && i >= 12) break;
  }
  return state;
}

function listBrokenBounds(row: Row, start: ProcessState | undefined): string[] {
  const { cached, uncached, peakMb, after } = row;
  const failureCount = cached.failureCount + uncached.failureCount;
  return [
    cached.p99Ms > bounds.cachedP99Ms ? 'a cached page is slow' : '',
    uncached.p99Ms > bounds.uncachedP99Ms ? 'an uncached page is slow' : '',
    failureCount > 0 ? `${failureCount} pages failed` : '',
    row.isWhole ? '' : 'not all arrived',
    peakMb > bounds.residentMb ? 'memory is over its limit' : '',
    after && start && after.fileCount > start.fileCount + bounds.extraFiles ? 'files leak' : '',
    after && start && after.residentMb > start.residentMb + bounds.extraResidentMb
      ? 'memory stays'
      : '',
  ].filter((text) => text !== '');
}

const formatMs = (ms: number): string => (ms < 10 ? ms.toFixed(1) : ms.toFixed(0));

function printRow(row: Row, broken: readonly string[]): void {
  const { name, cached, uncached, peakMb, after, counts } = row;
  const cells = [
    name,
    `${formatMs(cached.p50Ms)} / ${formatMs(cached.p99Ms)}`,
    `${formatMs(uncached.p50Ms)} / ${formatMs(uncached.p99Ms)}`,
    `${cached.failureCount + uncached.failureCount} of ${cached.count + uncached.count}`,
    peakMb.toFixed(0),
    after ? `${after.residentMb.toFixed(0)} / ${after.fileCount} / ${after.socketCount}` : '–',
    broken.length === 0 ? 'yes' : broken.join(', '),
  ];
  console.log(`| ${cells.join(' | ')} |`);
  if (counts) console.error(`  ${name}: ${counts}`);
}

async function readReportCode(origin: string): Promise<string> {
  const response = await fetch(`${origin}/admin/api/reports?page=1&per_page=1`);
  const { reports } = (await response.json()) as {
    reports: { report_id?: string; code?: string }[];
  };
  return String(reports[0]?.report_id ?? reports[0]?.code);
}

await buildIfNeeded();
const store: StoreProcess = url
  ? {
      origin: url,
      readState: () => undefined,
      giveCredentials: async () => undefined,
      stop: async () => {},
    }
  : await startStore(defaultMemoryMb);
let isBroken = false;
try {
  const reportCode = await readReportCode(store.origin);
  console.log(
    '| load | cached, ms (p50 / p99) | uncached, ms (p50 / p99) | failed | peak MB |' +
      ' after: MB / files / sockets | within bounds |\n|---|---|---|---|---|---|---|',
  );
  let start: ProcessState | undefined;
  for (const load of [undefined, ...chosen]) {
    const row = await runLoad(store, reportCode, load);
    start ??= row.after;
    const broken = listBrokenBounds(row, start);
    isBroken ||= broken.length > 0;
    printRow(row, broken);
  }
} finally {
  await store.stop();
}
process.exit(isBroken ? 1 : 0);
