import { expect, test } from 'vitest';
import type { PaymentProvider } from '#core/orders/payment/provider.ts';
import { executeOnServer } from '../support/test-database.ts';
import { openSimulatedBuyers } from './simulated-buyers.ts';

/** Calls of the provider between two cuts of every database connection. */
const callsPerCut = 10;

test('a database that cuts its connections again and again loses no order', async () => {
  let calls = 0;
  let cuts = 0;
  let isCutting = true;
  const buyers = await openSimulatedBuyers(({ payments }, databaseUrl) => {
    const cutConnections = async (): Promise<void> => {
      if (!isCutting || ++calls % callsPerCut > 0) return;
      cuts++;
      await executeOnServer(
        databaseUrl.replace(/\/[^/]*$/, '/postgres'),
        `select pg_terminate_backend(pid) from pg_stat_activity
          where datname = '${new URL(databaseUrl).pathname.slice(1)}'`,
      );
    };
    const cuttingPayments: PaymentProvider = {
      ...payments,
      createProviderOrder: async (request) => {
        await cutConnections();
        return payments.createProviderOrder(request);
      },
      captureProviderOrder: async (providerId, requestId) => {
        const result = await payments.captureProviderOrder(providerId, requestId);
        await cutConnections();
        return result;
      },
    };
    return { payments: cuttingPayments };
  });
  try {
    await buyers.simulatePurchases(40);
    isCutting = false;
    expect(cuts).toBeGreaterThan(2);
    await buyers.runRecoveryJobs();
    expect(await buyers.expectConsistent()).toBeGreaterThan(20);
  } finally {
    await buyers.close();
  }
});
