import path from 'node:path';
import type { App } from '#core/app.ts';
import type { Source } from '#core/catalogue/figures.model.ts';
import type { Config } from '../config.ts';

/**
 * An empty demo store has the demo catalogue, the demo publisher's texts and a login of every role
 * of the back office afterwards. A store
 * that has content, and any store in production, stays as it is.
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
