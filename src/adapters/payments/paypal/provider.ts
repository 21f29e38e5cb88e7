/** PayPal's Orders v2 API by plain fetch. Field names and answers: PayPal's OpenAPI, checkout_orders_v2. */
import { z } from 'zod';
import type {
  TransactionList,
  ProviderTransaction,
  CaptureResult,
  ProviderOrderCreation,
  ProviderOrderLookup,
  PaymentProvider,
  RefundResult,
} from '#core/orders/payment/provider.ts';
import { toDecimalString } from '#core/kernel/money.model.ts';
import { createApiClient, type PaypalOptions } from './api-client.ts';
import { createWebhookVerifier } from './verify-webhook.ts';

const linkSchema = z.object({ href: z.string(), rel: z.string() });
const createdOrderSchema = z.object({
  id: z.string(),
  status: z.string(),
  links: z.array(linkSchema),
});
const moneySchema = z.object({ value: z.string(), currency_code: z.string() });
const orderSchema = z.object({
  id: z.string(),
  status: z.string(),
  payer: z
    .object({ payer_id: z.string().default(''), email_address: z.string().default('') })
    .optional(),
  purchase_units: z
    .array(
      z.object({
        custom_id: z.string().optional(),
        invoice_id: z.string().optional(),
        payments: z
          .object({
            captures: z
              .array(z.object({ id: z.string(), status: z.string(), amount: moneySchema }))
              .default([]),
            refunds: z
              .array(
                z.object({
                  id: z.string(),
                  status: z.string(),
                  amount: moneySchema,
                  links: z.array(linkSchema).default([]),
                }),
              )
              .default([]),
          })
          .optional(),
      }),
    )
    .min(1),
});
const refundSchema = z.object({ id: z.string(), status: z.string() });
const transactionsSchema = z.object({
  transaction_details: z
    .array(
      z.object({
        transaction_info: z.object({
          transaction_id: z.string(),
          transaction_event_code: z.string(),
          transaction_status: z.string(),
          transaction_initiation_date: z.string(),
          transaction_amount: moneySchema,
          custom_field: z.string().optional(),
          invoice_id: z.string().optional(),
        }),
      }),
    )
    .default([]),
  total_pages: z.number().default(1),
});
const errorSchema = z.object({
  name: z.string(),
  details: z.array(z.object({ issue: z.string() })).default([]),
});

/** The payer has not approved, or the approval is gone: nothing was taken, and the request id may be used again. */
const notApprovedIssues = new Set([
  'ORDER_NOT_APPROVED',
  'INVALID_RESOURCE_ID',
  'ORDER_EXPIRED',
  'ORDER_VOIDED',
]);
/** Refusals that may mean that money was taken under another request: the reconciler finds out. Every other 422 is a definite no. */
const ambiguousIssues = new Set(['ORDER_COMPLETION_IN_PROGRESS', 'DUPLICATE_INVOICE_ID']);

/** PayPal's event code for a payment through its checkout (transaction event codes, T0006). */
const checkoutEventCode = 'T0006';

