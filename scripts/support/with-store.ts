/** Runs a command for staff with the store of these settings, beside the running one. */
import os from 'node:os';
import path from 'node:path';
import { findEmbeddedPostgresUrl } from '#adapters/database/embedded-postgres.ts';
import { openDatabase, type OpenDatabase } from '#adapters/database/index.ts';
import type { App } from '#core/app.ts';
import type { Outcome } from '#core/kernel/outcome.model.ts';
import { openFiles } from '#src/boot/open-files.ts';
import { simulatorPort } from '#src/boot/simulators.ts';
import { ConfigError } from '#src/settings/config-error.ts';
import { readConfig, type Config } from '#src/settings/config.ts';

/** Who is at the terminal, for the history. */
export const operatorName = os.userInfo().username;

const connectionCount = 4;

type Options = {
  /** The exit code if there is no store, or the command can't work with it. */
  readonly refusedExitCode: number;
  /** True for a command that can't do without the store's settings. */
  readonly needsSettings?: boolean;
  /** True for a command that writes or reads files of the store: they must be the store's own. */
  readonly usesFiles?: boolean;
  /** Done before the app exists. */
  readonly prepare?: (database: OpenDatabase, config: Config) => Promise<void>;
};

/**
 * Runs a command over the store's app, and ends with the exit code that it returns; with one sentence
 * if there is no store. Jobs and emails are only written: the running store does them.
 */
export async function withStore(
  options: Options,
  command: (app: App, config: Config) => Promise<number>,
): Promise<void> {
  try {
    const config = readConfig({ LOG_LEVEL: 'error', ...process.env });
    const database = await openDatabase(findDatabaseUrl(config), connectionCount);
    await options.prepare?.(database, config);
    // Loaded here alone: tests give a command the app of a store that runs in their process.
    const { App } = await import('#core/app.ts');
    const { buildDeps } = await import('#src/boot/build-deps.ts');
    const deps = buildDeps(config, database, {
      paypal: { origin: `http://localhost:${simulatorPort(config, 1)}`, webhookId: '' },
      smtpUrl: 'smtp://localhost',
      turnstile: { origin: '', secret: '' },
      viesUrl: '',
    });
    const app = new App(deps);
    if (options.usesFiles) await openFiles(config, deps);
    if (options.needsSettings && !(await app.store.isSetUp()))
      throw new ConfigError('The store is not set up yet: run "npm run setup" first.');
    process.exitCode = await command(app, config);
    await database.close();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    console.error(error.message);
    process.exitCode = options.refusedExitCode;
  }
}

function findDatabaseUrl({ databaseUrl, dataDir }: Config): string {
  const url = databaseUrl ?? findEmbeddedPostgresUrl(dataDir);
  if (url !== undefined) return url;
  throw new ConfigError(
    `No store runs with the data folder ${path.relative('.', dataDir)}: ` +
      'start it with "npm start" first.',
  );
}

/** Prints what the work answers; the exit code is 1 if it is refused. */
export function printOutcome(outcome: Outcome<string>): number {
  console.log(outcome.ok ? outcome.value : outcome.message);
  return outcome.ok ? 0 : 1;
}
