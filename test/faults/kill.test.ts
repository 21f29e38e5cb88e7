import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startLocalMail, type LocalMail } from '#adapters/mail/local.ts';
import { createSmtpMail } from '#adapters/mail/smtp.ts';
import { createShop, type Shop } from '#core/shop.ts';
import { openTestWorld, type TestWorld } from '../support/world.ts';
import { count, nothing } from './count.ts';
import type { Walk } from './walker.ts';

/** Kills per way (return, webhook) in CI; FAULT_RUNS asks for more, with other seeds. */
const runs = Number(process.env['FAULT_RUNS'] ?? 300);

let at: TestWorld;
let shop: Shop;
let mail: LocalMail;
let folder: string;
let code: string;
/** Moves the second life's clock behind every lease and patience. */
let ahead = 0;

beforeAll(async () => {
  at = await openTestWorld();
  folder = mkdtempSync(path.join(os.tmpdir(), 'reportstand-faults-'));
  mail = await startLocalMail({ port: 0, folder });
  code = String((await at.shop.catalogue.list(1)).items[0]?.code);
  shop = createShop({
    ...at.world,
    clock: () => new Date(Date.now() + ahead),
    mail: createSmtpMail(mail.smtpUrl, async () => ({ name: 'Test', address: 'test@example.com' })),
  });
});
afterAll(async () => {
  await mail?.close();
  await at?.close();
  for (const one of [folder, `${folder}-files`]) rmSync(one, { recursive: true, force: true });
});

/** One life of the buyer's way; answers the names of its points where it lived to the end. */
function live(walk: Walk): Promise<string[] | undefined> {
  const child = spawn(process.execPath, ['test/faults/walker.ts', JSON.stringify(walk)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.on('data', (part: Buffer) => (said += part.toString()));
  return new Promise((resolve) =>
    child.once('exit', (status) =>
      resolve(status === 0 ? (JSON.parse(said) as string[]) : undefined),
    ),
  );
}

/** What a restarted program does within a minute: reconciler, deliveries, letters. */
async function recover(): Promise<void> {
  ahead = 120_000;
  for (let i = 0; i < 3; i++) {
    await shop.orders.jobs['orders.reconcile']();
    await (shop.jobs['post.sweep'] as () => Promise<void>)();
    ahead += 120_000;
  }
  ahead = 0;
}

/** Message-IDs of what the mail server took. */
const received = (): string[] =>
  readdirSync(folder).flatMap(
    (name) =>
      /message-id:\s*(<[^>]+>)/i.exec(readFileSync(path.join(folder, name), 'utf8'))?.[1] ?? [],
  );

test(
  `F-01 a program killed at every point of a purchase, ${runs} times: nothing paid is undelivered, nothing is charged, sent or numbered twice`,
  async () => {
    const walk = (i: number, killAt: number, webhook: boolean): Walk => ({
      databaseUrl: at.databaseUrl,
      paypal: at.paypal,
      smtp: mail.smtpUrl,
      folder: path.join(folder, '..', `${path.basename(folder)}-files`),
      code,
      browser: String(i).padStart(64, '0'),
      email: `walk${i}@faults.example`,
      killAt,
      webhook,
    });
    const [byReturn = [], byWebhook = []] = await Promise.all([
      live(walk(900_001, 0, false)),
      live(walk(900_002, 0, true)),
    ]);
    const [whole, wholeWebhook] = [byReturn.length, byWebhook.length];
    for (const part of [
      'checkout: ',
      'return: before taking the money',
      'delivery: before a file',
      'mail: after a letter',
    ])
      expect(byReturn.some((name) => name.startsWith(part))).toBe(true);
    expect(byWebhook).toContain('webhook: after taking the money');
    let killed = 0;
    const lives = Array.from({ length: runs }, (_, i) => i);
    const worker = async (): Promise<void> => {
      for (let i = lives.shift(); i !== undefined; i = lives.shift()) {
        const webhook = i % 2 === 1;
        const one = walk(i, 1 + (Math.floor(i / 2) % (webhook ? wholeWebhook : whole)), webhook);
        if ((await live(one)) === undefined) killed++;
      }
    };
    await Promise.all([worker(), worker(), worker()]);
    expect(killed).toBeGreaterThan(runs * 0.9);
    await recover();
    const { charges, ...counts } = await count(at, received());
    console.log(
      `killed ${killed} times at ${whole} and ${wholeWebhook} points; ${charges} charges; ${JSON.stringify(counts)}\n${[...new Set([...byReturn, ...byWebhook])].join('\n')}`,
    );
    expect(charges).toBeGreaterThan(runs / 4);
    // A letter that was taken by the mail server while the program died goes once more, with the same Message-ID: at most one a kill at that point.
    const { 'letters doubled': doubled, ...rest } = counts;
    expect({ ...rest, 'letters doubled': 0 }).toEqual(nothing);
    expect(doubled).toBeLessThanOrEqual(Math.ceil(runs / Math.min(whole, wholeWebhook)) * 2);
  },
  Math.max(900_000, runs * 1500),
);
