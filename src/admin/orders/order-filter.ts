import { readDay, readDaySpan, toInstants } from '#admin/frame/read-day.ts';
import { isDay } from '#core/kernel/time-zone.model.ts';
import { readAmount } from '#core/kernel/written-amount.model.ts';
import { orderStates, type OrderState } from '#core/orders/order-states.model.ts';
import {
  orderViews,
  type OrderFilter,
  type OrderListView,
  type OrderSort,
} from '#core/orders/staff/order-list.model.ts';
import type { SiteInfo } from '#core/store/model.ts';
import { readListAddress, type ListAddress } from '#admin/frame/list-address.ts';

const methods = ['card', 'bank'] as const;

/** The list of orders at an address; those to deliver come in the order of their days. */
export const readOrderList = (
  requestUrl: string,
  { currency }: Pick<SiteInfo, 'currency'>,
): ListAddress => {
  const isToDeliver = new URL(requestUrl).searchParams.get('view') === 'to-deliver';
  return readListAddress(requestUrl, {
    filters: {
      q: 'text',
      view: orderViews,
      state: orderStates,
      method: methods,
      from: isDay,
      until: isDay,
      paid: isDay,
      refunded: isDay,
      report: 'text',
      min: (text) => readCents(text, currency) !== undefined,
      max: (text) => readCents(text, currency) !== undefined,
    },
    sorts: ['date', 'amount', ...(isToDeliver ? ['due'] : [])],
    // What is overdue comes first.
    defaultSort: isToDeliver ? 'due' : '-date',
  });
};

const sorts: Readonly<Record<string, OrderSort>> = {
  date: 'oldest',
  '-date': 'newest',
  amount: 'lowest',
  '-amount': 'highest',
  due: 'due',
};

export const readSort = ({ sort }: ListAddress): OrderSort => sorts[sort] ?? 'newest';

/**
 * Returns the filters of the list; days are the store's, and a day or an amount that can't be read
 * narrows nothing.
 */
export function readOrderFilter(
  { filters }: ListAddress,
  { currency, timeZone }: Pick<SiteInfo, 'currency' | 'timeZone'>,
): OrderFilter {
  const placed = toInstants(readDaySpan(filters), timeZone);
  return {
    search: filters['q'],
    view: orderViews.find((view): view is OrderListView => view === filters['view']),
    state: orderStates.find((state): state is OrderState => state === filters['state']),
    method: methods.find((method) => method === filters['method']),
    placedFrom: placed.from,
    placedUntil: placed.before,
    paidFrom: readDay(filters['paid']),
    refundedFrom: readDay(filters['refunded']),
    reportCode: filters['report']?.trim(),
    minCents: readCents(filters['min'], currency),
    maxCents: readCents(filters['max'], currency),
  };
}

function readCents(text: string | undefined, currency: string): number | undefined {
  const cents = readAmount(text ?? '', currency);
  return Number.isNaN(cents) ? undefined : cents;
}
