/** Disputes as PayPal lists and describes them. Source: its OpenAPI, customer_disputes_v1. */
import type { SimulatorContext } from './context.ts';
import type { SimulatedOrder } from './ledger.ts';
import { errorResponse, resourceNotFound, type SimulatorResponse } from './responses.ts';

/** A dispute as PayPal describes it; each of its fields may be missing. */
export type SimulatedDispute = Readonly<Record<string, unknown>> & {
  readonly dispute_id: string;
  readonly create_time: string;
  readonly update_time?: string;
};

type DisputeDraft = {
  readonly id: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly orders: readonly SimulatedOrder[];
  /** `status` and how it ended, if it did. */
  readonly status: string;
  readonly outcome?: string | undefined;
  readonly amountRefunded?: string | undefined;
};

/** A dispute with all that PayPal usually says. */
export function describeDispute(draft: DisputeDraft, origin: string): SimulatedDispute {
  const { id, orders, status, outcome, amountRefunded } = draft;
  const isResolved = status === 'RESOLVED';
  const disputed = orders[0]?.unit.amount;
  const refunded =
    amountRefunded === undefined ? {} : { amount_refunded: { ...disputed, value: amountRefunded } };
  return {
    dispute_id: id,
    create_time: draft.createdAt,
    update_time: draft.updatedAt,
    disputed_transactions: orders.map(describeTransaction),
    reason: 'MERCHANDISE_OR_SERVICE_NOT_RECEIVED',
    status,
    dispute_amount: disputed,
    ...(isResolved ? { dispute_outcome: { outcome_code: outcome, ...refunded } } : {}),
    dispute_life_cycle_stage: 'INQUIRY',
    dispute_channel: 'INTERNAL',
    links: [{ href: `${origin}/v1/customer/disputes/${id}`, rel: 'self', method: 'GET' }],
  };
}

const describeTransaction = ({ unit, capture, capturedAt }: SimulatedOrder) => ({
  buyer_transaction_id: `B${capture?.id}`,
  seller_transaction_id: capture?.id,
  create_time: capturedAt,
  transaction_status: 'COMPLETED',
  gross_amount: unit.amount,
  invoice_number: unit.invoice_id,
  custom: unit.custom_id,
  buyer: { name: 'Local Payer' },
  seller: { merchant_id: 'LCALSELLER234', name: 'Local Seller', email: 'seller@example.com' },
});

const maxPageSize = 50;

/**
 * Disputes that changed since a time, newest first, in a summary that says little. The next page is
 * behind the link `next`, by a token: there are no page numbers.
 */
export function listDisputes(
  { disputes, origin }: SimulatorContext,
  query: URLSearchParams,
): SimulatorResponse {
  const after = Date.parse(query.get('update_time_after') ?? '1970-01-01T00:00:00Z');
  const before = Date.parse(query.get('update_time_before') ?? '9999-12-31T23:59:59Z');
  const size = Number(query.get('page_size') ?? 10);
  const skipped = readToken(query.get('next_page_token'));
  if (!(size >= 1 && size <= maxPageSize) || Number.isNaN(skipped + after + before))
    return errorResponse(400, [{ issue: 'INVALID_PARAMETER_VALUE', location: 'query' }]);
  const found = [...disputes.values()]
    .filter(({ update_time, create_time }) => {
      const time = Date.parse(update_time ?? create_time);
      return time > after && time < before;
    })
    .toSorted((a, b) => b.create_time.localeCompare(a.create_time));
  const items = found.slice(skipped, skipped + size).map(summarize);
  const link = (rel: string, start: number) => {
    const target = new URLSearchParams(query);
    target.set('next_page_token', writeToken(start));
    return { href: `${origin}/v1/customer/disputes?${target}`, rel, method: 'GET' };
  };
  const hasMore = found.length > skipped + size;
  const links = [link('self', skipped), ...(hasMore ? [link('next', skipped + size)] : [])];
  return { status: 200, body: { ...(items.length > 0 ? { items } : {}), links } };
}

const writeToken = (start: number): string => Buffer.from(`start ${start}`).toString('base64');

function readToken(token: string | null): number {
  if (token === null) return 0;
  return Number(/^start (\d+)$/.exec(Buffer.from(token, 'base64').toString())?.[1] ?? Number.NaN);
}

const summaryFields = [
  'dispute_id',
  'create_time',
  'update_time',
  'reason',
  'status',
  'dispute_amount',
  'dispute_life_cycle_stage',
  'dispute_channel',
  'links',
];

const summarize = (dispute: SimulatedDispute): object =>
  Object.fromEntries(Object.entries(dispute).filter(([name]) => summaryFields.includes(name)));

export function getDispute({ disputes }: SimulatorContext, id: string): SimulatorResponse {
  const dispute = disputes.get(id);
  return dispute ? { status: 200, body: dispute } : resourceNotFound();
}
