import { setTimeout as sleep } from 'node:timers/promises';
import type { OpenDatabase } from '#adapters/database/index.ts';
import { isFreeEmailDomain } from '#adapters/free-email-domains.ts';
import { createRateLimiter } from '#adapters/rate-limit.ts';
import { createDiskFileStorage } from '#adapters/files/disk.ts';
import { invalidate } from '#adapters/cache-invalidation.ts';
import { enqueue } from '#adapters/jobs/enqueue.ts';
import { createPasswordKeys } from '#adapters/password-keys.ts';
import { createPaypalProvider } from '#adapters/payments/paypal/provider.ts';
import { simulatorWebhookId } from '#adapters/payments/paypal-simulator/webhook-sender.ts';
import { createSigner } from '#adapters/url-signing.ts';
import type { Deps } from '#core/deps.ts';

type TestDepsOptions = {
  readonly database: OpenDatabase;
  readonly paypalUrl: string;
  readonly filesFolder: string;
  readonly email: Deps['email'];
  /** Now; the machine's clock by default. */
  readonly clock?: () => Date;
};

const captchaVerdicts: Readonly<Record<string, 'passed' | 'unavailable'>> = {
  human: 'passed',
  away: 'unavailable',
};

const renderFakePdf = async (): Promise<Uint8Array> => new TextEncoder().encode('%PDF-test');

/** As the simulator of VIES judges numbers. */
function judgeVatNumber(digits: string) {
  if (digits.endsWith('0')) return { kind: 'invalid' } as const;
  if (digits.endsWith('99')) return { kind: 'unavailable' } as const;
  return { kind: 'valid', consultation: `WAPI${digits}` } as const;
}

/** Real adapters, with documents that are quick to render and a captcha decided by its token. */
export function createTestDeps(options: TestDepsOptions): Deps {
  const { database, paypalUrl, filesFolder, email, clock = () => new Date() } = options;
  return {
    db: database.db,
    clock,
    sleep: (ms) => sleep(ms),
    generateSecret: () => crypto.randomUUID().replaceAll('-', ''),
    origin: 'http://localhost:8080',
    signer: createSigner('a secret of thirty-two characters'),
    payments: createPaypalProvider({
      baseUrl: paypalUrl,
      clientId: 'local',
      secret: 'local',
      webhookId: simulatorWebhookId,
      timeoutMs: 2000,
    }),
    captcha: { verify: async (token) => captchaVerdicts[token] ?? 'failed' },
    vatNumbers: { check: async ({ digits }) => judgeVatNumber(digits) },
    consumeRateLimit: createRateLimiter(database.pool),
    derivePasswordKey: createPasswordKeys(),
    email,
    isFreeEmailDomain,
    files: createDiskFileStorage(filesFolder),
    documents: {
      renderSamplePdf: renderFakePdf,
      renderReportPdf: async () => ({ bytes: await renderFakePdf(), pages: 12 }),
      renderReportWorkbook: async () => new TextEncoder().encode('PK-test'),
      renderChartPng: async () => new TextEncoder().encode('PNG-test'),
      renderInvoice: renderFakePdf,
      renderCertificate: renderFakePdf,
    },
    enqueue,
    invalidate,
    log: { info: () => {}, warn: () => {}, error: () => {} },
  };
}
