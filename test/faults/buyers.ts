import { rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createDiskFiles } from '#adapters/files/disk.ts';
import { createShop, type Shop } from '#core/shop.ts';
import type { World } from '#core/world.ts';
import { openTestWorld, type TestWorld } from '../support/world.ts';

const billing = {
  name: 'Away',
  mobile_no: '+1 202-555-0100',
  company_name: 'Example',
  title: 'Analyst',
  country: '1',
  address: '1 Main Street',
  city: 'Springfield',
  state: 'Illinois',
  zip: '62701',
  policy: '1',
  type: 'single-user',
};

export type Buyers = {
  readonly at: TestWorld;
  readonly shop: Shop;
  /** Where delivered files are written. */
  readonly folder: string;
  /** The i-th buyer, who tries again a few times as people do. */
  buy(i: number): Promise<void>;
  /** So many of them at once. */
  buyers(count: number): Promise<void>;
  /** What the program does by itself within the next minutes. */
  recover(): Promise<void>;
  /** Message-IDs that the mail server took. */
  received(): string[];
  /** Sets the world's clock off from the machine's, in ms: it may jump. */
  clockOff(ms: number): void;
  close(): Promise<void>;
};

/** A shop with buyers, over a world of which `change` replaces parts. */
export async function openBuyers(
  change: (
    world: World,
    databaseUrl: string,
  ) => Partial<World> | Promise<Partial<World>> = () => ({}),
): Promise<Buyers> {
  const at = await openTestWorld();
  const folder = path.join(os.tmpdir(), `reportstand-away-${process.pid}`);
  const code = String((await at.shop.catalogue.list(1)).items[0]?.code);
  let ahead = 0;
  let off = 0;
  const base: World = {
    ...at.world,
    clock: () => new Date(Date.now() + ahead + off),
    files: createDiskFiles(folder),
  };
  const shop = createShop({ ...base, ...(await change(base, at.databaseUrl)) });
  const buy = async (i: number): Promise<void> => {
    const browser = String(i).padStart(64, '0');
    for (let tries = 0; tries < 6; tries++) {
      try {
        const placed = await shop.orders.place(
          { ...billing, email: `away${i}@faults.example`, report_id: code },
          browser,
        );
        if (!placed.ok) continue;
        await fetch(placed.value.approvalUrl, {
          method: 'POST',
          body: new URLSearchParams({ choice: 'pay' }),
          redirect: 'manual',
        });
        const finished = await shop.orders.finish(placed.value.providerId, browser);
        if (finished.ok) return;
      } catch {
        await sleep(50);
      }
    }
  };
  return {
    at,
    shop,
    folder,
    buy,
    buyers: async (count) =>
      void (await Promise.all(Array.from({ length: count }, (_, i) => buy(i)))),
    recover: async () => {
      for (let i = 0; i < 4; i++) {
        ahead += 180_000;
        await shop.orders.jobs['orders.reconcile']().catch(() => {});
        await (shop.jobs['post.sweep'] as () => Promise<void>)();
      }
    },
    received: () => at.letters.map(({ messageId }) => messageId),
    clockOff: (ms) => void (off = ms),
    close: async () => {
      await at.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
