import type { Cents } from '../kernel/money.model.ts';

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
export function getLicencePrice(prices: Prices, licence: Licence): Cents {
  if (licence === 'single-user') return prices.single;
  return licence === 'multiple-user' ? prices.multiple : prices.corporate;
}

export const licenceNames: Readonly<Record<Licence, string>> = {
  'single-user': 'Single user',
  'multiple-user': 'Multiple users',
  'corporate-user': 'Corporate',
};

/** Readers of a multiple-user licence, the buyer among them, where staff set no other number. */
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

/** What a licence allows, in one plain sentence; `teamSeats` is the publisher's setting for multiple users. */
export function describeLicence(licence: Licence, teamSeats: number): string {
  if (licence === 'single-user')
    return 'One named person may read the report and use its figures in his or her own work, at any place.';
  if (licence === 'multiple-user')
    return `Up to ${spellNumber(teamSeats)} named people of one company may read the report and use its figures, at any of its sites.`;
  return 'Everyone employed by one company may read the report and use its figures, at all its sites worldwide.';
}

/** Name and sentence together, frozen into the order as its rights. */
export const buildRightsText = (licence: Licence, teamSeats: number): string =>
  `${licenceNames[licence]}. ${describeLicence(licence, teamSeats)}`;

/** The sentence of an order's rights, without the licence's name in front. */
export const removeLicenceName = (rights: string): string => rights.slice(rights.indexOf('. ') + 2);

/** How many named readers a licence has: one, the team's, or null for everybody employed. */
export const getSeatCount = (licence: Licence, teamSeats: number): number | null =>
  licence === 'single-user' ? 1 : licence === 'multiple-user' ? teamSeats : null;
