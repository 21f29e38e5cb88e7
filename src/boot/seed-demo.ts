import path from 'node:path';
import { Readable } from 'node:stream';
import { inOneTransaction } from '#adapters/database/index.ts';
import type { App } from '#core/app.ts';
import type { Database } from '#core/deps.ts';
import type { Source } from '#core/catalogue/figures/figures.model.ts';
import { importOptionsSchema } from '#core/imports/model.ts';
import type { DemoInput } from '#demo/report-writer/report-inputs.ts';
import type { PaypalSimulator } from '#simulators/paypal/index.ts';
import type { Config } from '../settings/config.ts';
import { silentSteps } from '../steps.ts';
import type { OpenDeps, OpenOptions } from './open-deps.ts';

type SeedOptions = Pick<OpenOptions, 'steps' | 'stop'> & {
  /** All of them without it: tests take a few. */
  readonly chooseReports?: (reports: readonly DemoInput[]) => readonly DemoInput[];
};

/**
 * A new demo store has the demo catalogue, the demo publisher's texts and a login of every role
 * of the back office afterwards. What staff delete of it does not come again, and a store in
 * production stays as it is.
 */
export async function seedDemo(config: Config, app: App, options: SeedOptions): Promise<void> {
  if (config.isProduction) return;
  const { demoContent, demoSettings } = await import('#demo/content/index.ts');
  await app.store.seedOnce(
    'content',
    () => app.content.hasContent(),
    () => app.content.seed(demoContent),
  );
  if (!(await app.store.isSetUp())) await app.store.replaceSettings(demoSettings, 'demo');
  if (await app.staff.firstOwner.isMissing()) await app.staff.firstOwner.addDemoLogins();
  const { steps = silentSteps } = options;
  // Reports that a killed start has begun to write are gone on with, where they stood.
  const begun = await findBegunImport(app);
  const isThere = async () => begun === undefined && (await app.catalogue.reports.hasAny());
  await app.store.seedOnce('catalogue', isThere, () =>
    steps.run('Writing the demo catalogue (once)', (report) =>
      importCatalogue(config, app, options, report),
    ),
  );
}

const demoSheet = 'demo-catalogue.jsonl';

/** The number of the import that a start before has begun. */
const findBegunImport = async ({ imports }: App): Promise<number | undefined> =>
  (await imports.listImports(100)).find(({ fileName }) => fileName === demoSheet)?.id;

/** The demo's reports go into the store as a publisher's do: as a sheet that is imported. */
async function importCatalogue(
  config: Config,
  app: App,
  { stop, chooseReports = (reports) => reports }: SeedOptions,
  report: (progress: string) => void,
): Promise<void> {
  const { catalogue, imports } = app;
  const { createDemoFileReader } = await import('#demo/report-writer/read-demo-file.ts');
  const { listDemoIndustries } = await import('#demo/report-writer/demo-reports.ts');
  const { writeReportInputs } = await import('#demo/report-writer/report-inputs.ts');
  const loadJson = createDemoFileReader(path.join(config.root, 'db/demo'));
  const reports = chooseReports(writeReportInputs(loadJson, loadJson('sources.json') as Source[]));
  await catalogue.industries.add(listDemoIndustries());
  const content = () =>
    Readable.from(imports.sheets.write(reports.map(({ code, ...parts }) => ({ code, parts }))));
  const options = importOptionsSchema.parse({ runsAtOnce: true });
  const id =
    (await findBegunImport(app)) ??
    (await imports.create({
      fileName: demoSheet,
      content: content(),
      options,
      actor: 'the demo',
    }));
  const done = await imports.advance(id, ({ state, lastRow }) => {
    stop?.throwIfAborted();
    if (state === 'running' && lastRow > 0) report(`${lastRow} reports`);
  });
  const [bad] = await imports.listBadRows(id, 1);
  if (bad || done?.state !== 'done')
    throw new Error(`The demo catalogue was refused: ${done?.refusal ?? JSON.stringify(bad)}`);
  // Rendering all of them takes half a minute; scripts/count-demo-report-pages.ts did it.
  await catalogue.madePages.noteKnown(
    Object.fromEntries(reports.flatMap(({ code, pages }) => (pages ? [[code, pages]] : []))),
  );
  await catalogue.jobs['catalogue.fillSearch']();
  for (const name of new Set(reports.flatMap(({ authors }) => authors ?? [])))
    await catalogue.authors.describe({ name, kind: 'desk', about: '' });
}

/**
 * Writes half a year of sample orders, enquiries and drafts into a new demo, while the store is open
 * already: it takes some seconds. The PayPal simulator keeps the samples' payments. `stop` resolves
 * when nothing more is written; the next start begins anew then. Tests switch it off.
 */
export function startDemoOffice(
  config: Config,
  app: App,
  opened: OpenedParts,
): { stop: () => Promise<void> } {
  const abort = new AbortController();
  const writing = config.hasDemoOffice ? writeOffice(app, opened, abort.signal) : Promise.resolve();
  return {
    stop: () => {
      abort.abort();
      return writing;
    },
  };
}

type SimulatedOrder = Parameters<PaypalSimulator['addOrder']>[0];
type OpenedParts = Pick<OpenDeps, 'deps' | 'pool' | 'paypalSimulator'>;

async function writeOffice(
  app: App,
  { deps, pool, paypalSimulator }: OpenedParts,
  signal: AbortSignal,
): Promise<void> {
  try {
    const { hasSamples, writeDemoOffice } = await import('#demo/office/write-office.ts');
    const options = {
      keepPayment: (payment: SimulatedOrder) => paypalSimulator?.addOrder(payment),
      inOneTransaction: <T>(work: (db: Database) => Promise<T>) =>
        inOneTransaction(pool, work, signal),
    };
    await app.store.seedOnce(
      'office',
      () => hasSamples(deps.db),
      () => writeDemoOffice(deps, options),
    );
  } catch (error) {
    // A demo without samples is better than none.
    if (!signal.aborted) deps.log.error({ error }, 'the samples of the demo were not written');
  }
}
