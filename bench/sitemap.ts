/**
 * `node --max-old-space-size=204 --max-semi-space-size=8 bench/sitemap.ts [reports]`: the sitemaps of
 * a store with a million reports, read one after the other as a search engine does: how long they take
 * in all, how many addresses they have, and the peak of resident memory, with the reading client in
 * the same process. Node has the program's limits: without them it lets garbage grow before it
 * collects any.
 */
import { openLargeStore } from './support/large-store.ts';
import { addReports } from './support/many-reports.ts';
import { getResidentMemoryMb } from './support/program.ts';

const reportCount = Number(process.argv[2] ?? 1_000_000);

/** The addresses of a file, counted while it is read. */
async function countUrls(url: string): Promise<{ urls: number; bytes: number }> {
  const { body, status } = await fetch(url);
  if (status !== 200 || !body) throw new Error(`${url} answers ${status}`);
  let [urls, bytes, rest] = [0, 0, ''];
  for await (const part of body.pipeThrough(new TextDecoderStream())) {
    const pieces = (rest + part).split('<loc>');
    urls += pieces.length - 1;
    rest = pieces.at(-1)?.slice(-'<loc>'.length) ?? '';
    bytes += part.length;
  }
  return { urls, bytes };
}

const store = await openLargeStore('sitemap', (db) => addReports(db, reportCount));
try {
  global.gc?.();
  const memoryBefore = getResidentMemoryMb();
  let peakMemory = memoryBefore;
  const sampling = setInterval(
    () => (peakMemory = Math.max(peakMemory, getResidentMemoryMb())),
    50,
  );
  const startedAt = performance.now();
  const index = await (await fetch(`${store.url}/sitemap.xml`)).text();
  const indexSeconds = (performance.now() - startedAt) / 1000;
  const sitemaps = [...index.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) => url ?? '');
  let [urls, bytes] = [0, 0];
  for (const url of sitemaps) {
    const found = await countUrls(url);
    urls += found.urls;
    bytes += found.bytes;
  }
  clearInterval(sampling);
  const seconds = (performance.now() - startedAt) / 1000;
  console.log(
    `${urls.toLocaleString('en-US')} addresses in ${sitemaps.length} sitemaps, ` +
      `${(bytes / 1e6).toFixed(0)} MB in ${seconds.toFixed(1)} s, ` +
      `of which the list of sitemaps took ${indexSeconds.toFixed(1)} s; resident memory ` +
      `${memoryBefore.toFixed(0)} MB before, ${peakMemory.toFixed(0)} MB at its peak`,
  );
} finally {
  await store.close();
}
process.exit(0);
