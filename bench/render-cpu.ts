/**
 * `node bench/render-cpu.ts`: CPU of rendering a report page anew, in this process alone (PostgreSQL is another). Each page is made past the cache,
 * uncompressed; what its data cost (the same reads without a page) is measured apart and taken off. Prints milliseconds of CPU a page.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildIfNeeded } from '../scripts/build.ts';

process.env['NODE_ENV'] = 'production';
await buildIfNeeded(console.log);
const program = (await import(
  pathToFileURL(path.resolve('build/server/index.js')).href
)) as typeof import('../src/main.ts');
const folder = mkdtempSync(path.join(os.tmpdir(), 'reportstand-cold-'));
const running = await program.startApp(
  program.readConfig({ PORT: '18280', HOST: '127.0.0.1', DATA_DIR: folder, LOG_LEVEL: 'error' }),
  { build: program, printLine: () => {} },
);
const { catalogue, content } = running.app;

/** CPU milliseconds of one call, over `times` calls after a warm-up. */
async function measureCpuMs(times: number, act: (i: number) => Promise<unknown>): Promise<number> {
  for (let i = 0; i < 150; i++) await act(i);
  const before = process.cpuUsage();
  for (let i = 0; i < times; i++) await act(i);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / times;
}

try {
  const slugs: string[] = [];
  for (let page = 1; page <= 10; page++)
    slugs.push(...(await catalogue.listReports(page)).items.map(({ slug }) => slug));
  const slug = (i: number): string => slugs[i % slugs.length] ?? '';
  const whole = await measureCpuMs(500, async (i) =>
    (await running.renderUncached(`/${slug(i)}`)).text(),
  );
  const data = await measureCpuMs(500, async (i) => {
    const report = await catalogue.getReport(slug(i));
    if (report)
      await Promise.all([
        catalogue.listRelatedReports(report),
        content.listCountries(),
        content.getSiteInfo(),
        catalogue.listIndustries(),
      ]);
  });
  const length = (await (await running.renderUncached(`/${slug(0)}`)).text()).length;
  console.log(
    `report page, ${length} characters: ${whole.toFixed(2)} ms of CPU in all, ${data.toFixed(2)} ms of it for its data, ${(whole - data).toFixed(2)} ms for rendering (aim 1.5)`,
  );
} finally {
  await running.stop();
  rmSync(folder, { recursive: true, force: true });
}
process.exit(0);
