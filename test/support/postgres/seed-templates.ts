import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { demoSettings } from '#demo/content/index.ts';
import { openDatabase, type OpenDatabase } from '#adapters/database/index.ts';
import { startEmbeddedPostgres } from '#adapters/database/embedded-postgres.ts';
import { migrateDatabase } from '#adapters/database/migrate.ts';
import { App } from '#core/app.ts';
import { buildDeps } from '#src/boot/build-deps.ts';
import { seedCountries } from '#src/boot/seed-countries.ts';
import { seedDemo } from '#src/boot/seed-demo.ts';
import { readConfig } from '#src/settings/config.ts';
import { executeOnServer, urlForDatabase } from './execute-on-server.ts';
import { chooseSmallCatalogue } from './small-catalogue.ts';
import { templateDatabaseName, type Template } from './template-databases.ts';

/**
 * The server has the templates afterwards, and `storeFolder` is the data folder of a store with the
 * small catalogue, as `npm start` leaves it. The apps' other files go to `dataFolder`. Most of the
 * work is the demo's: a process of its own does it beside the others.
 */
export async function seedTemplates(
  serverUrl: string,
  { dataFolder, storeFolder }: { readonly dataFolder: string; readonly storeFolder: string },
): Promise<void> {
  const createFrom = (from: string, template: Template): Promise<void> =>
    executeOnServer(
      serverUrl,
      `create database ${templateDatabaseName(template)} template ${from}`,
    );
  await createFrom('template1', 'empty');
  const empty = await openTemplate(serverUrl, 'empty');
  await migrateDatabase(empty, path.resolve('db/migrations'));
  await empty.close();
  for (const template of ['small', 'demo'] as const)
    await createFrom(templateDatabaseName('empty'), template);
  const others = async (): Promise<void> => {
    await seedTemplate(serverUrl, 'small', dataFolder);
    await seedStoreFolder(storeFolder);
  };
  await Promise.all([seedDemoInProcess(serverUrl, dataFolder), others()]);
  // A run copies the cluster file by file: what no test uses is not in it.
  await executeOnServer(serverUrl, 'alter database template0 is_template false');
  await executeOnServer(serverUrl, 'drop database template0');
  await executeOnServer(serverUrl, 'checkpoint');
}

const openTemplate = (serverUrl: string, template: Template): Promise<OpenDatabase> =>
  openDatabase(urlForDatabase(serverUrl, templateDatabaseName(template)));

async function seedTemplate(
  serverUrl: string,
  template: 'small' | 'demo',
  dataFolder: string,
): Promise<void> {
  const database = await openTemplate(serverUrl, template);
  await seed(database, path.join(dataFolder, template), template);
  await database.close();
}

/** Runs this file as a program. Throws if it fails; it has said why. */
async function seedDemoInProcess(serverUrl: string, dataFolder: string): Promise<void> {
  const exitWithParent = pathToFileURL(path.resolve('test/support/exit-with-parent.ts')).href;
  const program = spawn(
    process.execPath,
    [`--import=${exitWithParent}`, import.meta.filename, serverUrl, dataFolder],
    { stdio: ['ignore', 'inherit', 'inherit'] },
  );
  const [code] = (await once(program, 'exit')) as [number | null];
  if (code !== 0) throw new Error('The demo of the test databases could not be made.');
}

async function seedStoreFolder(folder: string): Promise<void> {
  const postgres = await startEmbeddedPostgres(folder, () => {});
  try {
    const database = await openDatabase(postgres.url);
    await migrateDatabase(database, path.resolve('db/migrations'));
    await seed(database, folder, 'small');
    await database.close();
  } finally {
    await postgres.stop();
  }
}

/** Nothing is paid, sent or verified while rows are written. */
const unusedSimulators = {
  paypal: { origin: 'http://localhost:9', webhookId: '' },
  turnstile: { origin: 'http://localhost:9', secret: '' },
  smtpUrl: 'smtp://localhost:9',
  viesUrl: 'http://localhost:9',
};

async function seed(
  database: OpenDatabase,
  dataFolder: string,
  template: 'small' | 'demo',
): Promise<void> {
  const config = readConfig({ LINK_SECRET: 'x'.repeat(32), DATA_DIR: dataFolder });
  const app = new App(buildDeps(config, database, unusedSimulators));
  await seedCountries(config, app);
  const options = template === 'small' ? { chooseReports: chooseSmallCatalogue } : {};
  // Tests compare days with their own clock.
  await app.store.replaceSettings({ ...demoSettings, timeZone: 'UTC' }, 'demo');
  await seedDemo(config, app, options);
  // Otherwise every store that a test starts checks the whole catalogue first.
  await app.catalogue.jobs['catalogue.checkReports']();
}

if (import.meta.main) {
  const [, , serverUrl = '', dataFolder = ''] = process.argv;
  await seedTemplate(serverUrl, 'demo', dataFolder);
}
