import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

/** A sentence for the person who started the program; main prints it and exits with 1. */
export class ConfigError extends Error {}

const portSchema = (fallback: number) =>
  z.coerce.number().int().min(0).max(65535).default(fallback);

const environmentSchema = z.object({
  /** Port of the site. The local counterparts take the next free ports after it. */
  PORT: portSchema(8080),
  /** Address to listen on; every interface by default, so that a container is reachable. */
  HOST: z.string().min(1).default('0.0.0.0'),
  /** Public base URL, without a trailing slash; http://localhost:<PORT> by default. */
  ORIGIN: z.url({ protocol: /^https?$/ }).optional(),
  /** Where the database, the files and the state of the counterparts live. */
  DATA_DIR: z.string().min(1).default('.data'),
  /** A PostgreSQL 15 or newer of yours; without it the program brings its own. */
  DATABASE_URL: z.string().min(1).optional(),
  /** demo: local counterparts and the demo catalogue. production: refuses both. */
  REPORTSTAND_ENV: z.enum(['demo', 'production']).default('demo'),
  /** PayPal's API base, https://api-m.paypal.com or https://api-m.sandbox.paypal.com. */
  PAYPAL_BASE_URL: z.url().optional(),
  PAYPAL_CLIENT_ID: z.string().min(1).optional(),
  PAYPAL_SECRET: z.string().min(1).optional(),
  /** The id of our webhook in PayPal's dashboard: <ORIGIN>/webhooks/paypal. */
  PAYPAL_WEBHOOK_ID: z.string().min(1).optional(),
  /** smtp://user:password@host:port */
  SMTP_URL: z.string().min(1).optional(),
  /** Cloudflare Turnstile's keys; without them the local counterpart plays. */
  TURNSTILE_SITE_KEY: z.string().min(1).optional(),
  TURNSTILE_SECRET: z.string().min(1).optional(),
  /** Proxies of yours in front of the program: so many entries from the right X-Forwarded-For is believed. */
  TRUST_PROXY: z.coerce.number().int().min(0).max(5).default(0),
  /** Memory for rendered pages, in megabytes (2^20 bytes). */
  PAGE_CACHE_MB: z.coerce.number().int().min(1).max(65_536).default(256),
  /** A script that counts visits; it loads only for visitors who allowed analytics. */
  ANALYTICS_SCRIPT: z.url({ protocol: /^https$/ }).optional(),
  /** Signs the links in letters; at least 32 characters. Made and kept in DATA_DIR in the demo. */
  LINK_SECRET: z.string().min(32).optional(),
  /** debug, info, warn, error or silent. */
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
});

export type Config = {
  readonly root: string;
  readonly port: number;
  readonly host: string;
  readonly origin: string;
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  readonly isProduction: boolean;
  readonly paypal:
    | { baseUrl: string; clientId: string; secret: string; webhookId: string }
    | undefined;
  readonly smtpUrl: string | undefined;
  readonly turnstile: { siteKey: string; secret: string } | undefined;
  readonly trustedProxyCount: number;
  readonly maxPageCacheBytes: number;
  readonly analyticsScriptUrl: string | undefined;
  readonly linkSecret: string | undefined;
  readonly logLevel: string;
};

/** The folder of package.json: migrations, demo data and the build are found from here. */
function findProjectRoot(): string {
  let folder = import.meta.dirname;
  while (!isProjectRoot(folder)) {
    const above = path.dirname(folder);
    if (above === folder) return process.cwd();
    folder = above;
  }
  return folder;
}

function isProjectRoot(folder: string): boolean {
  const file = path.join(folder, 'package.json');
  return existsSync(file) && readFileSync(file, 'utf8').includes('"name": "reportstand"');
}

/** Reads the environment once. Throws ConfigError with one sentence that names the variable. */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const read = environmentSchema.safeParse(env);
  if (!read.success) {
    const issue = read.error.issues[0];
    throw new ConfigError(
      `The variable ${String(issue?.path[0])} is not usable: ${issue?.message}.`,
    );
  }
  const values = read.data;
  const root = findProjectRoot();
  const paypal =
    values.PAYPAL_BASE_URL &&
    values.PAYPAL_CLIENT_ID &&
    values.PAYPAL_SECRET &&
    values.PAYPAL_WEBHOOK_ID
      ? {
          baseUrl: values.PAYPAL_BASE_URL,
          clientId: values.PAYPAL_CLIENT_ID,
          secret: values.PAYPAL_SECRET,
          webhookId: values.PAYPAL_WEBHOOK_ID,
        }
      : undefined;
  const production = values.REPORTSTAND_ENV === 'production';
  if (production) assertCompleteProductionConfig(values, paypal !== undefined);
  return Object.freeze({
    root,
    port: values.PORT,
    host: values.HOST,
    origin: (values.ORIGIN ?? `http://localhost:${values.PORT}`).replace(/\/+$/, ''),
    dataDir: path.resolve(root, values.DATA_DIR),
    databaseUrl: values.DATABASE_URL,
    isProduction: production,
    paypal,
    smtpUrl: values.SMTP_URL,
    turnstile:
      values.TURNSTILE_SITE_KEY && values.TURNSTILE_SECRET
        ? { siteKey: values.TURNSTILE_SITE_KEY, secret: values.TURNSTILE_SECRET }
        : undefined,
    trustedProxyCount: values.TRUST_PROXY,
    maxPageCacheBytes: values.PAGE_CACHE_MB * 1024 * 1024,
    analyticsScriptUrl: values.ANALYTICS_SCRIPT,
    linkSecret: values.LINK_SECRET,
    logLevel: values.LOG_LEVEL,
  });
}

function assertCompleteProductionConfig(
  env: z.infer<typeof environmentSchema>,
  hasPaypal: boolean,
): void {
  const missing = [
    env.DATABASE_URL ? '' : 'DATABASE_URL',
    hasPaypal ? '' : 'PAYPAL_BASE_URL, PAYPAL_CLIENT_ID, PAYPAL_SECRET and PAYPAL_WEBHOOK_ID',
    env.SMTP_URL ? '' : 'SMTP_URL',
    env.TURNSTILE_SITE_KEY && env.TURNSTILE_SECRET ? '' : 'TURNSTILE_SITE_KEY and TURNSTILE_SECRET',
    env.LINK_SECRET ? '' : 'LINK_SECRET',
    env.ORIGIN ? '' : 'ORIGIN',
  ].filter((name) => name !== '');
  if (missing.length > 0) {
    throw new ConfigError(
      `In production no local counterpart may play: set ${missing.join('; ')}.`,
    );
  }
  if (
    /^[123]x0{5}/.test(`${env.TURNSTILE_SITE_KEY}`) ||
    /^[123]x0{5}/.test(`${env.TURNSTILE_SECRET}`)
  ) {
    throw new ConfigError(
      "In production Turnstile's test keys let everybody pass: set TURNSTILE_SITE_KEY and TURNSTILE_SECRET to your own.",
    );
  }
}