/** The provider behind the port. Every call ends within the timeout (20 s) and never throws: what isn't clear is `unknown`. */
export function createPaypalProvider(options: PaypalOptions): PaymentProvider {
  const call = createApiClient(options);
  return {
    async createProviderOrder(request): Promise<ProviderOrderCreation> {
      const answer = await call('POST', '/v2/checkout/orders', request.requestId, {
        intent: 'CAPTURE',
        purchase_units: [
          {
            custom_id: request.customId,
            invoice_id: request.invoiceId,
            description: request.description,
            amount: {
              currency_code: request.currency,
              value: toDecimalString(request.amountCents),
            },
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
      });
      if ('lost' in answer) return { kind: 'unknown', reason: answer.lost };
      const read = createdOrderSchema.safeParse(answer.body);
      const approval = read.data?.links.find(
        ({ rel }) => rel === 'payer-action' || rel === 'approve',
      );
      if (answer.status < 300 && read.success && approval)
        return { kind: 'created', providerId: read.data.id, approvalUrl: approval.href };
      const no = errorSchema.safeParse(answer.body);
      if (answer.status < 500 && answer.status !== 429 && no.success)
        return { kind: 'rejected', issue: no.data.details[0]?.issue ?? no.data.name };
      return { kind: 'unknown', reason: `HTTP ${answer.status}` };
    },

    async captureProviderOrder(providerId, requestId): Promise<CaptureResult> {
      const answer = await call('POST', `/v2/checkout/orders/${providerId}/capture`, requestId, {});
      if ('lost' in answer) return { kind: 'unknown', reason: answer.lost };
      if (answer.status === 200 || answer.status === 201) return { kind: 'captured' };
      const issue = errorSchema.safeParse(answer.body).data?.details[0]?.issue;
      if (issue === 'ORDER_ALREADY_CAPTURED') return { kind: 'captured' };
      if (issue !== undefined && notApprovedIssues.has(issue))
        return { kind: 'not-approved', issue };
      if (issue !== undefined && answer.status === 422 && !ambiguousIssues.has(issue))
        return { kind: 'declined', issue };
      return { kind: 'unknown', reason: `HTTP ${answer.status} ${issue ?? ''}`.trim() };
    },

    async getProviderOrder(providerId): Promise<ProviderOrderLookup> {
      const answer = await call('GET', `/v2/checkout/orders/${providerId}`);
      if ('lost' in answer) return { kind: 'unknown', reason: answer.lost };
      if (answer.status === 404) return { kind: 'missing' };
      const read = orderSchema.safeParse(answer.body);
      if (answer.status !== 200 || !read.success)
        return { kind: 'unknown', reason: `HTTP ${answer.status}` };
      const { id, status, payer, purchase_units } = read.data;
      const unit = purchase_units[0];
      return {
        kind: 'found',
        providerId: id,
        status,
        customId: unit?.custom_id,
        invoiceId: unit?.invoice_id,
        payer: payer && { id: payer.payer_id, email: payer.email_address },
        captures: (unit?.payments?.captures ?? []).map((one) => ({
          id: one.id,
          status: one.status,
          value: one.amount.value,
          currency: one.amount.currency_code,
        })),
        refunds: (unit?.payments?.refunds ?? []).map((one) => ({
          id: one.id,
          status: one.status,
          value: one.amount.value,
          currency: one.amount.currency_code,
          captureId: one.links
            .find(({ rel }) => rel === 'up')
            ?.href.split('/')
            .at(-1),
        })),
      };
    },

    async refundCapture(captureId, requestId, amount, currency): Promise<RefundResult> {
      const answer = await call('POST', `/v2/payments/captures/${captureId}/refund`, requestId, {
        amount: { value: toDecimalString(amount), currency_code: currency },
      });
      if ('lost' in answer) return { kind: 'unknown', reason: answer.lost };
      const read = refundSchema.safeParse(answer.body);
      if (answer.status < 300 && read.success)
        return { kind: 'refunded', refundId: read.data.id, status: read.data.status };
      // Only a judgement of the request itself is final: an account that may not, or a request under way, says nothing of the money.
      const no = errorSchema.safeParse(answer.body);
      const issue = no.data?.details[0]?.issue ?? no.data?.name;
      if (
        (answer.status === 400 || answer.status === 422) &&
        issue !== undefined &&
        !ambiguousIssues.has(issue)
      )
        return { kind: 'rejected', issue };
      return { kind: 'unknown', reason: `HTTP ${answer.status} ${issue ?? ''}`.trim() };
    },

    verifyWebhook: createWebhookVerifier(options),

    async listTransactions(from, to): Promise<TransactionList> {
      const captures: ProviderTransaction[] = [];
      for (let page = 1, pages = 1; page <= pages; page++) {
        const query = new URLSearchParams({
          start_date: from.toISOString(),
          end_date: to.toISOString(),
          fields: 'transaction_info',
          page_size: '500',
          page: String(page),
        });
        const answer = await call('GET', `/v1/reporting/transactions?${query.toString()}`);
        if ('lost' in answer) return { kind: 'unknown', reason: answer.lost };
        const read = transactionsSchema.safeParse(answer.body);
        if (answer.status !== 200 || !read.success)
          return { kind: 'unknown', reason: `HTTP ${answer.status}` };
        pages = read.data.total_pages;
        for (const { transaction_info: one } of read.data.transaction_details) {
          if (one.transaction_event_code !== checkoutEventCode) continue;
          captures.push({
            captureId: one.transaction_id,
            customId: one.custom_field,
            invoiceId: one.invoice_id,
            value: one.transaction_amount.value,
            currency: one.transaction_amount.currency_code,
            status: one.transaction_status,
            at: one.transaction_initiation_date,
          });
        }
      }
      return { kind: 'listed', captures };
    },
  };
}
