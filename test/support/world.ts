import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createLimits } from '#adapters/limits.ts';
import { createDiskFiles } from '#adapters/files/disk.ts';
import { changed, later } from '#adapters/later.ts';
import { startLocalPaypal } from '#adapters/payments/local/index.ts';
import { createPaypal } from '#adapters/payments/paypal.ts';
import { createSigning } from '#adapters/signing.ts';
import { createShop, type Shop } from '#core/shop.ts';
import type { Letter, World } from '#core/world.ts';
import { freshDatabase } from './database.ts';

export type TestWorld = {
  readonly world: World;
  readonly shop: Shop;
  readonly letters: Letter[];
  readonly paypal: string;
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
  const paypal = await startLocalPaypal({ port: 0, dataFile: path.join(folder, 'paypal.jsonl') });
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
    payments: createPaypal({ baseUrl: paypal.origin, clientId: 'local', secret: 'local', webhookId: paypal.webhookId, timeout: 2000 }),
    human: { check: async (token) => (token === 'human' ? 'human' : token === 'away' ? 'unknown' : 'refused') },
    limit: createLimits(database.pool),
    mail: {
      send: async (letter) => {
        if (mailDown) throw new Error('the mail server is down');
        letters.push(letter);
      },
    },
    files: createDiskFiles(folder),
    press: { sample: async () => new TextEncoder().encode('%PDF-sample'), pdf: async () => ({ bytes: new TextEncoder().encode('%PDF-test'), pages: 12 }), workbook: async () => new TextEncoder().encode('PK-test'), paper: async () => new TextEncoder().encode('%PDF-paper'), certificate: async () => new TextEncoder().encode('%PDF-certificate') },
    later, changed,
    log: { info: () => {}, warn: () => {}, error: () => {} },
  };
  const shop = createShop(world);
  return {
    world, shop, letters, paypal: paypal.origin,
    sendLetters: async () => {
      const waiting = await database.db.selectFrom('letter').select('id').where('state', '=', 'waiting').orderBy('id').execute();
      for (const { id } of waiting) await (shop.jobs['post.send'] as (payload: object) => Promise<void>)({ id }).catch(() => {});
    },
    mailDown: (down) => void (mailDown = down),
    pass: (ms) => void (passed += ms),
    fault: async (planned) => void (await fetch(`${paypal.origin}/__sim/faults`, { method: 'POST', body: JSON.stringify(planned) })),
    charges: async () => ((await (await fetch(`${paypal.origin}/__sim/ledger`)).json()) as { charges: { custom_id: string; value: string }[] }).charges,
    close: async () => {
      await paypal.close();
      await database.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
