/** The payment provider's port over PayPal's Orders v2 API. */
import { toDecimalString } from '#core/kernel/money.model.ts';
import type {
  CaptureResult,
  PaymentProvider,
  ProviderOrderCreation,
  ProviderOrderLookup,
  ProviderOrderRequest,
  ProviderPayer,
  RefundRequest,
  RefundResult,
} from '#core/orders/payment/provider.ts';
import {
  createApiClient,
  describeFailure,
  readBody,
  type CallApi,
  type PaypalOptions,
} from './api-client.ts';
import { classifyRefusal } from './classify-refusal.ts';
import { lastingRefusals } from './issue-classes.ts';
import { listDisputes } from './list-disputes.ts';
import { listTransactions } from './list-transactions.ts';
import {
  captureOrderSchema,
  orderSchema,
  readParentId,
  refundSchema,
  type OrderAnswer,
} from './response-schemas.ts';
import { createWebhookVerifier } from './verify-webhook.ts';

/**
 * PayPal's list of currencies, without those that few accounts may hold and those whose decimals it
 * counts in another way than ISO 4217. INR is not among them.
 * https://developer.paypal.com/reference/currency-codes/
 */
const supportedCurrencies: ReadonlySet<string> = new Set([
  'AUD',
  'BRL',
  'CAD',
  'CHF',
  'CZK',
  'DKK',
  'EUR',
  'GBP',
  'HKD',
  'ILS',
  'JPY',
  'MXN',
  'MYR',
  'NOK',
  'NZD',
  'PHP',
  'PLN',
  'SEK',
  'SGD',
  'THB',
  'USD',
]);

/**
 * Every call ends within the timeout (20 s) and never throws: an answer that is not clear is
 * `unknown`.
 */
export function createPaypalProvider(options: PaypalOptions): PaymentProvider {
  const callApi = createApiClient(options);
  return {
    supportsCurrency: (currency) => supportedCurrencies.has(currency),
    createProviderOrder: (request) => createProviderOrder(callApi, request),
    captureProviderOrder: (providerId, requestId) =>
      captureProviderOrder(callApi, providerId, requestId),
    getProviderOrder: (providerId) => getProviderOrder(callApi, providerId),
    findOrderOfCapture: (captureId) => findOrderOfCapture(callApi, captureId),
    refundCapture: (request) => refundCapture(callApi, request),
    verifyWebhook: createWebhookVerifier(options),
    listTransactions: (from, to) => listTransactions(callApi, from, to),
    listDisputes: (updatedAfter) => listDisputes(callApi, updatedAfter),
  };
}

/** Issues for which there is no approval: none was given yet, or it is gone together with its order. */
const notApprovedIssues: ReadonlySet<string> = new Set([
  'ORDER_NOT_APPROVED',
  'INVALID_RESOURCE_ID',
]);

/** PayPal refuses an order under our number as long as another payment has it. */
const takenNumberIssue = 'DUPLICATE_INVOICE_ID';

async function createProviderOrder(
  callApi: CallApi,
  request: ProviderOrderRequest,
): Promise<ProviderOrderCreation> {
  const response = await callApi({
    method: 'POST',
    path: '/v2/checkout/orders',
    requestId: request.requestId,
    body: createOrderBody(request),
  });
  if ('networkError' in response) return { kind: 'unknown', reason: response.networkError };
  const { status, body } = response;
  const { data } = orderSchema.safeParse(body);
  const approval = data?.links.find(({ rel }) => rel === 'payer-action' || rel === 'approve');
  if (status < 300 && data) {
    const found = { providerId: data.id, customId: data.purchase_units[0]?.custom_id };
    return approval
      ? { kind: 'created', ...found, approvalUrl: approval.href }
      : { kind: 'used', ...found, status: data.status };
  }
  const refusal = classifyRefusal('create', status, body);
  if (!refusal) return { kind: 'unknown', reason: describeFailure(status, body) };
  const { issue, isOurFault } = refusal;
  return { kind: 'rejected', issue, isOurFault, isNumberTaken: issue === takenNumberIssue };
}

/** PayPal's limit of the texts of an order, in characters. */
const maxTextLength = 127;

const createOrderBody = (request: ProviderOrderRequest): object => {
  const { currency, amountCents, taxCents } = request;
  const money = (cents: number) => ({
    currency_code: currency,
    value: toDecimalString(cents, currency),
  });
  const net = money(amountCents - taxCents);
  const tax = taxCents === 0 ? undefined : money(taxCents);
  return {
    intent: 'CAPTURE',
    purchase_units: [
      {
        custom_id: request.customId,
        invoice_id: request.invoiceId,
        description: request.description.slice(0, maxTextLength),
        amount: {
          ...money(amountCents),
          breakdown: { item_total: net, ...(tax && { tax_total: tax }) },
        },
        items: [
          {
            name: request.item.name.slice(0, maxTextLength),
            ...(request.item.sku && { sku: request.item.sku.slice(0, maxTextLength) }),
            description: request.item.description.slice(0, maxTextLength),
            quantity: '1',
            unit_amount: net,
            ...(tax && { tax }),
          },
        ],
      },
    ],
    payment_source: {
      paypal: {
        experience_context: {
          brand_name: request.brandName,
          user_action: 'PAY_NOW',
          shipping_preference: 'NO_SHIPPING',
          landing_page: 'NO_PREFERENCE',
          return_url: request.returnUrl,
          cancel_url: request.cancelUrl,
        },
      },
    },
  };
};

