import type { DisputeList, ProviderDispute } from '#core/orders/payment/provider.ts';
import type { CallApi } from './api-client.ts';
import { isResolvedForSeller } from './dispute-outcome.ts';
import { disputeListSchema, disputeSchema } from './response-schemas.ts';

/** The most that PayPal lists on a page. */
const pageSize = 50;

/** Disputes that changed since a time; `unknown` where one answer is not clear. */
export async function listDisputes(callApi: CallApi, updatedAfter: Date): Promise<DisputeList> {
  const disputes: ProviderDispute[] = [];
  for (let page = 1; ; page++) {
    const query = new URLSearchParams({
      update_time_after: updatedAfter.toISOString(),
      page_size: String(pageSize),
      page: String(page),
    });
    const list = await get(callApi, `/v1/customer/disputes?${query.toString()}`);
    const { data } = disputeListSchema.safeParse(list.body);
    if (!data) return { kind: 'unknown', reason: list.reason };
    for (const { dispute_id: id } of data.items) {
      // The list says neither what is disputed nor how it ended.
      const details = await get(callApi, `/v1/customer/disputes/${encodeURIComponent(id)}`);
      const dispute = disputeSchema.safeParse(details.body).data;
      if (!dispute) return { kind: 'unknown', reason: details.reason };
      const outcome = dispute.dispute_outcome?.outcome_code;
      for (const { seller_transaction_id: captureId } of dispute.disputed_transactions)
        disputes.push({
          id,
          captureId,
          state: dispute.status === 'RESOLVED' && isResolvedForSeller(outcome) ? 'ended' : 'opened',
          updatedAt: new Date(dispute.update_time),
        });
    }
    if (data.items.length < pageSize) return { kind: 'listed', disputes };
  }
}

/** The body of a 200, else why there is none. */
async function get(callApi: CallApi, path: string): Promise<{ body: unknown; reason: string }> {
  const response = await callApi({ method: 'GET', path });
  if ('networkError' in response) return { body: undefined, reason: response.networkError };
  const { status, body } = response;
  return { body: status === 200 ? body : undefined, reason: `HTTP ${status}` };
}
