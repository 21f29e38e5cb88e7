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
    seats: 1,
  },
  {
    id: 'multiple-user',
    name: 'Multiple users',
    rights:
      'Up to {seats} named people of one company may read the report and use its figures, at any ' +
      'of its sites.',
    seats: 5,
  },
  {
    id: 'corporate-user',
    name: 'Corporate',
    rights:
      'Everyone employed by one company may read the report and use its figures, at all its sites ' +
      'worldwide.',
    seats: null,
  },
];

const numberWords = [
  ...['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'],
  ...['eleven', 'twelve'],
];
const spellNumber = (count: number): string => numberWords[count] ?? String(count);

/** The same terms with the number of readers in their sentence. */
export const spellOutRights = (terms: LicenceTerms): LicenceTerms => ({
  ...terms,
  rights: terms.rights.replace('{seats}', terms.seats === null ? 'all' : spellNumber(terms.seats)),
});

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

/** @public Pages that do not show the store's own terms yet. */
export const licenceNames: Readonly<Record<Licence, string>> = {
  'single-user': 'Single user',
  'multiple-user': 'Multiple users',
  'corporate-user': 'Corporate',
};

/** True where buyers of a licence get the editions that come later, without paying again. */
export const includesNewEditions = (licence: Licence): boolean => licences.includes(licence);

/** @public As licenceNames. */
export function describeLicence(licence: Licence, teamSeats: number): string {
  const terms = findLicenceTerms(defaultLicenceTerms, licence);
  return terms?.rights.replace('{seats}', spellNumber(teamSeats)) ?? '';
}

/** Who may read the report and where, in a few words, where licences are chosen. */
export function summarizeLicence(licence: Licence, teamSeats: number): string {
  if (licence === 'single-user') return 'One named person, at any place';
  return licence === 'multiple-user'
    ? `Up to ${spellNumber(teamSeats)} named people of one company, at any of its sites`
    : 'Everyone employed by one company, at all its sites worldwide';
}
