/**
 * The licences of a store: rows of its settings, whose terms decide what each of them does. Pure.
 */
import { spellNumber } from '../../kernel/number-words.model.ts';
import type { Cents } from '../../kernel/money.model.ts';
import type { Price, PriceName, ReportParts } from './report-input.model.ts';

/** The id of a row: "corporate-user". */
export type Licence = string;

/** The specification's licences, which every store has. */
export const specifiedLicences = ['single-user', 'multiple-user', 'corporate-user'] as const;

/** True for a licence that the JSON contract names. */
export const isSpecifiedLicence = (licence: Licence): boolean =>
  specifiedLicences.some((one) => one === licence);

export const defaultLicence: Licence = 'single-user';

/** A price that is missing is not offered. The data sheet is not sold in the checkout. */
export type Prices = ReportParts['prices'];

/** The prices of the specification's licences have names of their own, in every version. */
const specifiedPrices: Readonly<Record<Licence, PriceName>> = {
  'single-user': 'single',
  'multiple-user': 'multiple',
  'corporate-user': 'corporate',
};
const dataSheet = 'dataSheet';

/** Ids that no further licence can have: prices are called so. */
const takenIds: ReadonlySet<string> = new Set([...Object.values(specifiedPrices), 'data-sheet']);

/** True for what may be the id of a licence. */
export const isLicenceId = (text: string): boolean =>
  /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(text) && text.length <= 60 && !takenIds.has(text);

/** The name of a licence's price. */
export const getPriceName = (licence: Licence): PriceName => specifiedPrices[licence] ?? licence;

/** The licence that a price is of; undefined for the data sheet's. */
export const findPricedLicence = (name: PriceName): Licence | undefined =>
  name === dataSheet
    ? undefined
    : (specifiedLicences.find((licence) => specifiedPrices[licence] === name) ?? name);

/** The licences that have a price, which may be on request: the specification's first. */
export function listPricedLicences(prices: Prices): Licence[] {
  const names = Object.keys(prices).filter((name) => prices[name] !== undefined);
  const licences = names.flatMap((name) => findPricedLicence(name) ?? []);
  const further = licences.filter((licence) => !isSpecifiedLicence(licence)).toSorted();
  return [...specifiedLicences.filter((licence) => licences.includes(licence)), ...further];
}

/** A licence that a report is offered in. */
export type LicenceOffer = { readonly terms: LicenceTerms; readonly price: Price };

/** The store's licences in which the report is offered, in the store's order. */
export const listOffers = (prices: Prices, offered: readonly LicenceTerms[]): LicenceOffer[] =>
  offered.flatMap((terms) => {
    const price = prices[getPriceName(terms.id)];
    return price === undefined ? [] : [{ terms, price }];
  });

/** The licence that is chosen at first: the first that can be ordered; undefined without one. */
export const findDefaultLicence = (
  prices: Prices,
  offered: readonly Pick<LicenceTerms, 'id'>[],
): Licence | undefined => offered.find(({ id }) => getLicencePrice(prices, id) !== undefined)?.id;

/** True if a licence can be ordered at once. */
export const isOrderable = (prices: Prices): boolean => typeof getListPrice(prices) === 'number';

/** True if a licence has a price, which may be on request. */
export const hasLicencePrice = (prices: Prices): boolean => listPricedLicences(prices).length > 0;

/** Returns the price of a licence; undefined if it is not offered, or on request only. */
export function getLicencePrice(prices: Prices, licence: Licence): Cents | undefined {
  const price = prices[getPriceName(licence)];
  return typeof price === 'number' ? price : undefined;
}

/** The price that a list shows: the lowest, or "on request" if there is no amount. */
export function getListPrice(prices: Prices): Price | undefined {
  const all = listPricedLicences(prices).map((licence) => prices[getPriceName(licence)]);
  const amounts = all.filter((price) => typeof price === 'number');
  return amounts.length > 0 ? Math.min(...amounts) : all[0];
}

/** A licence's name and rights, as a store's settings say. */
export type LicenceTerms = {
  readonly id: Licence;
  readonly name: string;
  /** One sentence; in settings `{seats}` stands for the number of readers in words. */
  readonly rights: string;
  /** The same in a few words, if licences are chosen: who, and after a comma where. */
  readonly summary?: string | undefined;
  /** Named readers, the buyer included; null if everybody employed by the company may read. */
  readonly seats: number | null;
  /** True if buyers get the editions that come later, without paying again. */
  readonly includesNewEditions: boolean;
  /** False if it is no longer sold: orders keep it. */
  readonly isOffered: boolean;
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
    isOffered: true,
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
    isOffered: true,
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
    isOffered: true,
  },
];

/**
 * A store's licences with the specification's that it does not list, which it does not offer: as
 * settings had them when withdrawn ones were left out.
 */
export const addSpecifiedLicences = (listed: readonly LicenceTerms[]): LicenceTerms[] => [
  ...listed,
  ...defaultLicenceTerms
    .filter(({ id }) => !listed.some((one) => one.id === id))
    .map((terms) => ({ ...terms, isOffered: false })),
];

/** The prices that a report may have, each named by its licence. */
export const listPriceNames = (
  licences: readonly LicenceTerms[],
): readonly (readonly [price: PriceName, name: string])[] => [
  ...licences.map(({ id, name }) => [getPriceName(id), name] as const),
  [dataSheet, 'Data sheet'],
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

const compareSeats = (one: number | null, other: number | null): number =>
  (one ?? Infinity) === (other ?? Infinity) ? 0 : (one ?? Infinity) - (other ?? Infinity);

/** The licences for fewer readers first; of those for as many in the store's order. */
export const sortBySeats = (licences: readonly LicenceTerms[]): LicenceTerms[] =>
  licences.toSorted((one, other) => compareSeats(one.seats, other.seats));

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
  return offered.filter(({ id, seats }, at) => {
    const more = compareSeats(seats, sold.seatLimit);
    return id !== sold.licence && (more > 0 || (more === 0 && isBehind(at)));
  });
}

/** The terms of a licence; undefined if the store does not have it. */
export const findLicenceTerms = (
  all: readonly LicenceTerms[],
  licence: Licence,
): LicenceTerms | undefined => all.find(({ id }) => id === licence);

/** The licence's name and what it allows: stored in the order as its rights. */
export const buildRightsText = ({ name, rights }: LicenceTerms): string => `${name}. ${rights}`;

/** The rights of an order, without the name of the licence. */
export const removeLicenceName = (rights: string, licenceName: string): string =>
  rights.startsWith(`${licenceName}. `) ? rights.slice(licenceName.length + 2) : rights;

/** Names the licence of a list's price: "single user"; "" if there is none. */
export function describeListPrice(prices: Prices, offered: readonly LicenceTerms[]): string {
  const shown = getListPrice(prices);
  const offer = listOffers(prices, offered).find(({ price }) => price === shown);
  return offer?.terms.name.toLowerCase() ?? '';
}