async function captureProviderOrder(
  callApi: CallApi,
  providerId: string,
  requestId: string,
): Promise<CaptureResult> {
  const path = `/v2/checkout/orders/${providerId}/capture`;
  const response = await callApi({ method: 'POST', path, requestId, body: {} });
  if ('networkError' in response) return { kind: 'unknown', reason: response.networkError };
  const { status, body } = response;
  if (status === 200 || status === 201) return { kind: 'captured' };
  const refusal = classifyRefusal('capture', status, body);
  if (!refusal) return { kind: 'unknown', reason: describeFailure(status, body) };
  const { issue, isOurFault } = refusal;
  if (refusal.class === 'ask') return { kind: 'ask', issue };
  if (notApprovedIssues.has(issue)) return { kind: 'not-approved' };
  const ends = refusal.class === 'again' ? 'approval' : 'attempt';
  return {
    kind: 'declined',
    issue,
    isOurFault,
    ends: issue === takenNumberIssue ? 'order' : ends,
    // PayPal repeats what the payment came to, not what was wrong with the request or the account.
    isRepeated: status === 422 && refusal.isDocumented,
  };
}

async function getProviderOrder(
  callApi: CallApi,
  providerId: string,
): Promise<ProviderOrderLookup> {
  const response = await callApi({ method: 'GET', path: `/v2/checkout/orders/${providerId}` });
  if ('networkError' in response) return { kind: 'unknown', reason: response.networkError };
  const refusal = classifyRefusal('get', response.status, response.body);
  if (refusal?.class === 'no') return { kind: 'missing' };
  const { data } = orderSchema.safeParse(response.body);
  if (response.status !== 200 || !data)
    return { kind: 'unknown', reason: describeFailure(response.status, response.body) };
  return toProviderOrder(data);
}

async function findOrderOfCapture(
  callApi: CallApi,
  captureId: string,
): Promise<ProviderOrderLookup> {
  const path = `/v2/payments/captures/${captureId}`;
  const { data, reason } = await readBody(callApi, path, captureOrderSchema);
  if (!data)
    return reason.startsWith('HTTP 404') ? { kind: 'missing' } : { kind: 'unknown', reason };
  const orderId = data.supplementary_data?.related_ids?.order_id ?? readParentId(data.links);
  return orderId === undefined ? { kind: 'missing' } : getProviderOrder(callApi, orderId);
}

function toProviderOrder(data: OrderAnswer): ProviderOrderLookup {
  const {
    id,
    status,
    purchase_units: [unit],
  } = data;
  const tax = unit?.amount?.breakdown?.tax_total;
  const captures = unit?.payments?.captures ?? [];
  const refunds = unit?.payments?.refunds;
  const newest = captures.at(-1);
  return {
    kind: 'found',
    providerId: id,
    status,
    customId: unit?.custom_id ?? newest?.custom_id,
    invoiceId: unit?.invoice_id ?? newest?.invoice_id,
    payer: readPayer(data),
    sku: unit?.items[0]?.sku,
    total: unit?.amount && toMoney(unit.amount),
    tax: tax && toMoney(tax),
    captures: captures.map((capture) => ({
      id: capture.id,
      status: capture.status,
      ...toMoney(capture.amount),
      ...(capture.status_details && { reason: capture.status_details.reason }),
    })),
    unreadableRefunds: refunds?.unreadableCount ?? 0,
    refunds: (refunds?.rows ?? []).map((refund) => ({
      id: refund.id,
      status: refund.status,
      ...toMoney(refund.amount),
      reason: refund.status_details?.reason,
      customId: refund.custom_id,
      captureId: readParentId(refund.links),
    })),
  };
}

const toMoney = (money: { readonly value: string; readonly currency_code: string }) => ({
  value: money.value,
  currency: money.currency_code,
});

/** `payer` is the deprecated form of `payment_source.paypal`, which older orders have alone. */
function readPayer({ payment_source: source, payer }: OrderAnswer): ProviderPayer | undefined {
  const wallet = source?.paypal;
  const id = wallet?.account_id ?? payer?.payer_id;
  const email = wallet?.email_address ?? payer?.email_address;
  if (id === undefined && email === undefined) return undefined;
  const { given_name: given, surname } = wallet?.name ?? payer?.name ?? {};
  const countryCode = wallet?.address?.country_code ?? payer?.address?.country_code;
  const name = [given, surname].filter((part) => part).join(' ');
  return { id: id ?? '', email: email ?? '', name, countryCode };
}

async function refundCapture(
  callApi: CallApi,
  { captureId, requestId, amountCents, currency }: RefundRequest,
): Promise<RefundResult> {
  const amount = { value: toDecimalString(amountCents, currency), currency_code: currency };
  const path = `/v2/payments/captures/${captureId}/refund`;
  const sent = { amount, custom_id: requestId };
  const response = await callApi({ method: 'POST', path, requestId, body: sent });
  if ('networkError' in response) return { kind: 'unknown', reason: response.networkError };
  const { status, body } = response;
  const { data } = refundSchema.safeParse(body);
  if (status < 300 && data) return { kind: 'refunded', refundId: data.id, status: data.status };
  const refusal = classifyRefusal('refund', status, body);
  if (!refusal || refusal.class === 'again')
    return { kind: 'unknown', reason: refusal?.issue ?? describeFailure(status, body) };
  const { issue } = refusal;
  const isLasting = lastingRefusals.has(issue);
  return { kind: 'rejected', issue, mayBeRefunded: refusal.class === 'ask', isLasting };
}
