import type {
  ListedRefund,
  ProviderTransaction,
  TransactionList,
} from '#core/orders/payment/provider.ts';
import { readBody, type CallApi } from './api-client.ts';
import {
  transactionPageSchema,
  transactionSchema,
  type TransactionInfo,
} from './response-schemas.ts';
import { z } from 'zod';

/**
 * Event codes of payments (transaction event codes, T00nn): those of its checkout have T0006, but
 * one of ours counts by our own ids, whatever its code.
 */
const paymentEventCode = /^T00\d\d$/;

/** The event code of a refund; it refers to the capture. */
const refundEventCode = 'T1107';

/** PayPal lists ten thousand transactions at most, in pages of up to five hundred. */
const pageSize = 500;
const maxPages = 40;

/**
 * How often a span that is too large for PayPal is cut in two: 31 days to three quarters of an
 * hour.
 */
const maxCuts = 10;

type Listing = {
  readonly captures: Map<string, ProviderTransaction>;
  readonly refunds: Map<string, ListedRefund>;
  readonly unreadable: string[];
  isWhole: boolean;
};

/**
 * Captures and refunds between two times, at most 31 days apart. An entry that can't be read is
 * counted and left out; `unknown` if a page is not clear.
 */
export async function listTransactions(
  callApi: CallApi,
  from: Date,
  to: Date,
): Promise<TransactionList> {
  const listing: Listing = {
    captures: new Map(),
    refunds: new Map(),
    unreadable: [],
    isWhole: true,
  };
  const failure = await listSpan(callApi, { from, to, cuts: 0 }, listing);
  if (failure !== undefined) return { kind: 'unknown', reason: failure };
  const { captures, refunds, unreadable, isWhole } = listing;
  return {
    kind: 'listed',
    captures: [...captures.values()],
    refunds: [...refunds.values()],
    unreadable,
    isWhole,
  };
}

type Span = { readonly from: Date; readonly to: Date; readonly cuts: number };

/** Adds what the span has to the listing; why it could not, if it could not. */
async function listSpan(
  callApi: CallApi,
  span: Span,
  listing: Listing,
): Promise<string | undefined> {
  let page = 1;
  for (let hasMore = true; hasMore && page <= maxPages; page++) {
    const { data, reason } = await readBody(callApi, pagePath(span, page), transactionPageSchema);
    if (!data) return isTooLarge(reason) ? cutSpan(callApi, span, listing) : reason;
    for (const entry of data.transaction_details) addEntry(listing, entry);
    hasMore =
      data.total_pages === undefined
        ? data.links.some(({ rel }) => rel === 'next')
        : page < data.total_pages;
    if (data.transaction_details.length === 0) hasMore = false;
    if (hasMore && page === maxPages) listing.isWhole = false;
  }
  return undefined;
}

const isTooLarge = (reason: string): boolean => reason.includes('RESULTSET_TOO_LARGE');

async function cutSpan(
  callApi: CallApi,
  { from, to, cuts }: Span,
  listing: Listing,
): Promise<string | undefined> {
  if (cuts === maxCuts) return 'more transactions within an hour than PayPal lists';
  const middle = new Date((from.getTime() + to.getTime()) / 2);
  return (
    (await listSpan(callApi, { from, to: middle, cuts: cuts + 1 }, listing)) ??
    (await listSpan(callApi, { from: middle, to, cuts: cuts + 1 }, listing))
  );
}

function pagePath({ from, to }: Span, page: number): string {
  const query = new URLSearchParams({
    start_date: from.toISOString(),
    end_date: to.toISOString(),
    fields: 'transaction_info',
    page_size: String(pageSize),
    page: String(page),
  });
  return `/v1/reporting/transactions?${query.toString()}`;
}

const entrySchema = z.object({ transaction_info: transactionSchema });

/** A transaction that is neither a payment nor a refund is not ours to read. */
function addEntry({ captures, refunds, unreadable }: Listing, entry: unknown): void {
  const info = entrySchema.safeParse(entry).data?.transaction_info;
  const code = info?.transaction_event_code;
  if (info && code !== undefined && !paymentEventCode.test(code) && code !== refundEventCode)
    return;
  const id = info?.transaction_id;
  if (info && id !== undefined && code === refundEventCode) {
    const { paypal_reference_id: captureId, transaction_status: status } = info;
    if (captureId === undefined) unreadable.push(id);
    else refunds.set(id, { refundId: id, captureId, status });
    return;
  }
  const capture = code === undefined || !info ? undefined : toTransaction(info);
  if (!capture) unreadable.push(id ?? 'no transaction id');
  // What we paid to others is listed with a minus.
  else if (!capture.value.startsWith('-')) captures.set(capture.captureId, capture);
}

function toTransaction(info: TransactionInfo): ProviderTransaction | undefined {
  const { transaction_id: captureId, transaction_amount: amount } = info;
  if (captureId === undefined || !amount) return undefined;
  return {
    captureId,
    customId: info.custom_field,
    invoiceId: info.invoice_id,
    value: amount.value,
    currency: amount.currency_code,
    status: info.transaction_status,
    at: info.transaction_initiation_date,
  };
}
