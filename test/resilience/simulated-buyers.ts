import { rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createDiskFileStorage } from '#adapters/files/disk.ts';
import { createApp, type App } from '#core/app.ts';
import type { Deps } from '#core/deps.ts';
import { openTestApp, type TestApp } from '../support/test-app.ts';

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

export type SimulatedBuyers = {
  readonly testApp: TestApp;
  readonly app: App;
  /** Where delivered files are written. */
  readonly filesFolder: string;
  /** The i-th buyer, who tries again a few times as people do. */
  simulatePurchase(i: number): Promise<void>;
  /** So many of them at once. */
  simulatePurchases(count: number): Promise<void>;
  /** What the program does by itself within the next minutes. */
  runRecoveryJobs(): Promise<void>;
  /** Message-IDs that the mail server took. */
  sentMessageIds(): string[];
  /** Sets the world's clock off from the machine's, in ms: it may jump. */
  setClockOffset(ms: number): void;
  close(): Promise<void>;
};

/** A shop with buyers, over a world of which `change` replaces parts. */
export async function openSimulatedBuyers(
  overrideDeps: (
    deps: Deps,
    databaseUrl: string,
  ) => Partial<Deps> | Promise<Partial<Deps>> = () => ({}),
): Promise<SimulatedBuyers> {
  const testApp = await openTestApp();
  const filesFolder = path.join(os.tmpdir(), `reportstand-away-${process.pid}`);
  const code = String((await testApp.app.catalogue.listReports(1)).items[0]?.code);
  let recoveryOffsetMs = 0;
  let clockOffsetMs = 0;
  const baseDeps: Deps = {
    ...testApp.deps,
    clock: () => new Date(Date.now() + recoveryOffsetMs + clockOffsetMs),
    files: createDiskFileStorage(filesFolder),
  };
  const app = createApp({ ...baseDeps, ...(await overrideDeps(baseDeps, testApp.databaseUrl)) });
  const simulatePurchase = async (i: number): Promise<void> => {
    const browser = String(i).padStart(64, '0');
    for (let tries = 0; tries < 6; tries++) {
      try {
        const placed = await app.orders.placement.placeOrder(
          { ...billing, email: `away${i}@faults.example`, report_id: code },
          browser,
        );
        if (!placed.ok) continue;
        await fetch(placed.value.approvalUrl, {
          method: 'POST',
          body: new URLSearchParams({ choice: 'pay' }),
          redirect: 'manual',
        });
        const finished = await app.orders.checkoutReturn.completeCheckout(
          placed.value.providerId,
          browser,
        );
        if (finished.ok) return;
      } catch {
        await sleep(50);
      }
    }
  };
  return {
    testApp,
    app,
    filesFolder,
    simulatePurchase,
    simulatePurchases: async (count) =>
      void (await Promise.all(Array.from({ length: count }, (_, i) => simulatePurchase(i)))),
    runRecoveryJobs: async () => {
      for (let i = 0; i < 4; i++) {
        recoveryOffsetMs += 180_000;
        await app.orders.jobs['orders.reconcile']().catch(() => {});
        await (app.jobs['emails.sendDue'] as () => Promise<void>)();
      }
    },
    sentMessageIds: () => testApp.emails.map(({ messageId }) => messageId),
    setClockOffset: (ms) => void (clockOffsetMs = ms),
    close: async () => {
      await testApp.close();
      rmSync(filesFolder, { recursive: true, force: true });
    },
  };
}
