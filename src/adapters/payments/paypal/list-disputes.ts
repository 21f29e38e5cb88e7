import type { DisputeList, ProviderDispute } from '#core/orders/payment/provider.ts';
import { readBody, type CallApi } from './api-client.ts';
import { readDisputeState } from './dispute-outcome.ts';
import { readRows } from './read-rows.ts';
import {
  disputeFactsSchema,
  disputePageSchema,
  disputeSummarySchema,
  type Link,
} from './response-schemas.ts';

/** The most that PayPal lists on a page. */
const pageSize = 50;

/** More pages than a day of disputes ever has: a list without an end ends here. */
const maxPages = 20;

/** After so many disputes without an answer PayPal is away, and the rest is left for later. */
const maxFailuresInARow = 3;

/**
 * Disputes that changed since a time, page by page as PayPal's links lead on. What can't be read is
 * counted and left out; `unknown` if the first page is not clear.
 */
export async function listDisputes(callApi: CallApi, updatedAfter: Date): Promise<DisputeList> {
  const found = await listDisputeIds(callApi, updatedAfter);
  if ('reason' in found) return { kind: 'unknown', reason: found.reason };
  const disputes: ProviderDispute[] = [];
  const unreadable: string[] = Array.from({ length: found.unreadableCount }, () => 'no dispute id');
  let failures = 0;
  for (const id of found.ids) {
    if (failures === maxFailuresInARow) break;
    const { dispute, isAway } = await getDispute(callApi, id);
    failures = isAway ? failures + 1 : 0;
    if (dispute) disputes.push(dispute);
    else if (!isAway) unreadable.push(id);
  }
  const isWhole = found.isWhole && failures === 0;
  return { kind: 'listed', disputes, unreadable, isWhole };
}

type DisputeIds = {
  readonly ids: ReadonlySet<string>;
  readonly unreadableCount: number;
  readonly isWhole: boolean;
};

async function listDisputeIds(
  callApi: CallApi,
  updatedAfter: Date,
): Promise<DisputeIds | { readonly reason: string }> {
  const ids = new Set<string>();
  let unreadableCount = 0;
  let query: string | undefined = new URLSearchParams({
    update_time_after: updatedAfter.toISOString(),
    page_size: String(pageSize),
  }).toString();
  const seen = new Set<string>();
  while (query !== undefined && seen.size < maxPages && !seen.has(query)) {
    seen.add(query);
    const page = await readBody(callApi, `/v1/customer/disputes?${query}`, disputePageSchema);
    if (!page.data) return seen.size > 1 ? { ids, unreadableCount, isWhole: false } : page;
    const summaries = readRows(page.data.items, disputeSummarySchema);
    for (const { dispute_id: id } of summaries.rows) ids.add(id);
    unreadableCount += summaries.unreadableCount;
    query = findNextQuery(page.data.links);
  }
  return { ids, unreadableCount, isWhole: query === undefined };
}

/** The query of the next page. Only the query is followed, never another host or path. */
function findNextQuery(links: readonly Link[]): string | undefined {
  const href = links.find(({ rel }) => rel === 'next')?.href;
  const query = href?.split('?')[1]?.split('#')[0];
  return query === '' ? undefined : query;
}

/** The list says neither what is disputed nor how it ended. */
async function getDispute(
  callApi: CallApi,
  id: string,
): Promise<{ readonly dispute: ProviderDispute | undefined; readonly isAway: boolean }> {
  const path = `/v1/customer/disputes/${encodeURIComponent(id)}`;
  const { data, isAway } = await readBody(callApi, path, disputeFactsSchema);
  if (!data || data.disputed_transactions.length === 0) return { dispute: undefined, isAway };
  const payments = data.disputed_transactions.map(
    ({ seller_transaction_id: captureId, custom: customId }) => ({ captureId, customId }),
  );
  const state = readDisputeState(data);
  return { dispute: { id, payments, state, updatedAt: data.update_time }, isAway };
}
