import { spellNumber } from '../kernel/number-words.model.ts';
import type { Cents } from '../kernel/money.model.ts';
import type { Price, PriceName } from './report-input.model.ts';

/** The specification's licences: each store has them, and offers those that its settings list. */
export const licences = ['single-user', 'multiple-user', 'corporate-user'] as const;
export type Licence = (typeof licences)[number];

export const defaultLicence: Licence = 'single-user';

export const isLicence = (text: unknown): text is Licence =>
  licences.some((licence) => licence === text);

/** A price that is missing is not offered. The data sheet is not sold in the checkout. */
export type Prices = Readonly<Partial<Record<PriceName, Price>>>;

/** The price of each licence. */
export const priceNames = {
  'single-user': 'single',
  'multiple-user': 'multiple',
  'corporate-user': 'corporate',
} as const satisfies Record<Licence, PriceName>;

/** A licence that a report is offered in. */
export type LicenceOffer = { readonly terms: LicenceTerms; readonly price: Price };

/** The store's licences in which the report is offered, in the store's order. */
export const listOffers = (prices: Prices, offered: readonly LicenceTerms[]): LicenceOffer[] =>
  offered.flatMap((terms) => {
    const price = prices[priceNames[terms.id]];
    return price === undefined ? [] : [{ terms, price }];
  });

/** The licence that is chosen at first: the smallest that can be ordered; undefined without one. */
export const findDefaultLicence = (
  prices: Prices,
  offered: readonly Pick<LicenceTerms, 'id'>[] = licences.map((id) => ({ id })),
): Licence | undefined => offered.find(({ id }) => getLicencePrice(prices, id) !== undefined)?.id;

/** True where a licence has a price, which may be on request. */
export const hasLicencePrice = (prices: Prices): boolean =>
  Object.entries(prices).some(([name, price]) => name !== 'dataSheet' && price !== undefined);

/** What a licence costs; undefined where it is not offered, or on request only. */
export function getLicencePrice(prices: Prices, licence: Licence): Cents | undefined {
  const price = prices[priceNames[licence]];
  return typeof price === 'number' ? price : undefined;
}

/** The price that a list shows: of the smallest licence that is offered. */
export const getListPrice = (prices: Prices): Price | undefined => {
  const licence = findDefaultLicence(prices);
  if (licence) return getLicencePrice(prices, licence);
  return licences.map((id) => prices[priceNames[id]]).find((price) => price !== undefined);
};

/** What a licence is called and allows, as a store's settings say. */
export type LicenceTerms = {
  readonly id: Licence;
  readonly name: string;
  /** One sentence; in settings `{seats}` stands for the number of readers in words. */
  readonly rights: string;
  /** The same in a few words, where licences are chosen: who, and after a comma where. */
  readonly summary?: string | undefined;
  /** Named readers, the buyer included; null where everybody employed by the company may read. */
  readonly seats: number | null;
  /** True where buyers get the editions that come later, without paying again. */
  readonly includesNewEditions: boolean;
};

/** The specification's three licences. */
export const defaultLicenceTerms: readonly LicenceTerms[] = [
  {
    id: 'single-user',
    name: 'Single user',
    rights:
      'One named person may read the report and use its figures in their own work, at any place.',
    summary: 'One named person, at any place',
    seats: 1,
    includesNewEditions: true,
  },
  {
    id: 'multiple-user',
    name: 'Multiple users',
    rights:
      'Up to {seats} named people of one company may read the report and use its figures, at any ' +
      'of its sites.',
    summary: 'Up to {seats} named people of one company, at any of its sites',
    seats: 5,
    includesNewEditions: true,
  },
  {
    id: 'corporate-user',
    name: 'Corporate',
    rights:
      'Everyone employed by one company may read the report and use its figures, at all its sites ' +
      'worldwide.',
    summary: 'Everyone employed by one company, at all its sites worldwide',
    seats: null,
    includesNewEditions: true,
  },
];

/** Each licence and what the store calls it; where it is not offered, what it is called at first. */
export const listLicenceNames = (
  offered: readonly LicenceTerms[],
): readonly (readonly [id: Licence, name: string])[] =>
  defaultLicenceTerms.map(({ id, name }) => [
    id,
    offered.find((terms) => terms.id === id)?.name ?? name,
  ]);

/** The prices that a report may have, each named by its licence as `listLicenceNames` has it. */
export const listPriceNames = (
  offered: readonly LicenceTerms[],
): readonly (readonly [price: PriceName, name: string])[] => [
  ...listLicenceNames(offered).map(([id, name]) => [priceNames[id], name] as const),
  ['dataSheet', 'Data sheet'],
];

/** The same terms with the number of readers in their sentences. */
export function spellOutRights(terms: LicenceTerms): LicenceTerms {
  const seats = terms.seats === null ? 'all' : spellNumber(terms.seats);
  return {
    ...terms,
    rights: terms.rights.replace('{seats}', seats),
    summary: terms.summary?.replace('{seats}', seats),
  };
}

const hasMoreSeats = (one: number | null, other: number | null): boolean =>
  other !== null && (one === null || one > other);

/**
 * The offered licences that are larger than one that was sold, in the store's order: those for more
 * readers than it had, and of those for as many the ones behind it.
 */
export function listLargerLicences(
  offered: readonly LicenceTerms[],
  sold: { readonly licence: Licence; readonly seatLimit: number | null },
): LicenceTerms[] {
  const place = offered.findIndex(({ id }) => id === sold.licence);
  const isBehind = (at: number): boolean => place >= 0 && at > place;
  return offered.filter(
    ({ id, seats }, at) =>
      id !== sold.licence &&
      (hasMoreSeats(seats, sold.seatLimit) || (seats === sold.seatLimit && isBehind(at))),
  );
}

/** The terms of a licence; undefined where the store does not offer it. */
export const findLicenceTerms = (
  all: readonly LicenceTerms[],
  licence: Licence,
): LicenceTerms | undefined => all.find(({ id }) => id === licence);

/** The licence's name and what it allows: stored in the order as its rights. */
export const buildRightsText = ({ name, rights }: LicenceTerms): string => `${name}. ${rights}`;

/** What an order's rights say, without the name of the licence. */
export const removeLicenceName = (rights: string, licenceName: string): string =>
  rights.startsWith(`${licenceName}. `) ? rights.slice(licenceName.length + 2) : rights;

/** What the price of a list is for: "single user"; "" where there is none. */
export const describeListPrice = (prices: Prices, offered: readonly LicenceTerms[]): string => {
  const licence =
    findDefaultLicence(prices) ?? licences.find((id) => prices[priceNames[id]] !== undefined);
  const terms = licence && findLicenceTerms(offered, licence);
  return terms?.name.toLowerCase() ?? '';
};
