import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import path from 'node:path';
import type pg from 'pg';
import { pino } from 'pino';
import type { Deps } from '#core/deps.ts';
import { openDatabase, type OpenDatabase } from '#adapters/database/index.ts';
import { startEmbeddedPostgres } from '#adapters/database/embedded-postgres.ts';
import { isFreeEmailDomain } from '#adapters/free-email-domains.ts';
import { migrateDatabase } from '#adapters/database/migrate.ts';
import { createDiskFileStorage } from '#adapters/files/disk.ts';
import { invalidate, enqueue } from '#adapters/jobs/worker.ts';
import { startTurnstileSimulator } from '#adapters/captcha/turnstile-simulator.ts';
import { createTurnstileVerifier } from '#adapters/captcha/turnstile.ts';
import { createRateLimiter } from '#adapters/rate-limit.ts';
import { startMailSimulator } from '#adapters/email/mail-simulator.ts';
import { createSmtpEmailSender } from '#adapters/email/smtp.ts';
import { startPaypalSimulator } from '#adapters/payments/paypal-simulator/index.ts';
import { createPaypalProvider } from '#adapters/payments/paypal/provider.ts';
import { createDocumentRenderer } from '#adapters/documents/index.ts';
import { createSigner, readOrCreateLinkSecret } from '#adapters/url-signing.ts';
import { lockDataFolder } from './lock-data-folder.ts';
import type { Config } from '../config.ts';

/** Where the captcha's script stands, and the key that it is given. */
export type CaptchaWidget = { readonly scriptUrl: string; readonly siteKey: string };

export type OpenDeps = {
  readonly deps: Deps;
  readonly pool: pg.Pool;
  readonly databaseUrl: string;
  readonly formActionOrigins: readonly string[];
  /** The captcha as the browser meets it. */
  readonly captcha: CaptchaWidget;
  /** Prints the addresses, and which local counterparts play. */
  printAddresses(url: string): void;
  close(): Promise<void>;
};

/** Everything outside the core is open afterwards, real or local as the configuration says. */
export async function openDeps(
  config: Config,
  printLine: (line: string) => void,
): Promise<OpenDeps> {
  const closers: (() => Promise<unknown> | void)[] = [];
  const close = async (): Promise<void> => {
    for (const one of closers.splice(0).toReversed()) await one();
  };
  try {
    closers.push(lockDataFolder(config.dataDir));
    const databaseUrl = config.databaseUrl ?? (await startDatabase(config, printLine, closers));
    const database = await openDatabase(databaseUrl);
    closers.push(database.close);
    await migrateDatabase(database, path.join(config.root, 'db/migrations'));

    const mailSimulator = config.smtpUrl
      ? undefined
      : await startMailSimulator({
          port: simulatorPort(config, 2),
          folder: path.join(config.dataDir, 'mail'),
        });
    if (mailSimulator) closers.push(mailSimulator.close);
    const paypalSimulator = config.paypal
      ? undefined
      : await startPaypalSimulator({
          port: simulatorPort(config, 1),
          dataFile: path.join(config.dataDir, 'local-paypal.jsonl'),
          webhookUrl: `${config.origin}/webhooks/paypal`,
        });
    if (paypalSimulator) closers.push(paypalSimulator.close);

    const turnstileSimulator = config.turnstile
      ? undefined
      : await startTurnstileSimulator({
          port: simulatorPort(config, 3),
          hostname: new URL(config.origin).hostname,
        });
    if (turnstileSimulator) closers.push(turnstileSimulator.close);
    const turnstileOrigin = turnstileSimulator?.origin ?? 'https://challenges.cloudflare.com';

    const deps = buildDeps(config, database, {
      paypal: {
        origin: paypalSimulator?.origin ?? '',
        webhookId: paypalSimulator?.webhookId ?? '',
      },
      smtpUrl: mailSimulator?.smtpUrl ?? '',
      turnstile: { origin: turnstileOrigin, secret: turnstileSimulator?.secret ?? '' },
    });
    return {
      deps,
      pool: database.pool,
      databaseUrl,
      captcha: {
        scriptUrl: `${turnstileOrigin}/turnstile/v0/api.js?render=explicit`,
        siteKey: config.turnstile?.siteKey ?? 'local',
      },
      formActionOrigins: paypalSimulator
        ? [paypalSimulator.origin]
        : ['https://www.paypal.com', 'https://www.sandbox.paypal.com'],
      printAddresses: (url) => {
        printLine(`Reportstand is open: ${url}`);
        if (paypalSimulator)
          printLine(`  Local PayPal counterpart: ${paypalSimulator.origin} (no real money moves)`);
        if (mailSimulator)
          printLine(
            `  Local mail counterpart:   ${mailSimulator.inboxUrl} (letters are kept here, sent to nobody)`,
          );
        if (turnstileSimulator)
          printLine(`  Local captcha counterpart: ${turnstileSimulator.origin} (a box to tick)`);
        if (!config.databaseUrl)
          printLine(`  Its own PostgreSQL keeps its data in ${config.dataDir}`);
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

type SimulatorEndpoints = {
  readonly paypal: { origin: string; webhookId: string };
  readonly smtpUrl: string;
  readonly turnstile: { origin: string; secret: string };
};

/** The world over an open database; what the configuration does not name is played by the local counterparts. */
export function buildDeps(
  config: Config,
  { db, pool }: OpenDatabase,
  simulators: SimulatorEndpoints,
): Deps {
  const readSender = async () => {
    const row = await db.selectFrom('siteInfo').select('body').executeTakeFirst();
    const site = (row?.body ?? {}) as { siteName?: string; salesEmail?: string };
    return {
      name: site.siteName ?? 'Reportstand',
      address: site.salesEmail ?? 'orders@example.com',
    };
  };
  return {
    db,
    clock: () => new Date(),
    sleep: (ms) => sleep(ms),
    generateSecret: () => randomBytes(16).toString('hex'),
    origin: config.origin,
    signer: createSigner(config.linkSecret ?? readOrCreateLinkSecret(config.dataDir)),
    payments: createPaypalProvider(
      config.paypal ?? {
        baseUrl: simulators.paypal.origin,
        clientId: 'local',
        secret: 'local',
        webhookId: simulators.paypal.webhookId,
      },
    ),
    captcha: createTurnstileVerifier({
      verifyUrl: `${simulators.turnstile.origin}/turnstile/v0/siteverify`,
      secret: config.turnstile?.secret ?? simulators.turnstile.secret,
      hostname: new URL(config.origin).hostname,
    }),
    consumeRateLimit: createRateLimiter(pool),
    email: createSmtpEmailSender(config.smtpUrl ?? simulators.smtpUrl, readSender),
    isFreeEmailDomain,
    files: createDiskFileStorage(path.join(config.dataDir, 'files')),
    documents: createDocumentRenderer(),
    enqueue,
    invalidate,
    log: pino({ level: config.logLevel }),
  };
}

async function startDatabase(
  config: Config,
  printLine: (line: string) => void,
  closers: (() => Promise<unknown> | void)[],
): Promise<string> {
  const started = await startEmbeddedPostgres(config.dataDir, printLine);
  closers.push(started.stop);
  return started.url;
}

/** Counterparts stand on the ports behind the site's; any free one where the site itself takes any. */
export const simulatorPort = (config: Config, offset: number): number =>
  config.port === 0 ? 0 : config.port + offset;
