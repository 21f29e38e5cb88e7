import type { Cents } from '../kernel/money.model.ts';
import type { Price, PriceName } from './report-input.model.ts';

/** In the order in which they are offered; each has more users than the one before. */
export const licences = ['single-user', 'multiple-user', 'corporate-user'] as const;
export type Licence = (typeof licences)[number];

export const defaultLicence: Licence = 'single-user';

export const isLicence = (text: unknown): text is Licence =>
  licences.some((licence) => licence === text);

/** A price that is missing is not offered. The data sheet is not sold in the checkout. */
export type Prices = Readonly<Partial<Record<PriceName, Price>>>;

const priceNames = {
  'single-user': 'single',
  'multiple-user': 'multiple',
  'corporate-user': 'corporate',
} as const satisfies Record<Licence, PriceName>;

export type Offer = { readonly licence: Licence; readonly price: Price };

/** The licences that are offered, in their order. */
export const listOffers = (prices: Prices): Offer[] =>
  licences.flatMap((licence) => {
    const price = prices[priceNames[licence]];
    return price === undefined ? [] : [{ licence, price }];
  });

/** What a licence costs; undefined where it is not offered, or on request only. */
export function getLicencePrice(prices: Prices, licence: Licence): Cents | undefined {
  const price = prices[priceNames[licence]];
  return typeof price === 'number' ? price : undefined;
}

/** The licence that is chosen at first: the smallest that can be ordered; undefined without one. */
export const findDefaultLicence = (prices: Prices): Licence | undefined =>
  licences.find((licence) => getLicencePrice(prices, licence) !== undefined);

/** The price that a list shows: of the smallest licence that is offered. */
export const getListPrice = (prices: Prices): Price | undefined => {
  const licence = findDefaultLicence(prices);
  return licence ? getLicencePrice(prices, licence) : listOffers(prices)[0]?.price;
};

export const licenceNames: Readonly<Record<Licence, string>> = {
  'single-user': 'Single user',
  'multiple-user': 'Multiple users',
  'corporate-user': 'Corporate',
};

/** True where buyers of a licence get the editions that come later, without paying again. */
export const includesNewEditions = (licence: Licence): boolean => licences.includes(licence);

/** Users of a multiple-user licence, the buyer included, unless the store's settings differ. */
export const defaultTeamSeats = 5;
const numberWords = [
  'zero',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
];
const spellNumber = (count: number): string => numberWords[count] ?? String(count);

/** What a licence allows, in one sentence; `teamSeats` is the number of multiple users. */
export function describeLicence(licence: Licence, teamSeats: number): string {
  if (licence === 'single-user')
    return (
      'One named person may read the report and use its figures in their own work, ' +
      'at any place.'
    );
  if (licence === 'multiple-user')
    return (
      `Up to ${spellNumber(teamSeats)} named people of one company may read the report ` +
      'and use its figures, at any of its sites.'
    );
  return (
    'Everyone employed by one company may read the report and use its figures, ' +
    'at all its sites worldwide.'
  );
}

/** Who may read the report and where, in a few words, where licences are chosen. */
export function summarizeLicence(licence: Licence, teamSeats: number): string {
  if (licence === 'single-user') return 'One named person, at any place';
  return licence === 'multiple-user'
    ? `Up to ${spellNumber(teamSeats)} named people of one company, at any of its sites`
    : 'Everyone employed by one company, at all its sites worldwide';
}

/** The licence's name and what it allows: stored in the order as its rights. */
export const buildRightsText = (licence: Licence, teamSeats: number): string =>
  `${licenceNames[licence]}. ${describeLicence(licence, teamSeats)}`;

/** What an order's rights say, without the name of the licence. */
export const removeLicenceName = (rights: string): string => rights.slice(rights.indexOf('. ') + 2);

/** The number of named users of a licence; null where every employee is one. */
export function getSeatCount(licence: Licence, teamSeats: number): number | null {
  if (licence === 'single-user') return 1;
  return licence === 'multiple-user' ? teamSeats : null;
}

/** What the price of a list is for: "single user"; "" where there is none. */
export const describeListPrice = (prices: Prices): string => {
  const licence = findDefaultLicence(prices) ?? listOffers(prices)[0]?.licence;
  return licence ? licenceNames[licence].toLowerCase() : '';
};
