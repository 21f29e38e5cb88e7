/**
 * `node bench/million-reports.ts [reports]`: a catalogue of a million reports. Measures `GET /admin/api/reports` written out whole (rows a second, peak of
 * resident memory), and the header's search for several words. The reports are the demo's first, multiplied, with short bodies.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { sql } from 'kysely';
import { startEmbeddedPostgres } from '#adapters/database/embedded-postgres.ts';
import { openDatabase } from '#adapters/database/index.ts';
import { buildIfNeeded } from '../scripts/build.ts';

const reportCount = Number(process.argv[2] ?? 1_000_000);
process.env['NODE_ENV'] = 'production';
await buildIfNeeded(console.log);
const program = (await import(
  pathToFileURL(path.resolve('build/server/index.js')).href
)) as typeof import('../src/main.ts');
const folder = mkdtempSync(path.join(os.tmpdir(), 'reportstand-million-'));
const embeddedDatabase = await startEmbeddedPostgres(folder, () => {});
const config = program.readConfig({
  PORT: '18380',
  HOST: '127.0.0.1',
  DATA_DIR: path.join(folder, 'data'),
  DATABASE_URL: embeddedDatabase.url,
  LOG_LEVEL: 'error',
});
let running = await program.startApp(config, { build: program, printLine: () => {} });
const database = await openDatabase(embeddedDatabase.url);
const residentMemoryMb = (): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) / 1024;

try {
  console.log(`writing ${reportCount.toLocaleString('en-US')} reports…`);
  const { db } = database;
  await sql`insert into report (slug, code, industry_id, title, short_description, published_on, pages, single_cents, multiple_cents, corporate_cents, data_sheet_cents, cover)
    select r.slug || '-' || n, r.code || '-' || n, r.industry_id, r.title || ' ' || n, r.short_description, r.published_on - (n % 3000)::int, r.pages, r.single_cents, r.multiple_cents, r.corporate_cents, r.data_sheet_cents, '{}'
    from (select *, row_number() over (order by id) as k from report) r join generate_series(1, ${Math.ceil(reportCount / 384)}::int) n on true limit ${reportCount}`.execute(
    db,
  );
  await sql`insert into report_body (report_id, text, figures) select r.id, jsonb_build_object('title', r.title, 'intro', jsonb_build_array(r.short_description), 'analysis', '[]'::jsonb, 'segments', '[]'::jsonb, 'contents', '[]'::jsonb, 'keywords', '[]'::jsonb, 'metaTitle', r.title, 'metaDescription', r.short_description, 'desk', 'desk', 'faqs', '[]'::jsonb), '{}' from report r where not exists (select from report_body b where b.report_id = r.id)`.execute(
    db,
  );
  await sql`insert into report_search (report_id, title, search_vector) select r.id, r.title, to_tsvector('english', r.title || ' ' || r.short_description) from report r where not exists (select from report_search s where s.report_id = r.id)`.execute(
    db,
  );
  await sql`vacuum analyze`.execute(db);
  // A process that has not filled anything: its memory is what serving takes.
  await running.stop();
  running = await program.startApp(config, { build: program, printLine: () => {} });
  for (const words of [
    'lithium battery',
    'steel',
    'U.S.',
    'semicondctor',
    'wheat market 2500',
    'zzzz',
  ]) {
    const times: number[] = [];
    for (let i = 0; i < 9; i++) {
      const before = performance.now();
      await (await fetch(`${running.url}/data/search?q=${encodeURIComponent(words)}`)).json();
      times.push(performance.now() - before);
    }
    console.log(`search "${words}": median ${times.toSorted((a, b) => a - b)[4]?.toFixed(1)} ms`);
  }
  global.gc?.();
  const base = residentMemoryMb();
  let peak = base;
  const watch = setInterval(() => (peak = Math.max(peak, residentMemoryMb())), 100);
  const before = performance.now();
  const response = await fetch(`${running.url}/admin/api/reports`);
  let bytes = 0;
  for await (const part of response.body as unknown as AsyncIterable<Uint8Array>)
    bytes += part.length;
  clearInterval(watch);
  const seconds = (performance.now() - before) / 1000;
  const { count } = await db
    .selectFrom('report')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  const megabytes = (bytes / 1e6).toFixed(0);
  const rowsPerSecond = Math.round(count / seconds).toLocaleString('en-US');
  console.log(
    `GET /reports: ${count.toLocaleString('en-US')} reports, ${megabytes} MB in ` +
      `${seconds.toFixed(0)} s, ${rowsPerSecond} rows a second; resident memory ` +
      `${base.toFixed(0)} MB before, ${peak.toFixed(0)} MB at its peak (client in the same process)`,
  );
} finally {
  await running.stop();
  await database.close();
  await embeddedDatabase.stop();
  rmSync(folder, { recursive: true, force: true });
}
process.exit(0);
