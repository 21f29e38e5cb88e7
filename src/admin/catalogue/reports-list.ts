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

/** Without a currency every price can be read. */
export const readReportList = (url: string, currency?: string): ListAddress =>
  readListAddress(url, {
    filters: {
      view: reportViews.filter((view) => view !== 'all' && view !== 'bin'),
      words: 'text',
      state: ['draft', 'scheduled', 'published', 'withdrawn'],
      industry: (slug) => isReadable({ industry: slug }),
      author: 'text',
      year: (year) => isReadable({ year }),
      min: (text) => isPrice(text, currency),
      max: (text) => isPrice(text, currency),
      checks: checkResults,
    },
    // The changes of many that were just made.
    others: ['changed'],
    sorts: reportOrders,
    defaultSort: '-edited',
  });

const isReadable = (given: Partial<Record<'industry' | 'year', string>>): boolean => {
  const read = staffReportQuerySchema.parse({ order: 'edited', isDescending: '1', ...given });
  return Object.keys(given).every((name) => read[name as 'industry' | 'year'] !== undefined);
};

const isPrice = (text: string, currency: string | undefined): boolean =>
  currency === undefined || !Number.isNaN(readAmount(text, currency));

/** Returns the query to the core for this address. */
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
