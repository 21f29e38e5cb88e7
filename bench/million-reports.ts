/**
 * `node bench/million-reports.ts [reports]`: a catalogue of a million reports, which are copies of
 * the demo's with short texts. Measures `GET /admin/api/reports` streamed whole: rows a second and the
 * peak of resident memory.
 */
import { openLargeStore } from './support/large-store.ts';
import { addReports } from './support/many-reports.ts';
import { getResidentMemoryMb } from './support/program.ts';

const reportCount = Number(process.argv[2] ?? 1_000_000);
const store = await openLargeStore('million', (db) => addReports(db, reportCount));

async function measureStreaming(): Promise<void> {
  global.gc?.();
  const memoryBefore = getResidentMemoryMb();
  let peakMemory = memoryBefore;
  const sampling = setInterval(
    () => (peakMemory = Math.max(peakMemory, getResidentMemoryMb())),
    100,
  );
  const startedAt = performance.now();
  const { body } = await fetch(`${store.url}/admin/api/reports`);
  let bytes = 0;
  if (body) for await (const part of body) bytes += part.length;
  clearInterval(sampling);
  const seconds = (performance.now() - startedAt) / 1000;
  const { count } = await store.db
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
  await measureStreaming();
} finally {
  await store.close();
}
process.exit(0);
