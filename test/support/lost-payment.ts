import { createPaypalProvider } from '#adapters/payments/paypal/provider.ts';
import { simulatorWebhookId } from '#simulators/paypal/webhook-sender.ts';
import { getStoreId } from '#core/kernel/store-identity.store.ts';
import { approvePayment } from './paypal.ts';
import type { TestServer } from './test-server.ts';

/**
 * A payment of an order that this store's database has lost, of the first report unless another is
 * named; answers its capture.
 */
export async function payLostOrder(
  { db, app, paypalUrl }: Pick<TestServer, 'db' | 'app' | 'paypalUrl'>,
  id: number,
  reportCode?: string,
): Promise<string> {
  const code = reportCode ?? String((await app.catalogue.reports.list(1)).items[0]?.code);
  const paypal = createPaypalProvider({
    baseUrl: paypalUrl,
    clientId: 'local',
    secret: 'local',
    webhookId: simulatorWebhookId,
  });
  const key = String(id).padStart(16, 'e');
  const created = await paypal.createProviderOrder({
    requestId: `c-${id}`,
    customId: `${await getStoreId(db)}-${id}-${key}`,
    invoiceId: `QI-${String(id).padStart(6, '0')}-${key.slice(0, 6)}`,
    description: 'A report',
    item: { name: 'A report', description: 'Licence', sku: `${code}/single-user` },
    amountCents: 350_000,
    taxCents: 0,
    currency: 'USD',
    brandName: 'B',
    returnUrl: 'https://x.example/',
    cancelUrl: 'https://x.example/',
  });
  if (created.kind !== 'created') throw new Error(JSON.stringify(created));
  await approvePayment(created.approvalUrl);
  await paypal.captureProviderOrder(created.providerId, `k-${id}`);
  const order = await paypal.getProviderOrder(created.providerId);
  return String(order.kind === 'found' && order.captures[0]?.id);
}
