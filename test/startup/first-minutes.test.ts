import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openDatabase } from '#adapters/database/index.ts';
import { findEmbeddedPostgresUrl } from '#adapters/database/embedded-postgres.ts';
import type { Database } from '#core/deps.ts';
import { findFreePorts } from '../support/free-ports.ts';
import { startServerProcess } from '../support/server-process.ts';
import { createTemporaryFolder } from '../support/temporary-folder.ts';
import { waitUntil } from '../support/wait-until.ts';

/** The words of a first start, and up to how many ms later it is killed. */
const moments = [
  ['Writing the demo catalogue', 8000],
  ['is open', 10_000],
  ['Creating the database', 2000],
  ['Preparing the database', 1000],
] as const;

/** First starts that are killed; FAULT_RUNS asks for more. */
const count = Number(process.env['FAULT_RUNS'] ?? 2);
const kills = Array.from({ length: count }, (_, index) => {
  const [text = '', longestMs = 0] = moments[index % moments.length] ?? [];
  const afterMs = Math.round(longestMs * ((0.3 + index * 0.618) % 1));
  // A machine that loses its power takes the database along.
  return { text, afterMs, killed: index % 2 === 0 ? 'all' : 'all but the database' };
});

/** Starts an empty demo as npm does, and kills what it has started. */
async function killFirstStart(
  env: Record<string, string>,
  { text, afterMs, killed }: (typeof kills)[number],
): Promise<void> {
  const program = spawn('npm', ['start', '--silent'], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => program.once('exit', resolve));
  let output = '';
  program.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  await waitUntil(`a first start says "${text}"`, () => output.includes(text), {
    readProgress: () => output,
  });
  await sleep(afterMs);
  const all = listDescendants(Number(program.pid));
  const isSpared = ({ name }: Process) => killed !== 'all' && name === 'postgres';
  for (const one of all.filter((found) => !isSpared(found))) kill(one.pid);
  await ended;
}

type Process = { readonly pid: number; readonly name: string };

/** The process and all that it has started, however deep. */
function listDescendants(root: number): Process[] {
  const all = readdirSync('/proc').flatMap((entry) => {
    if (!/^\d+$/.test(entry)) return [];
    try {
      const [, name = '', parent] =
        /^\d+ \((.*)\) \S+ (\d+)/.exec(readFileSync(`/proc/${entry}/stat`, 'utf8')) ?? [];
      return [{ pid: Number(entry), name, parent: Number(parent) }];
    } catch {
      return []; // It has ended meanwhile.
    }
  });
  const below = (pid: number): typeof all =>
    all.filter(({ parent }) => parent === pid).flatMap((one) => [one, ...below(one.pid)]);
  return [...all.filter(({ pid }) => pid === root), ...below(root)];
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended meanwhile.
  }
}

/** Counts the rows of a demo that nobody has used yet; samples are written while it is open. */
async function countRows(db: Database) {
  const tables = [
    'report',
    'industry',
    'service',
    'blogPost',
    'faq',
    'staff',
    'purchase',
    'lead',
    'customer',
    'subscriber',
    'newsletterIssue',
    'media',
    'findMissed',
  ] as const;
  const counts: Partial<Record<(typeof tables)[number], number>> = {};
  for (const table of tables) {
    const query = db.selectFrom(table).select((eb) => eb.fn.countAll<number>().as('all'));
    counts[table] = (await query.executeTakeFirstOrThrow()).all;
  }
  return counts;
}

/** Of an undisturbed start: the catalogue with three drafts among the samples. */
const whole = {
  report: 384 + 3,
  industry: 30,
  service: 7,
  blogPost: 13,
  faq: 21,
  staff: 5,
  purchase: 64,
  lead: 64,
  customer: 14,
  subscriber: 48,
  newsletterIssue: 3,
  media: 3,
  findMissed: 5,
};

test.each(kills)(
  'F-72 a first start that was killed ($killed) $afterMs ms after "$text" is whole after the next',
  async (moment) => {
    const folder = createTemporaryFolder('first-minutes');
    const port = await findFreePorts();
    const env = { PORT: String(port), DATA_DIR: folder.path };
    await killFirstStart({ ...env, LOG_LEVEL: 'error' }, moment);
    const store = await startServerProcess({ ...env, DEMO_OFFICE: 'on' });
    const { db, close } = await openDatabase(String(findEmbeddedPostgresUrl(folder.path)), 2);
    try {
      const readParts = async () =>
        (await db.selectFrom('seeding').select('part').execute()).map(({ part }) => part);
      await waitUntil('the samples are written', async () =>
        (await readParts()).includes('office'),
      );
      expect(await countRows(db)).toEqual(whole);
      const found = await store.request('/custom_search?q=coffee');
      expect([found.status, await found.text()]).toEqual([200, expect.stringContaining('Coffee')]);
      const office = await store.request('/admin/login');
      expect(office.status).toBe(200);
      const inbox = await fetch(`http://127.0.0.1:${port + 2}/`);
      expect(inbox.status).toBe(200);
      expect(store.readOutput()).not.toMatch(/"level":"(error|warn)"/);
    } finally {
      await close();
      await store.close();
      folder.remove();
    }
  },
);
