/** Customers as staff see them. Pure, safe in the browser. */
import type { WantedList } from '../kernel/wanted-list.model.ts';

export const customersPerPage = 50;

export type CustomerFilter = {
  readonly isConfirmed?: boolean | undefined;
  /** Has paid for an order. */
  readonly hasBought?: boolean | undefined;
  /** Part of a name or an email address. */
  readonly words?: string | undefined;
};
export type CustomerQuery = CustomerFilter & {
  readonly after?: string | undefined;
  readonly before?: string | undefined;
};

/** What a list asks for; unknown values count as none. */
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
