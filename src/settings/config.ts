import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import type { CdnSettings } from '#adapters/cdn/purge-client.ts';
import type { S3Settings } from '#adapters/files/s3.ts';
import { indexNowUrl } from '#adapters/search-engines/index-now.ts';
import { ConfigError } from './config-error.ts';
import { defaultMemoryMb, divideMemory } from './memory-budget.ts';
import { findUnsafeSetting, isComplete, variableGroups } from './production-rules.ts';

const megabyte = 2 ** 20;

const portSchema = (fallback: number) =>
  z.coerce.number().int().min(0).max(65535).default(fallback);

/** Folders of a store without a prefix in its bucket: one below it would be taken for its files. */
const ownFolders =
  /^(?:goods|media|cv|imports|import-files|work|copies|papers|samples|charts|share|trash|store-)/;

const environmentSchema = z.object({
  /** Port of the site. The simulators take the four ports after it. */
  PORT: portSchema(8080),
  /** Address to listen on; every interface by default, so that a container is reachable. */
  HOST: z.string().min(1).default('0.0.0.0'),
  /** Public base URL, without a trailing slash; http://localhost:<PORT> by default. */
  ORIGIN: z
    .url({ protocol: /^https?$/ })
    .refine((url) => new URL(url).href === `${new URL(url).origin}/`, 'it has more than a host')
    .optional(),
  /** Folder of the database, the files and the state of the simulators. */
  DATA_DIR: z.string().min(1).default('.data'),
  /** Folder of the store's files, which all its programs share; files in DATA_DIR by default. */
  FILES_DIR: z.string().min(1).optional(),
  /** A PostgreSQL 15 or newer of yours; without it the program runs its own. */
  DATABASE_URL: z.string().min(1).optional(),
  /** demo: simulators and the demo catalogue. production: refuses both. */
  REPORTSTAND_ENV: z.enum(['demo', 'production']).default('demo'),
  /** For tests of production alone: 1 accepts settings that are not safe, and says so. */
  UNSAFE_PRODUCTION_FOR_TESTS: z.literal('1').optional(),
  /** PayPal's API: https://api-m.paypal.com or https://api-m.sandbox.paypal.com. */
  PAYPAL_BASE_URL: z.url().optional(),
  PAYPAL_CLIENT_ID: z.string().min(1).optional(),
  PAYPAL_SECRET: z.string().min(1).optional(),
  /** The id of our webhook in PayPal's dashboard: <ORIGIN>/webhooks/paypal. */
  PAYPAL_WEBHOOK_ID: z.string().min(1).optional(),
  /** smtps://user:password@host:port, or smtp:// with ?requireTLS=true. */
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  /** Emails of the newsletter in a minute, as the mail server allows. */
  NEWSLETTER_PER_MINUTE: z.coerce.number().int().min(1).max(6000).default(300),
  /** Cloudflare Turnstile's keys; without them the local simulator answers. */
  TURNSTILE_SITE_KEY: z.string().min(1).optional(),
  TURNSTILE_SECRET: z.string().min(1).optional(),
  VIES_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** Proxies of yours in front: so many entries of the header, from the right, are trusted. */
  TRUST_PROXY: z.coerce.number().int().min(0).max(5).default(0),
  /** The header in which those proxies name the visitor; Forwarded is that of RFC 7239. */
  TRUST_PROXY_HEADER: z.enum(['x-forwarded-for', 'forwarded']).default('x-forwarded-for'),
  /** Memory of the program in megabytes (2^20 bytes), without PostgreSQL. */
  MEMORY_MB: z.coerce.number().int().min(256).max(1_048_576).default(defaultMemoryMb),
  /** Of these for rendered pages; a quarter by default. */
  PAGE_CACHE_MB: z.coerce.number().int().min(1).max(65_536).optional(),
  /** Space in PostgreSQL for finished pages, in megabytes; 0 keeps none there. */
  KEPT_PAGES_MB: z.coerce.number().int().min(0).max(1_048_576).default(256),
  /** Memory of the process that opens uploaded files, in megabytes; the program's own is apart. */
  GOODS_MEMORY_MB: z.coerce.number().int().min(256).max(65_536).default(1536),
  /** The largest file that is accepted, in megabytes. */
  GOODS_MAX_FILE_MB: z.coerce.number().int().min(1).max(2000).default(500),
  /** A bucket for the files, of Amazon S3 or of a service with its protocol; else DATA_DIR. */
  S3_BUCKET: z.string().min(3).optional(),
  S3_REGION: z.string().min(1).optional(),
  S3_ACCESS_KEY_ID: z.string().min(1).optional(),
  S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),
  /** The address of a service other than Amazon's. */
  S3_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  /** Where in the bucket the store's objects are: several stores then share it. */
  S3_PREFIX: z
    .string()
    .regex(/^[\w.-]+(\/[\w.-]+)*\/?$/, 'it is like "shop" or "stores/shop"')
    .refine((prefix) => !ownFolders.test(prefix), 'its first part is a folder of a store itself')
    .default(''),
  /** A script that counts visits; it loads only for visitors who have allowed analytics. */
  ANALYTICS_SCRIPT: z.url({ protocol: /^https$/ }).optional(),
  /** Our key at IndexNow, which then hears of each change; its file is at /<key>.txt. */
  INDEXNOW_KEY: z
    .string()
    .regex(/^[a-zA-Z0-9-]{8,128}$/, 'it has 8 to 128 letters, digits and dashes')
    .optional(),
  INDEXNOW_URL: z.url({ protocol: /^https?$/ }).default(indexNowUrl),
  /** Where the CDN in front is told to forget copies, with its token. */
  CDN_PURGE_URL: z.url({ protocol: /^https?$/ }).optional(),
  CDN_PURGE_TOKEN: z.string().min(1).optional(),
  /** tags: pages carry Cache-Tag. addresses: what a change touches is named page by page. */
  CDN_PURGE_BY: z.enum(['tags', 'addresses']).default('tags'),
  /** Signs the links in emails; 32 characters or more. The demo creates one in DATA_DIR. */
  LINK_SECRET: z.string().min(32).optional(),
  /** debug, info, warn, error or silent. */
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
  /** Logs a line for each request: on by default in production, off in the demo. */
  ACCESS_LOG: z.enum(['on', 'off']).optional(),
  DEMO_OFFICE: z.enum(['on', 'off']).default('on'),
});

