import { randomBytes } from 'node:crypto';
import path from 'node:path';
import type pg from 'pg';
import { pino } from 'pino';
import type { World } from '#core/world.ts';
import { openDatabase } from '#adapters/database/index.ts';
import { startHomeDatabase } from '#adapters/database/home.ts';
import { migrate } from '#adapters/database/migrate.ts';
import { createDiskFiles } from '#adapters/files/disk.ts';
import { changed, later } from '#adapters/later.ts';
import { startLocalMail } from '#adapters/mail/local.ts';
import { createSmtpMail } from '#adapters/mail/smtp.ts';
import { startLocalPaypal } from '#adapters/payments/local/index.ts';
import { createPaypal } from '#adapters/payments/paypal.ts';
import { createPress } from '#adapters/press/index.ts';
import { createSigning, keptSecret } from '#adapters/signing.ts';
import { takeFolder } from './folder.ts';
import type { Config } from '../config.ts';

export type OpenWorld = {
  readonly world: World;
  readonly pool: pg.Pool;
  readonly databaseUrl: string;
  readonly formTargets: readonly string[];
  /** Prints the addresses, and which local counterparts play. */
  sayWhereToGo(url: string): void;
  close(): Promise<void>;
};

/** Everything outside the core is open afterwards, real or local as the configuration says. */
export async function openWorld(config: Config, say: (line: string) => void): Promise<OpenWorld> {
  const closers: (() => Promise<unknown> | void)[] = [];
  const close = async (): Promise<void> => {
    for (const one of closers.splice(0).toReversed()) await one();
  };
  try {
    closers.push(takeFolder(config.dataDir));
    const databaseUrl = config.databaseUrl ?? (await home(config, say, closers));
    const database = await openDatabase(databaseUrl);
    closers.push(database.close);
    await migrate(database, path.join(config.root, 'db/migrations'));

    const mail = config.smtpUrl ? undefined : await startLocalMail({ port: nextPort(config, 2), folder: path.join(config.dataDir, 'mail') });
    if (mail) closers.push(mail.close);
    const paypal = config.paypal
      ? undefined
      : await startLocalPaypal({ port: nextPort(config, 1), dataFile: path.join(config.dataDir, 'local-paypal.jsonl') });
    if (paypal) closers.push(paypal.close);

    const from = async () => {
      const row = await database.db.selectFrom('siteInfo').select('body').executeTakeFirst();
      const site = (row?.body ?? {}) as { siteName?: string; salesEmail?: string };
      return { name: site.siteName ?? 'Reportstand', address: site.salesEmail ?? 'orders@example.com' };
    };
    const world: World = {
      db: database.db,
      clock: () => new Date(),
      secret: () => randomBytes(16).toString('hex'),
      origin: config.origin,
      sign: createSigning(config.linkSecret ?? keptSecret(config.dataDir)),
      payments: createPaypal(config.paypal ?? { baseUrl: paypal?.origin ?? '', clientId: 'local', secret: 'local' }),
      mail: createSmtpMail(config.smtpUrl ?? mail?.smtpUrl ?? '', from),
      files: createDiskFiles(path.join(config.dataDir, 'files')),
      press: createPress(),
      later,
      changed,
      log: pino({ level: config.logLevel }),
    };
    return {
      world,
      pool: database.pool,
      databaseUrl,
      formTargets: paypal ? [paypal.origin] : ['https://www.paypal.com', 'https://www.sandbox.paypal.com'],
      sayWhereToGo: (url) => {
        say(`Reportstand is open: ${url}`);
        if (paypal) say(`  Local PayPal counterpart: ${paypal.origin} (no real money moves)`);
        if (mail) say(`  Local mail counterpart:   ${mail.inbox} (letters are kept here, sent to nobody)`);
        if (!config.databaseUrl) say(`  Its own PostgreSQL keeps its data in ${config.dataDir}`);
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function home(config: Config, say: (line: string) => void, closers: (() => Promise<unknown> | void)[]): Promise<string> {
  const started = await startHomeDatabase(config.dataDir, say);
  closers.push(started.stop);
  return started.url;
}

/** Counterparts stand on the ports behind the site's; any free one where the site itself takes any. */
const nextPort = (config: Config, step: number): number => (config.port === 0 ? 0 : config.port + step);
