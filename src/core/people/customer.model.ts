/** Customers as staff see them. Pure, safe in the browser. */
import type { WantedList, WantedPage } from '../kernel/wanted-list.model.ts';

export type CustomerFilter = {
  readonly isConfirmed?: boolean | undefined;
  /** Has paid for an order. */
  readonly hasBought?: boolean | undefined;
  /** Part of a name or an email address. */
  readonly words?: string | undefined;
};
export type CustomerQuery = CustomerFilter & WantedPage;

/** The query of a list; unknown values count as none. */
export function parseCustomerQuery({ filters, after, before }: WantedList): CustomerQuery {
  const readChoice = (name: string): boolean | undefined => {
    const value = filters[name];
    if (value === 'yes') return true;
    return value === 'no' ? false : undefined;
  };
  return {
    isConfirmed: readChoice('confirmed'),
    hasBought: readChoice('bought'),
    words: filters['q'],
    after,
    before,
  };
}
