/**
 * `node bench/search-pages.ts [reports]`: pages from the cache, read one after the other while nobody
 * searches, and while 16 visitors search at once in a store of so many reports (100,000 by default).
 */
import { spawn } from 'node:child_process';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildIfNeeded } from '../scripts/build.ts';
import { makeCasesByRule } from '../test/search/queries-by-rule.ts';
import { openSearchStore } from './search/search-store.ts';
import { measure, toRow } from './support/measure-pages.ts';

const reportCount = Number(process.argv[2] ?? 100_000);
const visitors = 16;
const cachedReads = 1000;
/** So few that somebody searches until the last of them. */
const readsBeside = 150;
const boundMs = 250;
const storeUrl = 'http://127.0.0.1:18381';

await buildIfNeeded();
const { folder, url, titles, close } = await openSearchStore(reportCount);
const child = spawn(process.execPath, ['dist/program.js'], {
  env: {
    ...process.env,
    PORT: '18381',
    LOG_LEVEL: 'error',
    DEMO_OFFICE: 'off',
    DATABASE_URL: url,
    DATA_DIR: path.join(folder, 'data'),
  },
  stdio: ['ignore', 'ignore', 'inherit'],
});

async function waitUntilReachable(): Promise<void> {
  for (let i = 0; i < 600; i++) {
    const isReachable = await fetch(storeUrl).then(
      (response) => response.ok,
      () => false,
    );
    if (isReachable) return;
    await sleep(100);
  }
  throw new Error(`${storeUrl} does not answer`);
}

async function read(address: string): Promise<void> {
  const response = await fetch(storeUrl + address);
  await response.arrayBuffer();
  if (response.status !== 200) throw new Error(`${address} answers ${response.status}`);
}

try {
  await waitUntilReachable();
  const cached = Array.from({ length: cachedReads }, (_, index) =>
    index % 2 ? '/about' : '/report-store',
  );
  const searches = makeCasesByRule(titles, 20).map(
    ({ query }) => `/custom_search?q=${encodeURIComponent(query)}`,
  );
  // What is read for the first time is kept by its readers, and compressed a moment later.
  await measure([...cached.slice(0, 4), ...searches.slice(0, 40)], read);
  await sleep(4000);
  const table: Record<string, unknown> = {};
  console.log(`load of the machine: ${os.loadavg()[0]?.toFixed(1)}`);
  table['cached pages'] = toRow(await measure(cached, read), boundMs);
  table['one search after the other'] = toRow(await measure(searches, read), boundMs);
  const searching = Promise.all(
    Array.from({ length: visitors }, (_, visitor) =>
      measure(
        searches.filter((__, place) => place % visitors === visitor),
        read,
      ),
    ),
  );
  const beside = cached.slice(0, readsBeside);
  table['cached pages beside 16 searches'] = toRow(await measure(beside, read), boundMs);
  const slowest = (await searching).toSorted((a, b) => b.p99Ms - a.p99Ms)[0];
  if (slowest) table['search of the slowest of 16 visitors'] = toRow(slowest, boundMs);
  console.table(table);
  console.log(`load of the machine: ${os.loadavg()[0]?.toFixed(1)}`);
} finally {
  child.kill('SIGTERM');
  await new Promise((resolve) => child.once('exit', resolve));
  await close();
}
process.exit(0);
