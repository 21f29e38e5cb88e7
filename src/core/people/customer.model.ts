/** Customers as staff see them. Pure, safe in the browser. */

export const customersPerPage = 50;

export type CustomerFilter = {
  readonly isConfirmed?: boolean | undefined;
  /** Has paid for an order. */
  readonly hasBought?: boolean | undefined;
  /** Part of a name or an email address. */
  readonly words?: string | undefined;
};
export type CustomerQuery = CustomerFilter & { readonly cursor?: string | undefined };

/** What a list asks for, read from an address: unknown values count as none. */
export function parseCustomerQuery(params: URLSearchParams): CustomerQuery {
  const readChoice = (name: string): boolean | undefined => {
    const value = params.get(name);
    if (value === 'yes') return true;
    return value === 'no' ? false : undefined;
  };
  return {
    isConfirmed: readChoice('confirmed'),
    hasBought: readChoice('bought'),
    words: params.get('q')?.trim().slice(0, 200) || undefined,
    cursor: params.get('cursor') ?? undefined,
  };
}
