/**
 * `node bench/render-cpu.ts`: CPU time of rendering a report page without the page cache, in this
 * process alone (PostgreSQL is another one). The cost of the same database reads is measured apart
 * and subtracted. Prints milliseconds of CPU for one page.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { startBuiltApp } from './support/program.ts';

const pagesMeasured = 500;
const folder = mkdtempSync(path.join(os.tmpdir(), 'reportstand-render-'));
const running = await startBuiltApp({ PORT: '18280', DATA_DIR: folder });
const { catalogue, content, store } = running.app;

/** CPU milliseconds of one call, on average after a warm-up. */
async function measureCpuMs(act: (i: number) => Promise<unknown>): Promise<number> {
  for (let i = 0; i < 150; i++) await act(i);
  const before = process.cpuUsage();
  for (let i = 0; i < pagesMeasured; i++) await act(i);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / pagesMeasured;
}

const renderPage = async (slug: string): Promise<string> =>
  (await running.renderUncached(`/${slug}`)).text();

/** The database reads of a report page. */
async function readPageData(slug: string): Promise<void> {
  const report = await catalogue.reports.get(slug);
  if (report)
    await Promise.all([
      catalogue.reports.listRelated(report),
      content.listCountries(),
      store.getSiteInfo(),
      catalogue.industries.list(),
    ]);
}

try {
  const slugs: string[] = [];
  for (let page = 1; page <= 10; page++)
    slugs.push(...(await catalogue.reports.list(page)).items.map(({ slug }) => slug));
  const slugAt = (i: number): string => slugs[i % slugs.length] ?? '';
  const totalMs = await measureCpuMs((i) => renderPage(slugAt(i)));
  const dataMs = await measureCpuMs((i) => readPageData(slugAt(i)));
  const { length } = await renderPage(slugAt(0));
  console.log(
    `report page, ${length} characters: ${totalMs.toFixed(2)} ms of CPU, ` +
      `${dataMs.toFixed(2)} ms of it for its data, ` +
      `${(totalMs - dataMs).toFixed(2)} ms for rendering (aim 1.5)`,
  );
} finally {
  await running.stop();
  rmSync(folder, { recursive: true, force: true });
}
process.exit(0);
