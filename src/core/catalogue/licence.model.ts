import type { Cents } from '../kernel/cents.ts';

/** The three licences, in the order in which they are offered. The first is the default everywhere. */
export const licences = ['single-user', 'multiple-user', 'corporate-user'] as const;
export type Licence = (typeof licences)[number];

export const defaultLicence: Licence = 'single-user';

export const isLicence = (text: unknown): text is Licence =>
  licences.some((licence) => licence === text);

export type Prices = {
  readonly single: Cents;
  readonly multiple: Cents;
  readonly corporate: Cents;
  /** The Excel data sheet alone; shown beside the licences, not sold through the checkout. */
  readonly dataSheet: Cents;
};

/** The price of one licence. */
export function priceOf(prices: Prices, licence: Licence): Cents {
  if (licence === 'single-user') return prices.single;
  return licence === 'multiple-user' ? prices.multiple : prices.corporate;
}

/** What each licence is called and what it allows, in one plain sentence; frozen into the order as `rights`. */
export const rights: Readonly<Record<Licence, { readonly name: string; readonly allows: string }>> = {
  'single-user': {
    name: 'Single user',
    allows: 'One named person may read the report and use its figures in his or her own work, at any place.',
  },
  'multiple-user': {
    name: 'Multiple users',
    allows: 'Up to five named people of one company may read the report and use its figures, at any of its sites.',
  },
  'corporate-user': {
    name: 'Corporate',
    allows: 'Everyone employed by one company may read the report and use its figures, at all its sites worldwide.',
  },
};
