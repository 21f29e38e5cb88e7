import path from 'node:path';
import type { App } from '#core/app.ts';
import type { Deps } from '#core/deps.ts';
import type { Source } from '#core/catalogue/figures.model.ts';
import type { Config } from '../config.ts';

/**
 * An empty demo store has the demo catalogue, the demo publisher's texts and a login of every role
 * of the back office afterwards. A store that has content, and any store in production, stays as it
 * is.
 */
export async function seedDemo(
  config: Config,
  app: App,
  printLine: (line: string) => void,
): Promise<void> {
  if (config.isProduction) return;
  const { demoContent, demoSettings } = await import('#demo/content/index.ts');
  if (!(await app.content.isSeeded())) await app.content.seed(demoContent);
  if (!(await app.store.isSetUp())) await app.store.replaceSettings(demoSettings, 'demo');
  if (await app.staff.firstOwner.isMissing()) await app.staff.firstOwner.addDemoLogins();
  const { createDemoFileReader } = await import('#demo/report-writer/read-demo-file.ts');
  const loadJson = createDemoFileReader(path.join(config.root, 'db/demo'));
  if (await app.catalogue.isSeeded()) return;
  printLine('Writing the demo catalogue (once)…');
  const { listDemoIndustries } = await import('#demo/report-writer/demo-reports.ts');
  const { writeReportInputs } = await import('#demo/report-writer/report-inputs.ts');
  const reports = writeReportInputs(loadJson, loadJson('sources.json') as Source[]);
  await app.catalogue.seed(listDemoIndustries(), reports, (written) =>
    printLine(`  ${written} reports`),
  );
  for (const name of new Set(reports.flatMap(({ authors }) => authors ?? [])))
    await app.catalogue.describeAuthor({ name, kind: 'desk', about: '' });
}

/**
 * Writes half a year of sample orders, enquiries and drafts into an empty demo, while the store is
 * open already: it takes some seconds. `stop` resolves when nothing more is written. Tests switch it
 * off.
 */
export function startDemoOffice(config: Config, deps: Deps): { stop: () => Promise<void> } {
  const abort = new AbortController();
  const writing = config.hasDemoOffice ? writeOffice(deps, abort.signal) : Promise.resolve();
  return {
    stop: () => {
      abort.abort();
      return writing;
    },
  };
}

async function writeOffice(deps: Deps, signal: AbortSignal): Promise<void> {
  try {
    const { isOfficeEmpty, writeDemoOffice } = await import('#demo/office/write-office.ts');
    if (await isOfficeEmpty(deps.db)) await writeDemoOffice(deps, signal);
  } catch (error) {
    // A demo without samples is better than none.
    deps.log.error({ error }, 'the samples of the demo were not all written');
  }
}
