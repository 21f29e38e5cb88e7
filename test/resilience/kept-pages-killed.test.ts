import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { invalidate } from '#adapters/cache-invalidation.ts';
import { findFreePorts } from '../support/free-ports.ts';
import { startServerProcess, type ServerProcess } from '../support/server-process.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../support/temporary-folder.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';
import { waitUntil } from '../support/wait-until.ts';

let database: TestDatabase;
let folder: TemporaryFolder;
const programs: ServerProcess[] = [];
afterEach(async () => {
  for (const program of programs.splice(0)) await program.close();
  await database?.drop();
  folder?.remove();
});

/** Programs of one store: services that they share are no simulators of their own. */
async function startProgram(
  name: string,
  env: Record<string, string> = {},
): Promise<ServerProcess> {
  const dataFolder = path.join(folder.path, name);
  mkdirSync(dataFolder, { recursive: true });
  const program = await startServerProcess({
    ORIGIN: 'http://store.example',
    DATABASE_URL: database.url,
    DATA_DIR: dataFolder,
    FILES_DIR: path.join(folder.path, 'files'),
    LINK_SECRET: 'the same secret of all programs, which is long enough',
    PAYPAL_BASE_URL: 'http://127.0.0.1:9',
    PAYPAL_CLIENT_ID: 'local',
    PAYPAL_SECRET: 'local',
    PAYPAL_WEBHOOK_ID: 'WHLOCAL',
    TURNSTILE_SITE_KEY: 'local',
    TURNSTILE_SECRET: 'local-turnstile-secret',
    PORT: String(await findFreePorts()),
    ...env,
  });
  programs.push(program);
  return program;
}

async function kill(program: ServerProcess): Promise<void> {
  programs.splice(programs.indexOf(program), 1);
  await program.kill();
}

const readTitle = async (program: ServerProcess, slug: string): Promise<number> => {
  const html = await (
    await program.request(`/${slug}`, { headers: { host: 'store.example' } })
  ).text();
  const [, number] = /Title number (\d+)/.exec(html) ?? [];
  return Number(number);
};

/** The report's title has this number when the transaction commits. */
const writeTitle = (slug: string, number: number, { openMs = 0, aborts = false } = {}) =>
  database.db
    .transaction()
    .execute(async (tx) => {
      await tx
        .updateTable('report')
        .set({ title: `Title number ${number}` })
        .where('slug', '=', slug)
        .execute();
      await invalidate(tx, [`report:${slug}`]);
      await sleep(openMs);
      if (aborts) throw new Error('aborted');
    })
    .catch((error: unknown) => {
      if (!aborts) throw error;
    });

async function countKept(slug: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) from kept_page
    where key = ${`/${slug}`} and body is not null`.execute(database.db);
  return Number(rows[0]?.count);
}

async function openStore(): Promise<string> {
  folder = createTemporaryFolder('kept-pages');
  database = await createTestDatabase('small');
  const { slug } = await database.db
    .selectFrom('report')
    .select('slug')
    .where('state', '=', 'published')
    .orderBy('id')
    .executeTakeFirstOrThrow();
  return slug;
}

test('a program that starts shows what another has rendered, and never what was dropped', async () => {
  const slug = await openStore();
  await writeTitle(slug, 1);
  const one = await startProgram('one');
  await waitUntil('the page is kept', async () => {
    await readTitle(one, slug);
    await sql`notify reportstand_invalidations, 'all'`.execute(database.db);
    return (await countKept(slug)) === 1;
  });
  // Unannounced, so that a rendering would show it.
  await database.db
    .updateTable('report')
    .set({ title: 'Title number 2' })
    .where('slug', '=', slug)
    .execute();
  await kill(one);
  const two = await startProgram('two');
  expect(await readTitle(two, slug)).toBe(1);
  await writeTitle(slug, 3);
  await waitUntil('it has heard of the change', async () => (await readTitle(two, slug)) === 3);
  await kill(two);
  const three = await startProgram('three');
  expect(await readTitle(three, slug)).toBe(3);
  const other = await startProgram('four', { ORIGIN: 'http://other.example' });
  const request = { headers: { host: 'other.example' } };
  expect(await (await other.request(`/${slug}`, request)).text()).toContain('Title number 3');
  await waitUntil('it keeps its own', async () => (await countKept(slug)) === 2);
});

test('programs killed while they render and store beside writers show all that was committed', async () => {
  const slug = await openStore();
  let number = 1;
  await writeTitle(slug, number);
  let killed = await startProgram('killed');
  const staying = await startProgram('staying');
  for (let round = 0; round < 3; round++) {
    const reading = Array.from({ length: 40 }, async (_, i) => {
      await sleep(10 * i);
      // All pages leave memory, so that each is read or rendered again.
      await sql`notify reportstand_invalidations, 'all'`.execute(database.db);
      await Promise.all([readTitle(staying, slug), readTitle(killed, slug).catch(() => 0)]);
    });
    for (let i = 0; i < 5; i++) {
      await writeTitle(slug, number + 1, { openMs: 40 * Math.random(), aborts: i === 2 });
      if (i !== 2) number++;
    }
    await kill(killed);
    await Promise.all(reading);
    killed = await startProgram('killed');
    expect(await readTitle(killed, slug)).toBe(number);
    await sql`notify reportstand_invalidations, 'all'`.execute(database.db);
    await waitUntil(
      'the other one shows it',
      async () => (await readTitle(staying, slug)) === number,
    );
    for (let i = 0; i < 5; i++) {
      await sql`notify reportstand_invalidations, 'all'`.execute(database.db);
      expect([await readTitle(staying, slug), await readTitle(killed, slug)]).toEqual([
        number,
        number,
      ]);
    }
  }
  expect(await countKept(slug)).toBeLessThanOrEqual(1);
});