type Environment = z.infer<typeof environmentSchema>;

export type Config = {
  readonly root: string;
  readonly port: number;
  readonly host: string;
  readonly origin: string;
  readonly dataDir: string;
  /** Of the store's files, if they are in no bucket. */
  readonly filesDir: string;
  readonly databaseUrl: string | undefined;
  readonly isProduction: boolean;
  /** Production with settings that are not safe: tests only. */
  readonly isUnsafeTest: boolean;
  readonly paypal:
    | { baseUrl: string; clientId: string; secret: string; webhookId: string }
    | undefined;
  readonly smtpUrl: string | undefined;
  readonly newsletterPerMinute: number;
  readonly turnstile: { siteKey: string; secret: string } | undefined;
  readonly viesUrl: string | undefined;
  readonly trustedProxyCount: number;
  readonly trustedProxyHeader: 'x-forwarded-for' | 'forwarded';
  readonly memoryLimitBytes: number;
  readonly maxPageCacheBytes: number;
  /** Of finished pages in PostgreSQL; 0 if none are kept there. */
  readonly maxKeptPagesBytes: number;
  readonly maxConnections: number;
  /** undefined if files are in `dataDir`. */
  readonly s3: S3Settings | undefined;
  /** Of publishers' files. */
  readonly goods: { readonly memoryBytes: number; readonly maxFileBytes: number };
  readonly analyticsScriptUrl: string | undefined;
  /** undefined if no search engine is told of changes. */
  readonly indexNow: { readonly key: string; readonly url: string } | undefined;
  /** undefined if no CDN is told of changes. */
  readonly cdn: CdnSettings | undefined;
  readonly linkSecret: string | undefined;
  /** `isText`: lines for a person at a terminal; JSON otherwise. */
  readonly log: { readonly level: string; readonly isText: boolean };
  readonly hasAccessLog: boolean;
  /** A demo has sample orders and enquiries. */
  readonly hasDemoOffice: boolean;
};

