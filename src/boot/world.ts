import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import path from 'node:path';
import type pg from 'pg';
import { pino } from 'pino';
import type { World } from '#core/world.ts';
import { openDatabase, type OpenDatabase } from '#adapters/database/index.ts';
import { startHomeDatabase } from '#adapters/database/home.ts';
import { isEverybodys } from '#adapters/domains.ts';
import { migrate } from '#adapters/database/migrate.ts';
import { createDiskFiles } from '#adapters/files/disk.ts';
import { changed, later } from '#adapters/later.ts';
import { startLocalTurnstile } from '#adapters/human/local.ts';
import { createTurnstile } from '#adapters/human/turnstile.ts';
import { createLimits } from '#adapters/limits.ts';
import { startLocalMail } from '#adapters/mail/local.ts';
import { createSmtpMail } from '#adapters/mail/smtp.ts';
import { startLocalPaypal } from '#adapters/payments/local/index.ts';
import { createPaypal } from '#adapters/payments/paypal.ts';
import { createPress } from '#adapters/press/index.ts';
import { createSigning, keptSecret } from '#adapters/signing.ts';
import { takeFolder } from './folder.ts';
import type { Config } from '../config.ts';

/** Where the captcha's script stands, and the key that it is given. */
export type Challenge = { readonly script: string; readonly siteKey: string };

export type OpenWorld = {
  readonly world: World;
  readonly pool: pg.Pool;
  readonly databaseUrl: string;
  readonly formTargets: readonly string[];
  /** The captcha as the browser meets it. */
  readonly challenge: Challenge;
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

    const mail = config.smtpUrl
      ? undefined
      : await startLocalMail({
          port: nextPort(config, 2),
          folder: path.join(config.dataDir, 'mail'),
        });
    if (mail) closers.push(mail.close);
    const paypal = config.paypal
      ? undefined
      : await startLocalPaypal({
          port: nextPort(config, 1),
          dataFile: path.join(config.dataDir, 'local-paypal.jsonl'),
          webhookUrl: `${config.origin}/webhooks/paypal`,
        });
    if (paypal) closers.push(paypal.close);

    const turnstile = config.turnstile
      ? undefined
      : await startLocalTurnstile({
          port: nextPort(config, 3),
          hostname: new URL(config.origin).hostname,
        });
    if (turnstile) closers.push(turnstile.close);
    const verifier = turnstile?.origin ?? 'https://challenges.cloudflare.com';

    const world = makeWorld(config, database, {
      paypal: { origin: paypal?.origin ?? '', webhookId: paypal?.webhookId ?? '' },
      smtpUrl: mail?.smtpUrl ?? '',
      turnstile: { origin: verifier, secret: turnstile?.secret ?? '' },
    });
    return {
      world,
      pool: database.pool,
      databaseUrl,
      challenge: {
        script: `${verifier}/turnstile/v0/api.js?render=explicit`,
        siteKey: config.turnstile?.siteKey ?? 'local',
      },
      formTargets: paypal
        ? [paypal.origin]
        : ['https://www.paypal.com', 'https://www.sandbox.paypal.com'],
      sayWhereToGo: (url) => {
        say(`Reportstand is open: ${url}`);
        if (paypal) say(`  Local PayPal counterpart: ${paypal.origin} (no real money moves)`);
        if (mail)
          say(`  Local mail counterpart:   ${mail.inbox} (letters are kept here, sent to nobody)`);
        if (turnstile) say(`  Local captcha counterpart: ${turnstile.origin} (a box to tick)`);
        if (!config.databaseUrl) say(`  Its own PostgreSQL keeps its data in ${config.dataDir}`);
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

type Local = {
  readonly paypal: { origin: string; webhookId: string };
  readonly smtpUrl: string;
  readonly turnstile: { origin: string; secret: string };
};

/** The world over an open database; what the configuration does not name is played by the local counterparts. */
export function makeWorld(config: Config, { db, pool }: OpenDatabase, local: Local): World {
  const from = async () => {
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
    pause: (ms) => sleep(ms),
    secret: () => randomBytes(16).toString('hex'),
    origin: config.origin,
    sign: createSigning(config.linkSecret ?? keptSecret(config.dataDir)),
    payments: createPaypal(
      config.paypal ?? {
        baseUrl: local.paypal.origin,
        clientId: 'local',
        secret: 'local',
        webhookId: local.paypal.webhookId,
      },
    ),
    human: createTurnstile({
      verifyUrl: `${local.turnstile.origin}/turnstile/v0/siteverify`,
      secret: config.turnstile?.secret ?? local.turnstile.secret,
      hostname: new URL(config.origin).hostname,
    }),
    limit: createLimits(pool),
    mail: createSmtpMail(config.smtpUrl ?? local.smtpUrl, from),
    isEverybodys,
    files: createDiskFiles(path.join(config.dataDir, 'files')),
    press: createPress(),
    later,
    changed,
    log: pino({ level: config.logLevel }),
  };
}

async function home(
  config: Config,
  say: (line: string) => void,
  closers: (() => Promise<unknown> | void)[],
): Promise<string> {
  const started = await startHomeDatabase(config.dataDir, say);
  closers.push(started.stop);
  return started.url;
}

/** Counterparts stand on the ports behind the site's; any free one where the site itself takes any. */
export const nextPort = (config: Config, step: number): number =>
  config.port === 0 ? 0 : config.port + step;
