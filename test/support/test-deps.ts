import { setTimeout as sleep } from 'node:timers/promises';
import type { OpenDatabase } from '#adapters/database/index.ts';
import { isCommonPassword } from '#adapters/common-passwords.ts';
import { createDocumentRenderer } from '#adapters/documents/index.ts';
import { isFreeEmailDomain } from '#adapters/free-email-domains.ts';
import { createRateLimiter } from '#adapters/rate-limit.ts';
import { createGoods } from '#adapters/goods/index.ts';
import { createDiskFileStorage } from '#adapters/files/disk.ts';
import { htmlReader } from '#adapters/html/index.ts';
import { createSheetFiles } from '#adapters/sheets/index.ts';
import { openZip } from '#adapters/zip/open-zip.ts';
import { createStaffFactors } from '#adapters/staff-factors/index.ts';
import { invalidate } from '#adapters/cache-invalidation.ts';
import { trimKeptPages } from '#adapters/kept-pages/trim-kept-pages.ts';
import { enqueue } from '#adapters/jobs/enqueue.ts';
import { createJobQueue } from '#adapters/jobs/job-queue.ts';
import { createPaypalProvider } from '#adapters/payments/paypal/provider.ts';
import { simulatorWebhookId } from '#simulators/paypal/webhook-sender.ts';
import { pictureFiles } from '#adapters/pictures/picture-files.ts';
import { createSigner } from '#adapters/url-signing.ts';
import { createVault } from '#adapters/vault.ts';
import { createWebhookSender } from '#adapters/webhooks/index.ts';
import type { Deps, GivenDeps } from '#core/deps.ts';
import { Kernel } from '#core/kernel/index.ts';
import { deriveQuickKey } from './derive-quick-key.ts';
import { findTestProgram } from './find-test-program.ts';
import { refuseCallsWithin, refuseOtherConnections } from './one-connection.ts';

export type TestDepsOptions = {
  readonly database: OpenDatabase;
  readonly paypalUrl: string;
  readonly filesFolder: string;
  readonly email: Deps['email'];
  /** After which a call of PayPal is given up; a busy machine's slow answers are not, by default. */
  readonly paypalTimeoutMs?: number | undefined;
  /** Whether documents are real; quick ones of a few bytes by default. */
  readonly rendersDocuments?: boolean | undefined;
  /** Now; the machine's clock by default. */
  readonly clock?: () => Date;
};

/** The vault of `createTestDeps`. */
export const testVault = createVault('a secret of thirty-two characters');

/** The vault of a program with another LINK_SECRET than that of `createTestDeps`. */
export const otherVault = createVault('another secret of thirty-two chars');

const captchaVerdicts: Readonly<Record<string, 'passed' | 'unavailable'>> = {
  human: 'passed',
  away: 'unavailable',
};

const renderFakePdf = async (): Promise<Uint8Array> => new TextEncoder().encode('%PDF-test');

const fakeDocuments: Deps['documents'] = {
  renderSamplePdf: renderFakePdf,
  renderReportPdf: async () => ({ bytes: await renderFakePdf(), pages: 12 }),
  renderReportWorkbook: async () => new TextEncoder().encode('PK-test'),
  renderShareCardPng: async () => new TextEncoder().encode('PNG-test'),
  renderChartPng: async () => new TextEncoder().encode('PNG-test'),
  renderInvoice: renderFakePdf,
  renderCertificate: renderFakePdf,
};

/** As the simulator of VIES judges numbers. */
function judgeVatNumber(digits: string) {
  if (digits.endsWith('0')) return { kind: 'invalid' } as const;
  if (digits.endsWith('99')) return { kind: 'unavailable' } as const;
  return { kind: 'valid', consultation: `WAPI${digits}` } as const;
}

/**
 * Real adapters, but for quick documents and password keys, and a captcha decided by its token. A
 * transaction that waits for something else than itself fails: see one-connection.ts.
 */
export function createTestDeps(options: TestDepsOptions): Deps {
  refuseOtherConnections(options.database);
  return new Kernel(refuseCallsWithin(createDeps(options))).deps;
}

function createDeps(options: TestDepsOptions): GivenDeps {
  const { database, paypalUrl, filesFolder, email } = options;
  const { clock = () => new Date(), paypalTimeoutMs = 60_000 } = options;
  const files = createDiskFileStorage(filesFolder);
  return {
    db: database.db,
    clock,
    sleep: (ms) => sleep(ms),
    generateSecret: () => crypto.randomUUID().replaceAll('-', ''),
    origin: 'http://localhost:8080',
    signer: createSigner('a secret of thirty-two characters'),
    vault: testVault,
    payments: createPaypalProvider({
      baseUrl: paypalUrl,
      clientId: 'local',
      secret: 'local',
      webhookId: simulatorWebhookId,
      timeoutMs: paypalTimeoutMs,
    }),
    captcha: { verify: async (token) => captchaVerdicts[token] ?? 'failed' },
    vatNumbers: { check: async ({ digits }) => judgeVatNumber(digits) },
    ...createRateLimiter(database.pool),
    derivePasswordKey: deriveQuickKey,
    isCommonPassword,
    staffFactors: createStaffFactors({ origin: 'http://localhost:8080', isRequired: true }),
    email,
    newsletterPauseMs: 0,
    webhooks: createWebhookSender({ allowsPrivate: true }),
    hasRealService: { payments: false, email: false, captcha: false },
    isFreeEmailDomain,
    files,
    sheets: createSheetFiles(files, `${filesFolder}/scratch`),
    openZip,
    html: htmlReader,
    pictures: pictureFiles,
    documents: options.rendersDocuments ? createDocumentRenderer() : fakeDocuments,
    goods: createGoods({
      workFolder: `${filesFolder}/goods-work`,
      memoryBytes: 800 * 2 ** 20,
      maxFileBytes: 100 * 2 ** 20,
      program: findTestProgram('goods-process-main'),
    }),
    enqueue,
    ...createJobQueue(database.db),
    invalidate,
    trimKeptPages: () => trimKeptPages(database.db, { build: undefined, maxBytes: 2 ** 28 }),
    log: { info: () => {}, warn: () => {}, error: () => {} },
  };
}
