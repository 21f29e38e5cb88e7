import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isFreeEmailDomain } from '#adapters/free-email-domains.ts';
import { createRateLimiter } from '#adapters/rate-limit.ts';
import { createDiskFileStorage } from '#adapters/files/disk.ts';
import { invalidate } from '#adapters/cache-invalidation.ts';
import { enqueue } from '#adapters/jobs/enqueue.ts';
import { startPaypalSimulator } from '#adapters/payments/paypal-simulator/index.ts';
import { createPaypalProvider } from '#adapters/payments/paypal/provider.ts';
import { createSigner } from '#adapters/url-signing.ts';
import { createApp, type App } from '#core/app.ts';
import type { Email, Deps } from '#core/deps.ts';
import { createTestDatabase } from './test-database.ts';

export type ReceivedWebhook = {
  readonly rawBody: Uint8Array;
  readonly headers: Record<string, string>;
};

export type TestApp = {
  readonly deps: Deps;
  readonly app: App;
  readonly emails: Email[];
  readonly paypalUrl: string;
  readonly databaseUrl: string;
  /** Webhooks that the counterpart sent, as they came in. */
  readonly pendingWebhooks: ReceivedWebhook[];
  /** Presses one of the counterpart's switches. */
  callControlApi(what: string, body: object): Promise<void>;
  /** Hands every webhook that came within a moment to the shop and does its work, in the order given. */
  deliverWebhooks(order?: (all: ReceivedWebhook[]) => ReceivedWebhook[]): Promise<void>;
  /** Sends what waits, as the worker does; a letter that is not taken stays waiting. */
  sendDueEmails(): Promise<void>;
  /** While true the mail server takes nothing. */
  setMailServerDown(down: boolean): void;
  /** Moves the world's clock on. */
  advanceClock(ms: number): void;
  /** Plans faults of the counterpart: operation to what goes wrong, in order. */
  planPaypalFaults(planned: Record<string, string[]>): Promise<void>;
  /** The real charges, as the counterpart keeps them. */
  getPaypalCharges(): Promise<{ custom_id: string; value: string }[]>;
  close(): Promise<void>;
};

/** A world over a real database with the demo catalogue and the local PayPal over HTTP; its clock is the test's. */
export async function openTestApp(): Promise<TestApp> {
  const database = await createTestDatabase('small');
  const folder = mkdtempSync(path.join(os.tmpdir(), 'reportstand-world-'));
  const pendingWebhooks: ReceivedWebhook[] = [];
  const webhookListener = http.createServer((req, res) => {
    const parts: Buffer[] = [];
    req.on('data', (part: Buffer) => parts.push(part));
    req.on('end', () => {
      pendingWebhooks.push({
        rawBody: Buffer.concat(parts),
        headers: req.headers as Record<string, string>,
      });
      res.writeHead(200).end();
    });
  });
  await new Promise<void>((resolve) => webhookListener.listen(0, '127.0.0.1', resolve));
  const paypal = await startPaypalSimulator({
    port: 0,
    dataFile: path.join(folder, 'paypal.jsonl'),
    webhookUrl: `http://127.0.0.1:${(webhookListener.address() as AddressInfo).port}/`,
  });
  const emails: Email[] = [];
  let clockOffsetMs = 0;
  let isMailServerDown = false;
  const deps: Deps = {
    db: database.db,
    clock: () => new Date(Date.now() + clockOffsetMs),
    sleep: (ms) => sleep(ms),
    generateSecret: () => crypto.randomUUID().replaceAll('-', ''),
    origin: 'http://localhost:8080',
    signer: createSigner('a secret of thirty-two characters'),
    payments: createPaypalProvider({
      baseUrl: paypal.origin,
      clientId: 'local',
      secret: 'local',
      webhookId: paypal.webhookId,
      timeoutMs: 2000,
    }),
    captcha: {
      verify: async (token) =>
        token === 'human' ? 'passed' : token === 'away' ? 'unavailable' : 'failed',
    },
    consumeRateLimit: createRateLimiter(database.pool),
    email: {
      send: async (letter) => {
        if (isMailServerDown) throw new Error('the mail server is down');
        emails.push(letter);
      },
    },
    isFreeEmailDomain,
    files: createDiskFileStorage(folder),
    documents: {
      renderSamplePdf: async () => new TextEncoder().encode('%PDF-sample'),
      renderReportPdf: async () => ({ bytes: new TextEncoder().encode('%PDF-test'), pages: 12 }),
      renderReportWorkbook: async () => new TextEncoder().encode('PK-test'),
      renderInvoice: async () => new TextEncoder().encode('%PDF-paper'),
      renderCertificate: async () => new TextEncoder().encode('%PDF-certificate'),
    },
    enqueue,
    invalidate,
    log: { info: () => {}, warn: () => {}, error: () => {} },
  };
  const app = createApp(deps);
  return {
    deps,
    app,
    pendingWebhooks,
    callControlApi: async (what, body) =>
      void (await fetch(`${paypal.origin}/__sim/${what}`, {
        method: 'POST',
        body: JSON.stringify(body),
      })),
    deliverWebhooks: async (order = (all) => all) => {
      await sleep(150);
      for (const { rawBody, headers } of order(pendingWebhooks.splice(0))) {
        const heard = await app.orders.webhooks.receiveWebhook(rawBody, headers);
        if (heard.ok)
          await app.orders.jobs['orders.handleWebhook']({
            id: (JSON.parse(Buffer.from(rawBody).toString()) as { id: string }).id,
          });
      }
    },
    emails,
    paypalUrl: paypal.origin,
    databaseUrl: database.url,
    sendDueEmails: () => (app.jobs['emails.sendDue'] as () => Promise<void>)(),
    setMailServerDown: (down) => void (isMailServerDown = down),
    advanceClock: (ms) => void (clockOffsetMs += ms),
    planPaypalFaults: async (planned) =>
      void (await fetch(`${paypal.origin}/__sim/faults`, {
        method: 'POST',
        body: JSON.stringify(planned),
      })),
    getPaypalCharges: async () =>
      (
        (await (await fetch(`${paypal.origin}/__sim/ledger`)).json()) as {
          charges: { custom_id: string; value: string }[];
        }
      ).charges,
    close: async () => {
      webhookListener.closeAllConnections();
      webhookListener.close();
      await paypal.close();
      await database.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
