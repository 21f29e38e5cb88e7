import type { SimulatorContext } from './context.ts';
import type { SimulatedOrder } from './ledger.ts';
import { errorResponse, type SimulatorResponse } from './responses.ts';

const maxSpanMs = 31 * 86_400_000;

/**
 * The captures and refunds of a span of at most 31 days that are older than the account's lag, in
 * pages.
 */
export function listTransactions(
  { ledger, account }: SimulatorContext,
  query: URLSearchParams,
): SimulatorResponse {
  const from = Date.parse(query.get('start_date') ?? '');
  const to = Date.parse(query.get('end_date') ?? '');
  if (!(to - from <= maxSpanMs))
    return errorResponse(400, [
      { issue: 'INVALID_PARAMETER_VALUE', description: 'Date range is greater than 31 days' },
    ]);
  const newest = Math.min(to, ledger.now() - account.lag);
  const transactions = [...ledger.orders.values()]
    .flatMap((order) => [...representCapture(order), ...representRefunds(order)])
    .filter(({ transaction_info: { transaction_initiation_date: date } }) => {
      const time = Date.parse(date);
      return time >= from && time <= newest;
    });
  const size = Math.min(500, Number(query.get('page_size') ?? 100));
  const page = Number(query.get('page') ?? 1);
  return {
    status: 200,
    body: {
      transaction_details: transactions.slice((page - 1) * size, page * size),
      total_pages: Math.max(1, Math.ceil(transactions.length / size)),
      total_items: transactions.length,
      page,
    },
  };
}

type Transaction = {
  readonly transaction_info: { readonly transaction_initiation_date: string } & Record<
    string,
    unknown
  >;
};

function representCapture({ unit, capture, capturedAt }: SimulatedOrder): Transaction[] {
  if (!capture || capturedAt === undefined) return [];
  const info = {
    transaction_id: capture.id,
    transaction_event_code: 'T0006',
    transaction_status: capture.status === 'PENDING' ? 'P' : 'S',
    transaction_initiation_date: capturedAt,
    transaction_amount: unit.amount,
    custom_field: unit.custom_id,
    invoice_id: unit.invoice_id,
  };
  return [{ transaction_info: info }];
}

const representRefunds = ({ unit, capture, refunds = [] }: SimulatedOrder): Transaction[] =>
  refunds.flatMap(({ id, value, refundedAt }) =>
    refundedAt === undefined
      ? []
      : {
          transaction_info: {
            transaction_id: id,
            transaction_event_code: 'T1107',
            transaction_status: 'S',
            transaction_initiation_date: refundedAt,
            transaction_amount: { ...unit.amount, value: `-${value}` },
            paypal_reference_id: capture?.id,
            paypal_reference_id_type: 'TXN',
          },
        },
  );