/**
 * Where migrations, demo data and, in a build, the client's files are found: dist/, which has a
 * package.json of its own, or the project.
 */
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

/**
 * Returns the folder that DATA_DIR is relative to: the project around dist/, or dist/ itself if
 * that is all.
 */
function findHome(root: string): string {
  const above = path.dirname(root);
  return isProjectRoot(above) ? above : root;
}

/** Reads the environment. Throws ConfigError with one sentence that names the variable. */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const values = parseEnvironment(env);
  const root = findProjectRoot();
  const memory = divideMemory(values.MEMORY_MB);
  assertWholeGroups(values);
  const isProduction = values.REPORTSTAND_ENV === 'production';
  if (isProduction) assertSafeProductionConfig(values);
  return Object.freeze({
    root,
    port: values.PORT,
    host: values.HOST,
    origin: (values.ORIGIN ?? `http://localhost:${values.PORT}`).replace(/\/+$/, ''),
    dataDir: path.resolve(findHome(root), values.DATA_DIR),
    filesDir: path.resolve(findHome(root), values.FILES_DIR ?? path.join(values.DATA_DIR, 'files')),
    databaseUrl: values.DATABASE_URL,
    isProduction,
    isUnsafeTest: isProduction && values.UNSAFE_PRODUCTION_FOR_TESTS !== undefined,
    paypal: readPaypal(values),
    smtpUrl: values.SMTP_URL,
    newsletterPerMinute: values.NEWSLETTER_PER_MINUTE,
    turnstile:
      values.TURNSTILE_SITE_KEY && values.TURNSTILE_SECRET
        ? { siteKey: values.TURNSTILE_SITE_KEY, secret: values.TURNSTILE_SECRET }
        : undefined,
    viesUrl: values.VIES_URL?.replace(/\/+$/, ''),
    trustedProxyCount: values.TRUST_PROXY,
    trustedProxyHeader: values.TRUST_PROXY_HEADER,
    memoryLimitBytes: values.MEMORY_MB * megabyte,
    maxPageCacheBytes: (values.PAGE_CACHE_MB ?? memory.pageCacheMb) * megabyte,
    maxKeptPagesBytes: values.KEPT_PAGES_MB * megabyte,
    maxConnections: memory.maxConnections,
    s3: readS3(values),
    goods: {
      memoryBytes: values.GOODS_MEMORY_MB * megabyte,
      maxFileBytes: values.GOODS_MAX_FILE_MB * megabyte,
    },
    analyticsScriptUrl: values.ANALYTICS_SCRIPT,
    indexNow: readIndexNow(values),
    cdn: readCdn(values),
    linkSecret: values.LINK_SECRET,
    log: { level: values.LOG_LEVEL, isText: !isProduction && process.stdout.isTTY },
    hasDemoOffice: !isProduction && values.DEMO_OFFICE === 'on',
    hasAccessLog: values.ACCESS_LOG === undefined ? isProduction : values.ACCESS_LOG === 'on',
  });
}

function parseEnvironment(env: NodeJS.ProcessEnv): Environment {
  const parsed = environmentSchema.safeParse(env);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new ConfigError(`The variable ${String(issue?.path[0])} is not usable: ${issue?.message}.`);
}

/** Throws ConfigError if a service has only some of its variables: half a real one is none. */
function assertWholeGroups(values: Environment): void {
  for (const group of variableGroups) {
    const missing = group.filter((name) => values[name] === undefined);
    const present = group.filter((name) => values[name] !== undefined);
    if (missing.length > 0 && present.length > 0)
      throw new ConfigError(
        `${present.join(', ')} without ${missing.join(', ')}: set all ${group.length}, or none of ` +
          'them to do without it.',
      );
  }
  if (values.S3_BUCKET !== undefined && values.FILES_DIR !== undefined)
    throw new ConfigError(
      'FILES_DIR and S3_BUCKET name two places for the files: set one of them alone.',
    );
  const { username, password } = new URL(values.SMTP_URL ?? 'smtp://localhost');
  if (password === '' && username !== '')
    throw new ConfigError('SMTP_URL has a user without a password: give both, or neither.');
}

