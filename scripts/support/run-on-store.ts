/** What a command for staff does: with the store of these settings, beside the running one. */
import path from 'node:path';
import { findEmbeddedPostgresUrl } from '#adapters/database/embedded-postgres.ts';
import { openDatabase } from '#adapters/database/index.ts';
import { createApp, type App } from '#core/app.ts';
import type { Outcome } from '#core/kernel/outcome.model.ts';
import { buildDeps } from '#src/boot/build-deps.ts';
import { simulatorPort } from '#src/boot/simulators.ts';
import { ConfigError, readConfig } from '#src/config.ts';

/**
 * Opens the store's app, prints what the work answers, and exits with 1 where it is refused. Jobs and
 * emails are only written: the running store does them.
 */
export async function runOnStore(work: (app: App) => Promise<Outcome<string>>): Promise<void> {
  try {
    const config = readConfig({ LOG_LEVEL: 'error', ...process.env });
    const url = config.databaseUrl ?? findEmbeddedPostgresUrl(config.dataDir);
    if (url === undefined)
      throw new ConfigError(
        `No store runs with the data folder ${path.relative('.', config.dataDir)}: ` +
          'start it with "npm start" first.',
      );
    const database = await openDatabase(url, 2);
    const deps = buildDeps(config, database, {
      paypal: { origin: `http://localhost:${simulatorPort(config, 1)}`, webhookId: '' },
      smtpUrl: 'smtp://localhost',
      turnstile: { origin: '', secret: '' },
    });
    const outcome = await work(createApp(deps));
    await database.close();
    console.log(outcome.ok ? outcome.value : outcome.message);
    process.exitCode = outcome.ok ? 0 : 1;
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
