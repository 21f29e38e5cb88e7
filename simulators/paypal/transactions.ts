/** The report of transactions. Source: PayPal's OpenAPI, reporting_transactions_v1. */
import type { SimulatorContext } from './context.ts';
import type { SimulatedOrder } from './ledger.ts';
import { calculateFee } from './money.ts';
import { errorResponse, type SimulatorResponse } from './responses.ts';

const maxSpanMs = 31 * 86_400_000;
const maxPageSize = 500;

/**
 * The captures and refunds of a span of at most 31 days that are older than the account's lag, in
 * pages. A span with more of them than the account lists is refused.
 */
export function listTransactions(
  { ledger, account, origin, plantedTransactions }: SimulatorContext,
  query: URLSearchParams,
): SimulatorResponse {
  const [start, end] = [query.get('start_date') ?? '', query.get('end_date') ?? ''];
  const [from, to] = [Date.parse(start), Date.parse(end)];
  const size = Number(query.get('page_size') ?? 100);
  const page = Number(query.get('page') ?? 1);
  if (!(to - from <= maxSpanMs) || !(size >= 1 && size <= maxPageSize) || !(page >= 1))
    return errorResponse(400, [
      { issue: 'INVALID_PARAMETER_VALUE', description: 'Date range is greater than 31 days' },
    ]);
  const newest = Math.min(to, ledger.now() - account.lag);
  const transactions = [
    ...[...ledger.orders.values()].flatMap((order) => [
      ...representCapture(order),
      ...representRefunds(order),
    ]),
    ...plantedTransactions,
  ].filter((transaction) => isBetween(transaction, from, newest));
  if (transactions.length > account.listedTransactions)
    return errorResponse(400, [
      {
        issue: 'RESULTSET_TOO_LARGE',
        description: 'Result set size is greater than the maximum limit.',
      },
    ]);
  const details = transactions.slice((page - 1) * size, page * size);
  const totalPages = Math.max(1, Math.ceil(transactions.length / size));
  const link = (rel: string, number: number) => {
    const target = new URLSearchParams(query);
    target.set('page', String(number));
    return { href: `${origin}/v1/reporting/transactions?${target}`, rel, method: 'GET' };
  };
  const next = page < totalPages ? [link('next', page + 1)] : [];
  return {
    status: 200,
    body: {
      ...(details.length > 0 ? { transaction_details: details } : {}),
      account_number: 'LCALSELLER234',
      start_date: start,
      end_date: end,
      last_refreshed_datetime: new Date(newest).toISOString(),
      page,
      total_items: transactions.length,
      total_pages: totalPages,
      links: [link('self', page), ...next, link('last', totalPages)],
    },
  };
}

/** Tells if a transaction is of this time; a planted one without a date always is. */
function isBetween(transaction: Transaction, from: number, to: number): boolean {
  const { transaction_initiation_date: date } = transaction.transaction_info ?? {};
  if (typeof date !== 'string') return true;
  const time = Date.parse(date);
  return time >= from && time <= to;
}

/** Each field may be missing. */
export type Transaction = { readonly transaction_info?: Readonly<Record<string, unknown>> };

function representCapture({ unit, capture, capturedAt }: SimulatedOrder): Transaction[] {
  if (!capture || capturedAt === undefined) return [];
  const { amount, custom_id, invoice_id } = unit;
  const fee = calculateFee(amount);
  const info = {
    paypal_account_id: 'LCALPAYER2345',
    transaction_id: capture.id,
    transaction_event_code: 'T0006',
    transaction_initiation_date: capturedAt,
    transaction_updated_date: capturedAt,
    transaction_amount: amount,
    fee_amount: { ...fee, value: `-${fee.value}` },
    transaction_status: capture.status === 'PENDING' ? 'P' : 'S',
    ...(custom_id === undefined ? {} : { custom_field: custom_id }),
    ...(invoice_id === undefined ? {} : { invoice_id }),
    protection_eligibility: '01',
  };
  return [{ transaction_info: info }];
}

const representRefunds = ({ unit, capture, refunds = [] }: SimulatedOrder): Transaction[] =>
  refunds.flatMap(({ id, value, refundedAt, status, custom_id }) =>
    refundedAt === undefined
      ? []
      : {
          transaction_info: {
            paypal_account_id: 'LCALPAYER2345',
            transaction_id: id,
            paypal_reference_id: capture?.id,
            paypal_reference_id_type: 'TXN',
            transaction_event_code: 'T1107',
            transaction_initiation_date: refundedAt,
            transaction_updated_date: refundedAt,
            transaction_amount: { ...unit.amount, value: `-${value}` },
            transaction_status: { COMPLETED: 'S', PENDING: 'P' }[status] ?? 'D',
            ...((custom_id ?? unit.custom_id) === undefined
              ? {}
              : { custom_field: custom_id ?? unit.custom_id }),
            ...(unit.invoice_id === undefined ? {} : { invoice_id: unit.invoice_id }),
          },
        },
  );
