/**
 * `node bench/kept-pages.ts`: what a report page costs that is rendered, that is read as it was kept
 * in PostgreSQL, and that is in memory. CPU time of this process, which is the client, too, and of
 * PostgreSQL's; Linux. The first two take turns, so that their ratio holds on a busy machine. Then all
 * 384 reports are asked for at 30 a second, none of them in memory.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findEmbeddedPostgresUrl } from '#adapters/database/embedded-postgres.ts';
import { openDatabase } from '#adapters/database/index.ts';
import { sql } from 'kysely';
import { median, startBuiltApp } from './support/program.ts';

const port = 5310;
const rounds = 5;
const pagesEach = 40;
const folder = mkdtempSync(path.join(os.tmpdir(), 'reportstand-kept-'));
const running = await startBuiltApp({
  PORT: String(port),
  DATA_DIR: folder,
  DEMO_OFFICE: 'off',
  MEMORY_MB: '1024',
  LOG_LEVEL: 'silent',
});
const database = await openDatabase(String(findEmbeddedPostgresUrl(folder)), 2);
const agent = new http.Agent({ keepAlive: true, maxSockets: 50 });

/** The page's first byte to its last, in ms from the request on. */
function get(address: string): Promise<number> {
  const begun = performance.now();
  return new Promise((resolve, reject) => {
    const headers = { 'accept-encoding': 'br' };
    http
      .get({ host: '127.0.0.1', port, path: address, agent, headers }, (answer) => {
        if (answer.statusCode !== 200) reject(new Error(`${answer.statusCode}: ${address}`));
        answer.on('end', () => resolve(performance.now() - begun)).resume();
      })
      .on('error', reject);
  });
}

/** No page is in memory afterwards; which addresses there are has been read again. */
async function forgetMemory(): Promise<void> {
  // What nobody can read drops all pages in memory, and nothing in the database.
  await sql`notify reportstand_invalidations, 'all'`.execute(database.db);
  await sleep(300);
  await get('/faq');
}

async function waitUntilKept(count: number): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ kept: number }>`
      select count(*) as kept from kept_page where body is not null`.execute(database.db);
    if (Number(rows[0]?.kept) >= count) return;
    await sleep(50);
  }
}

const { rows: backends } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(
  database.db,
);
const postmaster = readStat(String(backends[0]?.pid)).parent;

/** CPU ms of the database's processes so far: ticks of 10 ms. */
const readDatabaseMs = (): number =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(readStat)
    .filter(({ parent }) => parent === postmaster)
    .reduce((sum, { ticks }) => sum + ticks * 10, 0);

function readStat(pid: string): { readonly parent: string | undefined; readonly ticks: number } {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return { parent: fields[1], ticks: Number(fields[11]) + Number(fields[12]) };
  } catch {
    return { parent: undefined, ticks: 0 };
  }
}

type Cost = { readonly programMs: number; readonly databaseMs: number };

/** For one page, on average; whatever they leave to be done is waited for. */
async function measure(addresses: readonly string[], finish = async () => {}): Promise<Cost> {
  const [cpu, databaseCpu] = [process.cpuUsage(), readDatabaseMs()];
  for (const address of addresses) await get(address);
  await finish();
  const { user, system } = process.cpuUsage(cpu);
  return {
    programMs: (user + system) / 1000 / addresses.length,
    databaseMs: (readDatabaseMs() - databaseCpu) / addresses.length,
  };
}

async function listAddresses(): Promise<string[]> {
  const { rows } = await sql<{ slug: string }>`
    select slug from report where state = 'published' order by id`.execute(database.db);
  return rows.map(({ slug }) => `/${slug}`);
}

const show = (name: string, costs: readonly Cost[]): void =>
  console.log(
    `${name}: ${median(costs.map(({ programMs }) => programMs)).toFixed(2)} ms of the program, ` +
      `${median(costs.map(({ databaseMs }) => databaseMs)).toFixed(2)} ms of PostgreSQL`,
  );

/** The time that each of the addresses took, asked for at 30 a second. */
async function crawl(addresses: readonly string[]): Promise<number[]> {
  const answers = addresses.map(async (address, i) => {
    await sleep((i * 1000) / 30);
    return get(address);
  });
  return (await Promise.all(answers)).toSorted((a, b) => a - b);
}

try {
  await waitUntilKept(0);
  const addresses = await listAddresses();
  const few = addresses.slice(0, pagesEach);
  for (const address of few) await get(address);
  const [rendered, kept]: [Cost[], Cost[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    await sql`delete from kept_page`.execute(database.db);
    await forgetMemory();
    rendered.push(await measure(few, () => waitUntilKept(few.length)));
    await forgetMemory();
    kept.push(await measure(few));
  }
  // Last: what is asked for twice is compressed harder in the background.
  const inMemory = [await measure(few)];
  show('rendered, and kept', rendered);
  show('read as it was kept', kept);
  show('in memory', inMemory);
  for (const address of addresses) await get(address);
  await waitUntilKept(addresses.length);
  await forgetMemory();
  const times = await crawl(addresses);
  const at = (share: number): string => (times[Math.floor(times.length * share)] ?? 0).toFixed(0);
  console.log(
    `${times.length} kept reports at 30 a second: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, ` +
      `slowest ${at(0.9999)} ms`,
  );
} finally {
  agent.destroy();
  await database.close();
  await running.stop();
  rmSync(folder, { recursive: true, force: true });
}
process.exit(0);
