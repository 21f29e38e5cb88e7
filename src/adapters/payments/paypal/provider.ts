/** The payment provider's port over PayPal's Orders v2 API. */
import { toDecimalString } from '#core/kernel/money.model.ts';
import type {
  CaptureResult,
  PaymentProvider,
  ProviderOrderCreation,
  ProviderOrderLookup,
  ProviderOrderRequest,
  RefundRequest,
  RefundResult,
} from '#core/orders/payment/provider.ts';
import { createApiClient, type CallApi, type PaypalOptions } from './api-client.ts';
import { listDisputes } from './list-disputes.ts';
import { listTransactions } from './list-transactions.ts';
import {
  createdOrderSchema,
  orderSchema,
  readIssue,
  readIssueOrName,
  readParentId,
  refundSchema,
} from './response-schemas.ts';
import { createWebhookVerifier } from './verify-webhook.ts';

/**
 * Issues for which nothing was captured, and the request id may be used again: the payer has not
 * approved, or the approval is gone.
 */
const notApprovedIssues = new Set([
  'ORDER_NOT_APPROVED',
  'INVALID_RESOURCE_ID',
  'ORDER_EXPIRED',
  'ORDER_VOIDED',
]);
/**
 * Issues that may mean that money was captured under another request: the reconciler finds out.
 * Every other 422 is a definite no.
 */
const ambiguousIssues = new Set(['ORDER_COMPLETION_IN_PROGRESS', 'DUPLICATE_INVOICE_ID']);

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
    refundCapture: (request) => refundCapture(callApi, request),
    verifyWebhook: createWebhookVerifier(options),
    listTransactions: (from, to) => listTransactions(callApi, from, to),
    listDisputes: (updatedAfter) => listDisputes(callApi, updatedAfter),
  };
}

const describeFailure = (status: number, issue: string | undefined): string =>
  `HTTP ${status} ${issue ?? ''}`.trim();

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
  const { data } = createdOrderSchema.safeParse(body);
  const approval = data?.links.find(({ rel }) => rel === 'payer-action' || rel === 'approve');
  if (status < 300 && data && approval)
    return { kind: 'created', providerId: data.id, approvalUrl: approval.href };
  const issue = readIssueOrName(body);
  return status < 500 && status !== 429 && issue !== undefined
    ? { kind: 'rejected', issue }
    : { kind: 'unknown', reason: `HTTP ${status}` };
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
  const issue = readIssue(body);
  if (issue === undefined) return { kind: 'unknown', reason: describeFailure(status, issue) };
  if (issue === 'ORDER_ALREADY_CAPTURED') return { kind: 'captured' };
  if (notApprovedIssues.has(issue)) return { kind: 'not-approved', issue };
  return status === 422 && !ambiguousIssues.has(issue)
    ? { kind: 'declined', issue }
    : { kind: 'unknown', reason: describeFailure(status, issue) };
}

async function getProviderOrder(
  callApi: CallApi,
  providerId: string,
): Promise<ProviderOrderLookup> {
  const response = await callApi({ method: 'GET', path: `/v2/checkout/orders/${providerId}` });
  if ('networkError' in response) return { kind: 'unknown', reason: response.networkError };
  if (response.status === 404) return { kind: 'missing' };
  const { data } = orderSchema.safeParse(response.body);
  if (response.status !== 200 || !data)
    return { kind: 'unknown', reason: `HTTP ${response.status}` };
  const { id, status, payer, purchase_units } = data;
  const unit = purchase_units[0];
  return {
    kind: 'found',
    providerId: id,
    status,
    customId: unit?.custom_id,
    invoiceId: unit?.invoice_id,
    payer: payer && { id: payer.payer_id, email: payer.email_address },
    captures: (unit?.payments?.captures ?? []).map((capture) => ({
      id: capture.id,
      status: capture.status,
      value: capture.amount.value,
      currency: capture.amount.currency_code,
    })),
    refunds: (unit?.payments?.refunds ?? []).map((refund) => ({
      id: refund.id,
      status: refund.status,
      value: refund.amount.value,
      currency: refund.amount.currency_code,
      captureId: readParentId(refund.links),
    })),
  };
}

async function refundCapture(
  callApi: CallApi,
  { captureId, requestId, amountCents, currency }: RefundRequest,
): Promise<RefundResult> {
  const amount = { value: toDecimalString(amountCents, currency), currency_code: currency };
  const path = `/v2/payments/captures/${captureId}/refund`;
  const response = await callApi({ method: 'POST', path, requestId, body: { amount } });
  if ('networkError' in response) return { kind: 'unknown', reason: response.networkError };
  const { status, body } = response;
  const { data } = refundSchema.safeParse(body);
  if (status < 300 && data) return { kind: 'refunded', refundId: data.id, status: data.status };
  const issue = readIssueOrName(body);
  // Only a judgement of the request itself is final. An account that is not allowed to, or a
  // request in progress, says nothing about the money.
  const isFinal = (status === 400 || status === 422) && !ambiguousIssues.has(issue ?? '');
  return isFinal && issue !== undefined
    ? { kind: 'rejected', issue }
    : { kind: 'unknown', reason: describeFailure(status, issue) };
}
