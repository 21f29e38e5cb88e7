import type {
  ListedRefund,
  ProviderTransaction,
  TransactionList,
} from '#core/orders/payment/provider.ts';
import type { CallApi } from './api-client.ts';
import { transactionsSchema, type TransactionInfo } from './response-schemas.ts';

/** PayPal's event code for a payment through its checkout (transaction event codes, T0006). */
const checkoutEventCode = 'T0006';

/** The event code of a refund; it refers to the capture. */
const refundEventCode = 'T1107';

/**
 * Captures and refunds between two times, at most 31 days apart; `unknown` where one page is not
 * clear.
 */
export async function listTransactions(
  callApi: CallApi,
  from: Date,
  to: Date,
): Promise<TransactionList> {
  const captures: ProviderTransaction[] = [];
  const refunds: ListedRefund[] = [];
  for (let page = 1, pageCount = 1; page <= pageCount; page++) {
    const query = new URLSearchParams({
      start_date: from.toISOString(),
      end_date: to.toISOString(),
      fields: 'transaction_info',
      page_size: '500',
      page: String(page),
    });
    const path = `/v1/reporting/transactions?${query.toString()}`;
    const response = await callApi({ method: 'GET', path });
    if ('networkError' in response) return { kind: 'unknown', reason: response.networkError };
    const { data } = transactionsSchema.safeParse(response.body);
    if (response.status !== 200 || !data)
      return { kind: 'unknown', reason: `HTTP ${response.status}` };
    pageCount = data.total_pages;
    for (const { transaction_info: info } of data.transaction_details) {
      const { transaction_event_code: eventCode, paypal_reference_id: captureId } = info;
      if (eventCode === checkoutEventCode) captures.push(toTransaction(info));
      if (eventCode === refundEventCode && captureId !== undefined)
        refunds.push({ refundId: info.transaction_id, captureId });
    }
  }
  return { kind: 'listed', captures, refunds };
}

const toTransaction = (info: TransactionInfo): ProviderTransaction => ({
  captureId: info.transaction_id,
  customId: info.custom_field,
  invoiceId: info.invoice_id,
  value: info.transaction_amount.value,
  currency: info.transaction_amount.currency_code,
  status: info.transaction_status,
  at: info.transaction_initiation_date,
});
