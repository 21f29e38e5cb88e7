import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { invalidate } from '#adapters/cache-invalidation.ts';
import { createTurnstileVerifier } from '#adapters/captcha/turnstile.ts';
import { createPurgeClient } from '#adapters/cdn/purge-client.ts';
import type { OpenDatabase } from '#adapters/database/index.ts';
import { createDocumentRenderer } from '#adapters/documents/index.ts';
import { createSmtpEmailSender } from '#adapters/email/smtp.ts';
import { createDiskFileStorage } from '#adapters/files/disk.ts';
import { createPrefixedFileStorage } from '#adapters/files/prefixed.ts';
import { createGoods } from '#adapters/goods/index.ts';
import { createS3FileStorage } from '#adapters/files/s3.ts';
import { readOrCreateSecret } from '#adapters/files/secret-file.ts';
import { isFreeEmailDomain } from '#adapters/free-email-domains.ts';
import { enqueue } from '#adapters/jobs/enqueue.ts';
import { createJobQueue } from '#adapters/jobs/job-queue.ts';
import { htmlReader } from '#adapters/html/index.ts';
import { trimKeptPages } from '#adapters/kept-pages/trim-kept-pages.ts';
import { createLog } from '#adapters/log/index.ts';
import { isCommonPassword } from '#adapters/common-passwords.ts';
import { createPasswordKeys } from '#adapters/password-keys.ts';
import { createPaypalProvider } from '#adapters/payments/paypal/provider.ts';
import { pictureFiles } from '#adapters/pictures/picture-files.ts';
import { createRateLimiter } from '#adapters/rate-limit.ts';
import { createIndexNow } from '#adapters/search-engines/index-now.ts';
import { createSheetFiles } from '#adapters/sheets/index.ts';
import { openZip } from '#adapters/zip/open-zip.ts';
import { createStaffFactors } from '#adapters/staff-factors/index.ts';
import { createSigner } from '#adapters/url-signing.ts';
import { createVault } from '#adapters/vault.ts';
import { createViesClient, viesUrl } from '#adapters/vat-numbers/vies.ts';
import { createWebhookSender } from '#adapters/webhooks/index.ts';
import type { GivenDeps } from '#core/deps.ts';
import { Kernel } from '#core/kernel/index.ts';
import { Store } from '#core/store/index.ts';
import type { Config } from '../settings/config.ts';
import { nameBuild } from './name-build.ts';

/** Where the simulators are; each is used if the configuration names no real service. */
export type SimulatorEndpoints = {
  readonly paypal: { readonly origin: string; readonly webhookId: string };
  readonly smtpUrl: string;
  readonly turnstile: { readonly origin: string; readonly secret: string };
  readonly viesUrl: string;
};

function createFileStorage({ s3, dataDir, filesDir }: Config): GivenDeps['files'] {
  if (!s3) return createDiskFileStorage(filesDir);
  const files = createS3FileStorage(s3, path.join(dataDir, 's3-spool'));
  return s3.prefix === '' ? files : createPrefixedFileStorage(files, s3.prefix);
}

/** Everything that the core asks for, over an open database. Nothing is started. */
export function buildDeps(
  config: Config,
  { db, pool }: OpenDatabase,
  simulators: SimulatorEndpoints,
): GivenDeps {
  const log = createLog(config.log);
  // The pool replaces a connection that was lost while nobody used it.
  pool.on(
    'error',
    (error) => pool.ending || log.warn({ error }, 'an idle database connection was lost'),
  );
  const files = createFileStorage(config);
  const linkSecret = readLinkSecret(config);
  const viesBaseUrl = config.viesUrl ?? (simulators.viesUrl || viesUrl);
  const deps: GivenDeps = {
    db,
    clock: () => new Date(),
    sleep: (ms) => sleep(ms),
    generateSecret: () => randomBytes(16).toString('hex'),
    origin: config.origin,
    signer: createSigner(linkSecret),
    vault: createVault(linkSecret),
    payments: createPaypalProvider(config.paypal ?? toSimulatedPaypal(simulators)),
    captcha: createCaptcha(config, simulators, log),
    vatNumbers: createViesClient({ baseUrl: viesBaseUrl, log }),
    ...createRateLimiter(pool),
    derivePasswordKey: createPasswordKeys(),
    isCommonPassword,
    staffFactors: createStaffFactors({
      origin: config.origin,
      isRequired: config.isProduction,
    }),
    email: createSmtpEmailSender(config.smtpUrl ?? simulators.smtpUrl, () => findSender(store)),
    webhooks: createWebhookSender({ allowsPrivate: !config.isProduction }),
    newsletterPauseMs: 60_000 / config.newsletterPerMinute,
    hasRealService: findRealServices(config),
    isFreeEmailDomain,
    files,
    documents: createDocumentRenderer(),
    sheets: createSheetFiles(files, path.join(config.dataDir, 'scratch')),
    openZip,
    html: htmlReader,
    pictures: pictureFiles,
    goods: createGoods({ ...config.goods, workFolder: path.join(config.dataDir, 'goods-work') }),
    enqueue,
    ...createJobQueue(db),
    invalidate,
    trimKeptPages: () =>
      trimKeptPages(db, {
        build: nameBuild(config, simulators),
        maxBytes: config.maxKeptPagesBytes,
      }),
    searchEngines:
      config.indexNow && createIndexNow({ ...config.indexNow, origin: config.origin, log }),
    cdn: config.cdn && createPurgeClient(config.cdn),
    log,
  };
  const store = new Store(new Kernel(deps).deps);
  return deps;
}

const createCaptcha = (config: Config, { turnstile }: SimulatorEndpoints, log: GivenDeps['log']) =>
  createTurnstileVerifier({
    verifyUrl: `${turnstile.origin}/turnstile/v0/siteverify`,
    secret: config.turnstile?.secret ?? turnstile.secret,
    hostname: new URL(config.origin).hostname,
    log,
  });

const toSimulatedPaypal = ({ paypal }: SimulatorEndpoints) => ({
  baseUrl: paypal.origin,
  clientId: 'local',
  secret: 'local',
  webhookId: paypal.webhookId,
});

const findRealServices = ({ paypal, smtpUrl, turnstile }: Config): GivenDeps['hasRealService'] => ({
  payments: paypal !== undefined,
  email: smtpUrl !== undefined,
  captcha: turnstile !== undefined,
});

/** Emails come from the publisher, as the settings name them now. */
async function findSender(store: Store): Promise<{ name: string; address: string }> {
  const { name, contact } = await store.getSettings();
  return { name, address: contact.salesEmail };
}

const readLinkSecret = ({ linkSecret, dataDir }: Config): string =>
  linkSecret ?? readOrCreateSecret(path.join(dataDir, 'link-secret'), 32);
