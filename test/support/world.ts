import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isEverybodys } from '#adapters/domains.ts';
import { createLimits } from '#adapters/limits.ts';
import { createDiskFiles } from '#adapters/files/disk.ts';
import { changed, later } from '#adapters/later.ts';
import { startLocalPaypal } from '#adapters/payments/local/index.ts';
import { createPaypal } from '#adapters/payments/paypal.ts';
import { createSigning } from '#adapters/signing.ts';
import { createShop, type Shop } from '#core/shop.ts';
import type { Letter, World } from '#core/world.ts';
import { freshDatabase } from './database.ts';

export type Webhook = { readonly raw: Uint8Array; readonly headers: Record<string, string> };

export type TestWorld = {
  readonly world: World;
  readonly shop: Shop;
  readonly letters: Letter[];
  readonly paypal: string;
  readonly databaseUrl: string;
  /** Webhooks that the counterpart sent, as they came in. */
  readonly webhooks: Webhook[];
  /** Presses one of the counterpart's switches. */
  sim(what: string, body: object): Promise<void>;
  /** Hands every webhook that came within a moment to the shop and does its work, in the order given. */
  hearAll(order?: (all: Webhook[]) => Webhook[]): Promise<void>;
  /** Sends what waits, as the worker does; a letter that is not taken stays waiting. */
  sendLetters(): Promise<void>;
  /** While true the mail server takes nothing. */
  mailDown(down: boolean): void;
  /** Moves the world's clock on. */
  pass(ms: number): void;
  /** Plans faults of the counterpart: operation to what goes wrong, in order. */
  fault(planned: Record<string, string[]>): Promise<void>;
  /** The real charges, as the counterpart keeps them. */
  charges(): Promise<{ custom_id: string; value: string }[]>;
  close(): Promise<void>;
};

/** A world over a real database with the demo catalogue and the local PayPal over HTTP; its clock is the test's. */
export async function openTestWorld(): Promise<TestWorld> {
  const database = await freshDatabase('reportstand_demo');
  const folder = mkdtempSync(path.join(os.tmpdir(), 'reportstand-world-'));
  const webhooks: Webhook[] = [];
  const ears = http.createServer((req, res) => {
    const parts: Buffer[] = [];
    req.on('data', (part: Buffer) => parts.push(part));
    req.on('end', () => {
      webhooks.push({ raw: Buffer.concat(parts), headers: req.headers as Record<string, string> });
      res.writeHead(200).end();
    });
  });
  await new Promise<void>((resolve) => ears.listen(0, '127.0.0.1', resolve));
  const paypal = await startLocalPaypal({
    port: 0,
    dataFile: path.join(folder, 'paypal.jsonl'),
    webhookUrl: `http://127.0.0.1:${(ears.address() as AddressInfo).port}/`,
  });
  const letters: Letter[] = [];
  let passed = 0;
  let mailDown = false;
  const world: World = {
    db: database.db,
    clock: () => new Date(Date.now() + passed),
    pause: (ms) => sleep(ms),
    secret: () => crypto.randomUUID().replaceAll('-', ''),
    origin: 'http://localhost:8080',
    sign: createSigning('a secret of thirty-two characters'),
    payments: createPaypal({
      baseUrl: paypal.origin,
      clientId: 'local',
      secret: 'local',
      webhookId: paypal.webhookId,
      timeout: 2000,
    }),
    human: {
      check: async (token) =>
        token === 'human' ? 'human' : token === 'away' ? 'unknown' : 'refused',
    },
    limit: createLimits(database.pool),
    mail: {
      send: async (letter) => {
        if (mailDown) throw new Error('the mail server is down');
        letters.push(letter);
      },
    },
    isEverybodys,
    files: createDiskFiles(folder),
    press: {
      sample: async () => new TextEncoder().encode('%PDF-sample'),
      pdf: async () => ({ bytes: new TextEncoder().encode('%PDF-test'), pages: 12 }),
      workbook: async () => new TextEncoder().encode('PK-test'),
      paper: async () => new TextEncoder().encode('%PDF-paper'),
      certificate: async () => new TextEncoder().encode('%PDF-certificate'),
    },
    later,
    changed,
    log: { info: () => {}, warn: () => {}, error: () => {} },
  };
  const shop = createShop(world);
  return {
    world,
    shop,
    webhooks,
    sim: async (what, body) =>
      void (await fetch(`${paypal.origin}/__sim/${what}`, {
        method: 'POST',
        body: JSON.stringify(body),
      })),
    hearAll: async (order = (all) => all) => {
      await sleep(150);
      for (const { raw, headers } of order(webhooks.splice(0))) {
        const heard = await shop.orders.hear(raw, headers);
        if (heard.ok)
          await shop.orders.jobs['orders.webhook']({
            id: (JSON.parse(Buffer.from(raw).toString()) as { id: string }).id,
          });
      }
    },
    letters,
    paypal: paypal.origin,
    databaseUrl: database.url,
    sendLetters: () => (shop.jobs['post.sweep'] as () => Promise<void>)(),
    mailDown: (down) => void (mailDown = down),
    pass: (ms) => void (passed += ms),
    fault: async (planned) =>
      void (await fetch(`${paypal.origin}/__sim/faults`, {
        method: 'POST',
        body: JSON.stringify(planned),
      })),
    charges: async () =>
      (
        (await (await fetch(`${paypal.origin}/__sim/ledger`)).json()) as {
          charges: { custom_id: string; value: string }[];
        }
      ).charges,
    close: async () => {
      ears.closeAllConnections();
      ears.close();
      await paypal.close();
      await database.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
