/**
 * `node bench/million-reports.ts [reports]`: a catalogue of a million reports, which are copies of
 * the demo's with short texts. Measures `GET /admin/api/reports` streamed whole: rows a second and the
 * peak of resident memory.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { startEmbeddedPostgres } from '#adapters/database/embedded-postgres.ts';
import { openDatabase } from '#adapters/database/index.ts';
import { getResidentMemoryMb, startBuiltApp } from './support/program.ts';

const reportCount = Number(process.argv[2] ?? 1_000_000);
const folder = mkdtempSync(path.join(os.tmpdir(), 'reportstand-million-'));
const embeddedDatabase = await startEmbeddedPostgres(folder, () => {});
const env = {
  PORT: '18380',
  DATA_DIR: path.join(folder, 'data'),
  DATABASE_URL: embeddedDatabase.url,
};
let running = await startBuiltApp(env);
const database = await openDatabase(embeddedDatabase.url);
const { db } = database;

/** Copies of the demo's 384 reports, each with a body. */
async function multiplyReports(): Promise<void> {
  const copies = Math.ceil(reportCount / 384);
  await sql`with copied as (
      insert into report (slug, code, industry_id, title, short_description, published_on,
        updated_at, state, released_at, version_number, pages, single_cents, multiple_cents,
        corporate_cents, data_sheet_cents, cover)
      select r.slug || '-' || n, r.code || '-' || n, r.industry_id, r.title || ' ' || n,
        r.short_description, r.published_on - (n % 3000)::int, r.updated_at, r.state,
        r.released_at, 1, r.pages, r.single_cents, r.multiple_cents, r.corporate_cents,
        r.data_sheet_cents, '{}'
      from (select *, row_number() over (order by id) as k from report) r
      join generate_series(1, ${copies}::int) n on true limit ${reportCount}
      returning *)
    insert into report_version (report_id, number, parts, made_at, made_by)
    select id, 1, jsonb_build_object('title', title, 'slug', slug, 'state', state), updated_at, 'bench'
    from copied`.execute(db);
  await sql`vacuum analyze`.execute(db);
}

async function measureStreaming(): Promise<void> {
  global.gc?.();
  const memoryBefore = getResidentMemoryMb();
  let peakMemory = memoryBefore;
  const sampling = setInterval(
    () => (peakMemory = Math.max(peakMemory, getResidentMemoryMb())),
    100,
  );
  const startedAt = performance.now();
  const { body } = await fetch(`${running.url}/admin/api/reports`);
  let bytes = 0;
  if (body) for await (const part of body) bytes += part.length;
  clearInterval(sampling);
  const seconds = (performance.now() - startedAt) / 1000;
  const { count } = await db
    .selectFrom('report')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  const formatCount = (value: number): string => Math.round(value).toLocaleString('en-US');
  console.log(
    `GET /reports: ${formatCount(count)} reports, ` +
      `${(bytes / 1e6).toFixed(0)} MB in ${seconds.toFixed(0)} s, ` +
      `${formatCount(count / seconds)} rows a second; ` +
      `resident memory ${memoryBefore.toFixed(0)} MB before, ` +
      `${peakMemory.toFixed(0)} MB at its peak (client in the same process)`,
  );
}

try {
  console.log(`writing ${reportCount.toLocaleString('en-US')} reports…`);
  await multiplyReports();
  // Restarted, so that the memory of seeding is not counted.
  await running.stop();
  running = await startBuiltApp(env);
  await measureStreaming();
} finally {
  await running.stop();
  await database.close();
  await embeddedDatabase.stop();
  rmSync(folder, { recursive: true, force: true });
}
process.exit(0);
