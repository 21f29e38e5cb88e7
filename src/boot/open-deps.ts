import type { PaypalSimulator } from '#simulators/paypal/index.ts';
import path from 'node:path';
import type pg from 'pg';
import type { GivenDeps } from '#core/deps.ts';
import { demoPassword, getDemoEmail } from '#core/staff/model.ts';
import { startEmbeddedPostgres } from '#adapters/database/embedded-postgres.ts';
import { openDatabase, openWatchedDatabase } from '#adapters/database/index.ts';
import { migrateDatabase } from '#adapters/database/migrate.ts';
import { KeptPages } from '#adapters/kept-pages/index.ts';
import type { Config } from '../settings/config.ts';
import { silentSteps, type Steps } from '../steps.ts';
import { buildDeps } from './build-deps.ts';
import { Closers } from './closers.ts';
import { lockDataFolder } from './lock-data-folder.ts';
import { nameBuild } from './name-build.ts';
import { describeSimulators, startSimulators } from './simulators.ts';

export type OpenDeps = {
  readonly deps: GivenDeps;
  readonly pool: pg.Pool;
  readonly databaseUrl: string;
  /** undefined where pages are not kept beyond the process. */
  readonly keptPages: KeptPages | undefined;
  readonly paypalSimulator: PaypalSimulator | undefined;
  /** Origins that a form of ours may end up at: the payment provider's. */
  readonly formActionOrigins: readonly string[];
  /** The captcha's script and key, for forms. */
  readonly captcha: { readonly scriptUrl: string; readonly siteKey: string };
  /** Prints the site's URL, and which simulators run. */
  readonly printAddresses: (url: string) => void;
  readonly close: () => Promise<void>;
};

export type OpenOptions = {
  /** For the person who started it. */
  readonly printLine: (line: string) => void;
  readonly steps?: Steps;
  /** Aborted if the start is to end before the store is open: its reason is thrown then. */
  readonly stop?: AbortSignal | undefined;
};

const turnstileOrigin = 'https://challenges.cloudflare.com';
const paypalOrigins = ['https://www.paypal.com', 'https://www.sandbox.paypal.com'];

/**
 * Opens everything outside the core, real or simulated as the configuration says. Throws
 * ConfigError if it can't; what was opened before is closed then.
 */
export async function openDeps(config: Config, options: OpenOptions): Promise<OpenDeps> {
  const closers = new Closers();
  try {
    return await openAll(config, options, closers);
  } catch (error) {
    await closers.closeAll();
    throw error;
  }
}

async function openAll(config: Config, options: OpenOptions, closers: Closers): Promise<OpenDeps> {
  const { printLine, steps = silentSteps, stop } = options;
  closers.add(lockDataFolder(config.dataDir));
  // Before the database: what they refuse is said before anything is written.
  let log: GivenDeps['log'] | undefined;
  const simulators = await startSimulators(config, closers, (error) =>
    log?.error({ error }, 'a local simulator failed'),
  );
  const { paypal, mail, turnstile, vies } = simulators;
  const databaseUrl = config.databaseUrl ?? (await startDatabase(config, options, closers));
  stop?.throwIfAborted();
  await steps.run('Preparing the database', () =>
    migrate(databaseUrl, path.join(config.root, 'db/migrations')),
  );
  stop?.throwIfAborted();
  const database = await openWatchedDatabase(databaseUrl);
  // A query that hangs holds it up, and there is nothing to wait for.
  closers.add(database.close, 500);
  const captchaOrigin = turnstile?.origin ?? turnstileOrigin;
  const endpoints = {
    paypal: { origin: paypal?.origin ?? '', webhookId: paypal?.webhookId ?? '' },
    smtpUrl: mail?.smtpUrl ?? '',
    turnstile: { origin: captchaOrigin, secret: turnstile?.secret ?? '' },
    viesUrl: vies?.baseUrl ?? '',
  };
  const deps = buildDeps(config, database, endpoints);
  const build = nameBuild(config, endpoints);
  log = deps.log;
  return {
    deps,
    pool: database.pool,
    keptPages: build === undefined ? undefined : new KeptPages(database.db, build),
    databaseUrl,
    captcha: {
      scriptUrl: `${captchaOrigin}/turnstile/v0/api.js?render=explicit`,
      siteKey: config.turnstile?.siteKey ?? 'local',
    },
    paypalSimulator: paypal,
    formActionOrigins: paypal ? [paypal.origin] : paypalOrigins,
    printAddresses: (url) => {
      printLine(`Reportstand is open: ${url}`);
      printLine(`  Back office:       ${url}/admin${describeDemoLogin(config)}`);
      for (const line of describeSimulators(simulators)) printLine(line);
      if (!config.databaseUrl) printLine(`  PostgreSQL keeps its data in ${config.dataDir}`);
      if (!config.isProduction) printLine('  Ctrl+C stops all of it.');
    },
    close: () => closers.closeAll(),
  };
}

const describeDemoLogin = ({ isProduction }: Config): string =>
  isProduction ? '' : ` (${getDemoEmail('owner')}, "${demoPassword}")`;

/** A migration of a large table may take longer than any page's query. */
async function migrate(databaseUrl: string, folder: string): Promise<void> {
  const database = await openDatabase(databaseUrl, 2);
  try {
    await migrateDatabase(database, folder);
  } finally {
    await database.close();
  }
}

async function startDatabase(
  config: Config,
  { printLine, steps }: OpenOptions,
  closers: Closers,
): Promise<string> {
  const postgres = await startEmbeddedPostgres(config.dataDir, printLine, steps);
  closers.add(postgres.stop);
  return postgres.url;
}