/** Throws ConfigError if a service would be simulated, or a setting is not safe. */
function assertSafeProductionConfig(env: Environment): void {
  const required = {
    DATABASE_URL: env.DATABASE_URL,
    PAYPAL_BASE_URL: env.PAYPAL_BASE_URL,
    PAYPAL_CLIENT_ID: env.PAYPAL_CLIENT_ID,
    PAYPAL_SECRET: env.PAYPAL_SECRET,
    PAYPAL_WEBHOOK_ID: env.PAYPAL_WEBHOOK_ID,
    SMTP_URL: env.SMTP_URL,
    TURNSTILE_SITE_KEY: env.TURNSTILE_SITE_KEY,
    TURNSTILE_SECRET: env.TURNSTILE_SECRET,
    LINK_SECRET: env.LINK_SECRET,
    ORIGIN: env.ORIGIN,
  };
  if (!isComplete(required)) {
    const missing = Object.entries(required).flatMap(([name, value]) => (value ? [] : [name]));
    throw new ConfigError(
      `Production does not run with local simulators: set ${missing.join(', ')}.`,
    );
  }
  const sentence = findUnsafeSetting(required);
  if (sentence !== undefined && env.UNSAFE_PRODUCTION_FOR_TESTS === undefined)
    throw new ConfigError(sentence);
}

/** Variables of the environment; undefined if it doesn't set one. */
type Values<Name extends string> = Readonly<Partial<Record<Name, string | undefined>>>;

/** PayPal's settings if all four are there. */
function readPaypal(
  values: Values<'PAYPAL_BASE_URL' | 'PAYPAL_CLIENT_ID' | 'PAYPAL_SECRET' | 'PAYPAL_WEBHOOK_ID'>,
) {
  const {
    PAYPAL_BASE_URL: baseUrl,
    PAYPAL_CLIENT_ID: clientId,
    PAYPAL_SECRET: secret,
    PAYPAL_WEBHOOK_ID: webhookId,
  } = values;
  if (!baseUrl || !clientId || !secret || !webhookId) return undefined;
  return { baseUrl: baseUrl.replace(/\/+$/, ''), clientId, secret, webhookId };
}

/** The CDN in front, if it has an address and a token. */
const readCdn = ({
  CDN_PURGE_URL: purgeUrl,
  CDN_PURGE_TOKEN: token,
  CDN_PURGE_BY: by,
}: Values<'CDN_PURGE_URL' | 'CDN_PURGE_TOKEN'> & {
  readonly CDN_PURGE_BY: CdnSettings['by'];
}): CdnSettings | undefined => (purgeUrl && token ? { purgeUrl, token, by } : undefined);

/** The settings of S3 if all are there; `S3_ENDPOINT` may be missing. */
function readS3(
  values: Values<
    'S3_BUCKET' | 'S3_REGION' | 'S3_ACCESS_KEY_ID' | 'S3_SECRET_ACCESS_KEY' | 'S3_ENDPOINT'
  > & { readonly S3_PREFIX: string },
): S3Settings | undefined {
  const {
    S3_BUCKET: bucket,
    S3_REGION: region,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
    S3_ENDPOINT: endpoint,
  } = values;
  if (!bucket || !region || !accessKeyId || !secretAccessKey) return undefined;
  const prefix = values.S3_PREFIX.replace(/(?<=.)\/?$/, '/');
  return { bucket, region, accessKeyId, secretAccessKey, endpoint, prefix };
}

/** IndexNow, if we have a key. */
const readIndexNow = ({
  INDEXNOW_KEY: key,
  INDEXNOW_URL: url,
}: Values<'INDEXNOW_KEY'> & { readonly INDEXNOW_URL: string }) => (key ? { key, url } : undefined);
