import type { Cents } from '../kernel/money.model.ts';

/** In the order in which they are offered; each has more users than the one before. */
export const licences = ['single-user', 'multiple-user', 'corporate-user'] as const;
export type Licence = (typeof licences)[number];

export const defaultLicence: Licence = 'single-user';

export const isLicence = (text: unknown): text is Licence =>
  licences.some((licence) => licence === text);

export type Prices = {
  readonly single: Cents;
  readonly multiple: Cents;
  readonly corporate: Cents;
  /** The Excel data sheet alone: shown beside the licences, but not sold in the checkout. */
  readonly dataSheet: Cents;
};

/** The price of one licence. */
export function getLicencePrice(prices: Prices, licence: Licence): Cents {
  if (licence === 'single-user') return prices.single;
  return licence === 'multiple-user' ? prices.multiple : prices.corporate;
}

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
  },
  {
    id: 'multiple-user',
    name: 'Multiple users',
    rights:
      'Up to {seats} named people of one company may read the report and use its figures, at any ' +
      'of its sites.',
    summary: 'Up to {seats} named people of one company, at any of its sites',
    seats: 5,
  },
  {
    id: 'corporate-user',
    name: 'Corporate',
    rights:
      'Everyone employed by one company may read the report and use its figures, at all its sites ' +
      'worldwide.',
    summary: 'Everyone employed by one company, at all its sites worldwide',
    seats: null,
  },
];

const numberWords = [
  ...['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'],
  ...['eleven', 'twelve'],
];
const spellNumber = (count: number): string => numberWords[count] ?? String(count);

/** The same terms with the number of readers in their sentences. */
export function spellOutRights(terms: LicenceTerms): LicenceTerms {
  const seats = terms.seats === null ? 'all' : spellNumber(terms.seats);
  return {
    ...terms,
    rights: terms.rights.replace('{seats}', seats),
    summary: terms.summary?.replace('{seats}', seats),
  };
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

/** True where buyers of a licence get the editions that come later, without paying again. */
export const includesNewEditions = (licence: Licence): boolean => licences.includes(licence);
