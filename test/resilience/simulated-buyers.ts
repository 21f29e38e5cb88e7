import { createDiskFileStorage } from '#adapters/files/disk.ts';
import { App } from '#core/app.ts';
import type { Deps } from '#core/deps.ts';
import { Outbox } from '#core/kernel/outbox.ts';
import path from 'node:path';
import { billing } from '../support/billing.ts';
import { approvePayment } from '../support/paypal.ts';
import { createTemporaryFolder } from '../support/temporary-folder.ts';
import { openTestApp, type TestApp } from '../support/test-app.ts';
import { expectConsistent } from './count-inconsistencies.ts';

export type SimulatedBuyers = {
  readonly testApp: TestApp;
  readonly app: App;
  /** Where delivered files are written. */
  readonly filesFolder: string;
  /** The i-th buyer, who tries up to six times, as people do. */
  readonly simulatePurchase: (i: number) => Promise<void>;
  /** That many buyers at once. */
  readonly simulatePurchases: (count: number) => Promise<void>;
  /** Does what the program does by itself within the next twelve minutes. */
  readonly runRecoveryJobs: () => Promise<void>;
  /** Nothing was lost or doubled; answers the number of charges. */
  readonly expectConsistent: () => Promise<number>;
  /** The app's clock is off the machine's by what this answers, in ms, asked at each reading. */
  readonly setClockOffset: (readOffsetMs: () => number) => void;
  readonly close: () => Promise<void>;
};

type OverrideDeps = (deps: Deps, databaseUrl: string) => Partial<Deps> | Promise<Partial<Deps>>;

/**
 * A test app with buyers, of whose dependencies `overrideDeps` replaces some. PayPal has two seconds
 * for an answer unless told otherwise.
 */
export async function openSimulatedBuyers(
  overrideDeps: OverrideDeps = () => ({}),
  paypalTimeoutMs = 2000,
): Promise<SimulatedBuyers> {
  const testApp = await openTestApp({ paypalTimeoutMs });
  const folder = createTemporaryFolder('buyers');
  const filesFolder = path.join(folder.path, 'files');
  const reportCode = String((await testApp.app.catalogue.reports.list(1)).items[0]?.code);
  let recoveryOffsetMs = 0;
  let readOffsetMs = (): number => 0;
  const baseDeps: Deps = {
    ...testApp.deps,
    clock: () => new Date(Date.now() + recoveryOffsetMs + readOffsetMs()),
    files: createDiskFileStorage(filesFolder),
  };
  const deps = { ...baseDeps, ...(await overrideDeps(baseDeps, testApp.databaseUrl)) };
  const app = new App(deps);
  const simulatePurchase = (i: number): Promise<void> => buyPatiently(app, reportCode, i);
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
        await new Outbox(deps).sendDue();
      }
    },
    expectConsistent: () =>
      expectConsistent(
        testApp,
        testApp.emails.map(({ messageId }) => messageId),
      ),
    setClockOffset: (read) => void (readOffsetMs = read),
    close: async () => {
      await testApp.close();
      folder.remove();
    },
  };
}

async function buyPatiently(app: App, reportCode: string, i: number): Promise<void> {
  const buyerSecret = String(i).padStart(64, '0');
  const email = `buyer${i}@faults.example`;
  for (let tries = 0; tries < 6; tries++) {
    try {
      const placed = await app.orders.placement.placeOrder(
        { ...billing, email, report_id: reportCode, type: 'single-user' },
        buyerSecret,
      );
      if (!placed.ok) continue;
      await approvePayment(placed.value.approvalUrl);
      const finished = await app.orders.checkoutReturn.completeCheckout(
        placed.value.providerId,
        buyerSecret,
      );
      if (finished.ok) return;
    } catch {
      // The connection was cut, or the provider failed: the buyer tries again.
    }
  }
}
