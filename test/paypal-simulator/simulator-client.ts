import { createPaypalProvider } from '#adapters/payments/paypal/provider.ts';
import type { PaymentProvider, ProviderOrderRequest } from '#core/orders/payment/provider.ts';
import { approvePayment } from '../support/paypal.ts';
import { startWebhookListener } from '../support/webhook-listener.ts';
import { startValidatingProxy, type ValidatingProxy } from './validating-proxy.ts';

export type ApiAnswer = { readonly status: number; readonly body: Record<string, unknown> };

export type SimulatorClient = {
  readonly proxy: ValidatingProxy;
  /** Our adapter, which waits half a minute for an answer. */
  readonly paypal: PaymentProvider;
  /** Our adapter, which gives up after 400 ms: for faults that give no answer. */
  readonly impatientPaypal: PaymentProvider;
  /** Types of the webhooks that came. */
  readonly receivedWebhooks: readonly string[];
  /** Runs before a webhook is answered. */
  readonly onWebhook: (handle: (type: string) => void) => void;
  /** Our adapter's answer to a new order, whatever it is. */
  readonly tryToCreateOrder: (
    changes?: Partial<ProviderOrderRequest>,
  ) => ReturnType<PaymentProvider['createProviderOrder']>;
  readonly createOrder: (
    changes?: Partial<ProviderOrderRequest>,
  ) => Promise<{ providerId: string; approvalUrl: string }>;
  /** Creates an order that its payer approves; answers its id. */
  readonly createApprovedOrder: (changes?: Partial<ProviderOrderRequest>) => Promise<string>;
  /** Ids of an order's captures, as our adapter finds them. */
  readonly listCaptureIds: (providerId: string) => Promise<string[]>;
  /** Calls the API without our adapter. */
  readonly callPaypal: (
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ) => Promise<ApiAnswer>;
  readonly close: () => Promise<void>;
};

export const orderRequest: ProviderOrderRequest = {
  requestId: 'c-1-1',
  customId: '1',
  invoiceId: 'QI-000001',
  description: 'QM-1 A report',
  item: { name: 'A report', description: 'Single user licence' },
  amountCents: 350_000,
  taxCents: 0,
  currency: 'USD',
  brandName: 'Quillmark Insights',
  returnUrl: 'https://store.example/payment-success',
  cancelUrl: 'https://store.example/buy-now',
};

/** Our adapter's answer for a captured order. */
export const captured = { kind: 'captured' };

/** The adapter on the simulator behind the proxy. */
export const createProxiedProvider = (
  { url, webhookId }: ValidatingProxy,
  timeoutMs: number,
): PaymentProvider =>
  createPaypalProvider({ baseUrl: url, clientId: 'local', secret: 'local', webhookId, timeoutMs });

/** A simulator, our adapter on it, and a listener for its webhooks. */
export async function openSimulatorClient(): Promise<SimulatorClient> {
  const receivedWebhooks: string[] = [];
  let handleWebhook = (_type: string): void => {};
  const listener = await startWebhookListener(({ rawBody }) => {
    const event = JSON.parse(Buffer.from(rawBody).toString()) as { event_type: string };
    handleWebhook(event.event_type);
    receivedWebhooks.push(event.event_type);
  });
  const proxy = await startValidatingProxy(listener.url);
  const accessToken = await proxy.getAccessToken();
  const paypal = createProxiedProvider(proxy, 30_000);
  const tryToCreateOrder: SimulatorClient['tryToCreateOrder'] = (changes = {}) =>
    paypal.createProviderOrder({ ...orderRequest, ...changes });
  const createOrder: SimulatorClient['createOrder'] = async (changes) => {
    const created = await tryToCreateOrder(changes);
    if (created.kind !== 'created') throw new Error(JSON.stringify(created));
    return created;
  };
  return {
    proxy,
    paypal,
    impatientPaypal: createProxiedProvider(proxy, 400),
    receivedWebhooks,
    onWebhook: (handle) => void (handleWebhook = handle),
    tryToCreateOrder,
    createOrder,
    createApprovedOrder: async (changes) => {
      const { approvalUrl, providerId } = await createOrder(changes);
      await approvePayment(approvalUrl);
      return providerId;
    },
    listCaptureIds: async (providerId) => {
      const order = await paypal.getProviderOrder(providerId);
      return 'captures' in order ? order.captures.map(({ id }) => id) : [];
    },
    callPaypal: (method, path, body, headers) =>
      callApi(proxy.url + path, method, body, {
        authorization: `Bearer ${accessToken}`,
        ...headers,
      }),
    close: async () => {
      listener.close();
      await proxy.close();
    },
  };
}

async function callApi(
  url: string,
  method: string,
  body: unknown,
  headers: Record<string, string>,
): Promise<ApiAnswer> {
  const init: RequestInit = {
    method,
    headers: { 'content-type': 'application/json', ...headers },
  };
  if (body !== undefined) init.body = typeof body === 'string' ? body : JSON.stringify(body);
  const response = await fetch(url, init);
  const text = await response.text();
  return {
    status: response.status,
    body: (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>,
  };
}

/** The first issue that PayPal names in a refusal. */
export const getIssue = ({ body }: ApiAnswer): string | undefined =>
  (body['details'] as { issue: string }[] | undefined)?.[0]?.issue;

/** A request to create an order of ten dollars; `unit` changes its purchase, `changes` the rest. */
export const orderBody = (unit: object = {}, changes: object = {}) => ({
  intent: 'CAPTURE',
  purchase_units: [{ amount: usd('10.00'), ...unit }],
  application_context: {
    return_url: 'https://store.example/back',
    cancel_url: 'https://store.example/no',
  },
  ...changes,
});

export const usd = (value: string) => ({ currency_code: 'USD', value });
