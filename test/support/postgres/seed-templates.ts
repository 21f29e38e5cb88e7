import { demoSettings } from '#demo/content/index.ts';
import path from 'node:path';
import { openDatabase, type OpenDatabase } from '#adapters/database/index.ts';
import { startEmbeddedPostgres } from '#adapters/database/embedded-postgres.ts';
import { migrateDatabase } from '#adapters/database/migrate.ts';
import { createApp } from '#core/app.ts';
import { buildDeps } from '#src/boot/build-deps.ts';
import { seedCountries } from '#src/boot/seed-countries.ts';
import { seedDemo } from '#src/boot/seed-demo.ts';
import { readConfig } from '#src/settings/config.ts';
import { executeOnServer, urlForDatabase } from './execute-on-server.ts';
import { chooseSmallCatalogue } from './small-catalogue.ts';
import { templateDatabaseName, type Template } from './template-databases.ts';

/** The server has the templates afterwards. The app's other files go to `dataFolder`. */
export async function seedTemplateDatabases(serverUrl: string, dataFolder: string): Promise<void> {
  const openCopy = async (from: string, template: Template): Promise<OpenDatabase> => {
    const name = templateDatabaseName(template);
    await executeOnServer(serverUrl, `create database ${name} template ${from}`);
    return openDatabase(urlForDatabase(serverUrl, name));
  };
  const empty = await openCopy('template1', 'empty');
  await migrateDatabase(empty, path.resolve('db/migrations'));
  await empty.close();
  for (const template of ['small', 'demo'] as const) {
    const database = await openCopy(templateDatabaseName('empty'), template);
    await seed(database, dataFolder, template);
    await database.close();
  }
  // A run copies the cluster file by file: what no test uses is not in it.
  await executeOnServer(serverUrl, 'alter database template0 is_template false');
  await executeOnServer(serverUrl, 'drop database template0');
  await executeOnServer(serverUrl, 'checkpoint');
}

/** The data folder of a store with the small catalogue, as `npm start` leaves it, afterwards. */
export async function seedStoreFolder(folder: string): Promise<void> {
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
  const app = createApp(buildDeps(config, database, unusedSimulators));
  await seedCountries(config, app);
  const options = template === 'small' ? { chooseReports: chooseSmallCatalogue } : {};
  // Tests compare days with their own clock.
  await app.store.replaceSettings({ ...demoSettings, timeZone: 'UTC' }, 'demo');
  await seedDemo(config, app, options);
  // Otherwise every store that a test starts checks the whole catalogue first.
  await app.catalogue.jobs['catalogue.checkReports']();
}
