import os from 'node:os';
import path from 'node:path';
import { findEmbeddedPostgresUrl } from '#adapters/database/embedded-postgres.ts';
import { openDatabase } from '#adapters/database/index.ts';
import { createApp, type App } from '#core/app.ts';
import { buildDeps } from '#src/boot/build-deps.ts';
import { simulatorPort } from '#src/boot/simulators.ts';
import { ConfigError, readConfig, type Config } from '#src/config.ts';

/** Who is at the terminal, for the history. */
export const operatorName = os.userInfo().username;

/**
 * Runs a command over the database of the store on this machine, and ends with the status that it
 * returns; with 2 and one sentence where there is no store.
 */
export async function runWithApp(
  command: (app: App, config: Config) => Promise<number>,
): Promise<void> {
  try {
    const config = readConfig({ LOG_LEVEL: 'error', ...process.env });
    const url = config.databaseUrl ?? findEmbeddedPostgresUrl(config.dataDir);
    if (url === undefined)
      throw new ConfigError(
        `No store runs with the data folder ${path.relative('.', config.dataDir)}: ` +
          'start it with "npm start" first.',
      );
    const database = await openDatabase(url, 4);
    const deps = buildDeps(config, database, {
      paypal: { origin: `http://localhost:${simulatorPort(config, 1)}`, webhookId: '' },
      smtpUrl: 'smtp://localhost',
      turnstile: { origin: '', secret: '' },
      viesUrl: '',
    });
    const app = createApp(deps);
    if (!(await app.store.isSetUp()))
      throw new ConfigError('The store is not set up yet: run "npm run setup" first.');
    process.exitCode = await command(app, config);
    await database.close();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    console.error(error.message);
    process.exitCode = 2;
  }
}
