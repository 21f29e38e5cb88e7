import type { SimulatorContext } from './context.ts';
import { resourceNotFound, type SimulatorResponse } from './responses.ts';

export type SimulatedDispute = {
  readonly dispute_id: string;
  readonly create_time: string;
  readonly update_time: string;
  readonly status: 'OPEN' | 'RESOLVED';
  readonly disputed_transactions: readonly { readonly seller_transaction_id: string }[];
  readonly dispute_outcome?: { readonly outcome_code: string };
};

/** Disputes that changed since a time, in a summary that says little, as PayPal's does. */
export function listDisputes(
  { disputes }: SimulatorContext,
  query: URLSearchParams,
): SimulatorResponse {
  const since = Date.parse(query.get('update_time_after') ?? '1970-01-01T00:00:00Z');
  const size = Math.min(50, Number(query.get('page_size') ?? 10));
  const page = Number(query.get('page') ?? 1);
  const items = [...disputes.values()]
    .filter(({ update_time: time }) => Date.parse(time) > since)
    .map(({ dispute_id, create_time, update_time, status }) => ({
      dispute_id,
      create_time,
      update_time,
      status,
    }));
  return { status: 200, body: { items: items.slice((page - 1) * size, page * size), links: [] } };
}

export function getDispute({ disputes }: SimulatorContext, id: string): SimulatorResponse {
  const dispute = disputes.get(id);
  return dispute ? { status: 200, body: dispute } : resourceNotFound();
}
