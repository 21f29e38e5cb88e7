/** The list of reports at its address. */
import type { StaffReportQuery } from '#core/catalogue/editing/staff-list.model.ts';
import {
  checkResults,
  reportOrders,
  reportViews,
  staffReportQuerySchema,
} from '#core/catalogue/editing/staff-list.model.ts';
import { readAmount } from '#core/kernel/written-amount.model.ts';
import { readListAddress, type ListAddress } from '#admin/frame/list-address.ts';

export const readReportList = (url: string): ListAddress =>
  readListAddress(url, {
    filters: {
      view: reportViews.filter((view) => view !== 'all' && view !== 'bin'),
      words: 'text',
      state: ['draft', 'scheduled', 'published', 'withdrawn'],
      industry: 'text',
      author: 'text',
      year: 'text',
      min: 'text',
      max: 'text',
      checks: checkResults,
    },
    sorts: reportOrders,
    defaultSort: '-edited',
  });

/** What the core is asked for at this address. */
export function toReportQuery(
  { filters, sort, after, before }: ListAddress,
  currency: string,
  view?: 'bin',
): StaffReportQuery {
  const toCents = (amount = ''): number | undefined => {
    const cents = readAmount(amount, currency);
    return Number.isNaN(cents) ? undefined : cents;
  };
  const { min, max, ...known } = filters;
  return staffReportQuerySchema.parse({
    ...known,
    ...(view ? { view } : {}),
    minPriceCents: toCents(min),
    maxPriceCents: toCents(max),
    order: sort.replace(/^-/, ''),
    isDescending: sort.startsWith('-') ? '1' : '0',
    after,
    before,
  });
}
