import http from 'node:http';
import net from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { approvePayment } from '../support/paypal.ts';
import { importOfficialClient } from './official-client.ts';
import { startValidatingProxy, type ValidatingProxy } from './validating-proxy.ts';

const {
  ApiError,
  CheckoutPaymentIntent,
  Client,
  Environment,
  OrdersController,
  PaymentsController,
  TransactionSearchController,
} = await importOfficialClient();

/** The client knows PayPal's own hosts alone: its connections to them lead to the simulator. */
class AgentToSimulator extends http.Agent {
  readonly protocol = 'https:';
  readonly #port: number;

  constructor(url: string) {
    super();
    this.#port = Number(new URL(url).port);
  }

  override createConnection(): net.Socket {
    return net.connect(this.#port, '127.0.0.1');
  }
}

let proxy: ValidatingProxy;
let client: InstanceType<typeof Client>;
beforeAll(async () => {
  proxy = await startValidatingProxy();
  client = new Client({
    clientCredentialsAuthCredentials: { oAuthClientId: 'local', oAuthClientSecret: 'local' },
    environment: Environment.Sandbox,
    httpClientOptions: { httpsAgent: new AgentToSimulator(proxy.url) },
  });
});
afterAll(() => proxy?.close());

const usd = (value: string) => ({ currencyCode: 'USD', value });

async function createOrder(invoiceId: string) {
  const { result } = await new OrdersController(client).createOrder({
    body: {
      intent: CheckoutPaymentIntent.Capture,
      purchaseUnits: [{ amount: usd('40.00'), invoiceId, customId: 'ours' }],
      applicationContext: { returnUrl: 'https://x.example/', cancelUrl: 'https://x.example/' },
    },
    prefer: 'return=representation',
    paypalRequestId: invoiceId,
  });
  const approvalUrl = String(result.links?.find(({ rel }) => rel === 'approve')?.href);
  return { id: String(result.id), approvalUrl };
}

test('PayPal’s own client creates, captures and refunds, and finds all of it in the list', async () => {
  const orders = new OrdersController(client);
  const payments = new PaymentsController(client);
  const { id, approvalUrl } = await createOrder('ONE');
  expect((await orders.getOrder({ id })).result).toMatchObject({ id, status: 'CREATED' });
  await approvePayment(approvalUrl);
  const captured = await orders.captureOrder({ id, prefer: 'return=representation' });
  const [unit] = captured.result.purchaseUnits ?? [];
  const capture = unit?.payments?.captures?.[0];
  expect(capture).toMatchObject({
    status: 'COMPLETED',
    sellerReceivableBreakdown: { grossAmount: usd('40.00'), paypalFee: usd('1.89') },
  });
  expect(captured.result.paymentSource?.paypal?.emailAddress).toBe('payer@example.com');
  const captureId = String(capture?.id);
  expect((await payments.getCapturedPayment({ captureId })).result).toMatchObject({
    id: captureId,
    customId: 'ours',
    supplementaryData: { relatedIds: { orderId: id } },
  });
  const refund = await payments.refundCapturedPayment({
    captureId,
    prefer: 'return=representation',
    body: { amount: usd('15.00') },
  });
  const refundId = String(refund.result.id);
  expect((await payments.getRefund({ refundId })).result).toMatchObject({ status: 'COMPLETED' });
  const listed = await new TransactionSearchController(client).searchTransactions({
    startDate: new Date(Date.now() - 86_400_000).toISOString(),
    endDate: new Date(Date.now() + 60_000).toISOString(),
  });
  const infos = listed.result.transactionDetails?.map(({ transactionInfo }) => transactionInfo);
  expect(infos).toMatchObject([
    { transactionId: captureId, transactionEventCode: 'T0006', customField: 'ours' },
    { transactionId: refundId, transactionEventCode: 'T1107', paypalReferenceId: captureId },
  ]);
  expect(proxy.schemaErrors).toEqual([]);
});

test('PayPal’s own client reads a refusal of the simulator as one of PayPal’s', async () => {
  const { id } = await createOrder('TWO');
  const refused = await new OrdersController(client)
    .captureOrder({ id })
    .catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(ApiError);
  expect(refused).toMatchObject({
    statusCode: 422,
    result: { name: 'UNPROCESSABLE_ENTITY', details: [{ issue: 'ORDER_NOT_APPROVED' }] },
  });
});
