/**
 * Whose VAT applies at an address: the parts of countries that their country's VAT does not reach,
 * countries that share another's VAT, and parts with a rate of their own.
 *
 * Source: Council Directive 2006/112/EC, Articles 5 to 7, 104 and 105, as last changed by Directive
 * (EU) 2025/516 (https://eur-lex.europa.eu/eli/dir/2006/112), with the territories' postal codes as
 * their posts publish them. Read on 2026-11-28; docs/running.md says how to keep it up to date.
 */

/** Where somebody is, as they wrote it. */
export type Place = {
  /** By ISO 3166. */
  readonly countryCode: string;
  readonly postalCode?: string | undefined;
  readonly city?: string | undefined;
};

/** Whose VAT applies at a place. */
export type VatTerritory = {
  /** The country by ISO 3166; null for a part of one whose VAT does not reach there. */
  readonly country: string | null;
  /** A part of the country with a rate of its own, as the store's rates name it. */
  readonly region?: string;
};

type Rule = VatTerritory & {
  readonly name: string;
  /** The countries that people choose for it. */
  readonly of: readonly string[];
  /** Postal codes without spaces and country letters; none if the country alone says it. */
  readonly postalCodes?: RegExp;
  /** Where its postal codes are those of other towns, too: what the city is called. */
  readonly city?: RegExp;
};

/** Outside their country's VAT, or within another's; the first that fits counts. */
const rules: readonly Rule[] = [
  // Article 6(1): within the customs territory, outside the VAT.
  { name: 'Mount Athos', of: ['GR'], postalCodes: /^6308[67]$/, country: null },
  { name: 'Canary Islands', of: ['ES'], postalCodes: /^(35|38)\d{3}$/, country: null },
  // Guadeloupe, Martinique, French Guiana, Réunion, Mayotte; beyond it Saint Pierre and Miquelon,
  // Saint Barthélemy, Saint Martin, and the territories of the Pacific and the south.
  { name: 'French overseas', of: ['FR'], postalCodes: /^(97[1-8]|98[4-9])\d{2}$/, country: null },
  { name: 'Åland Islands', of: ['FI'], postalCodes: /^22\d{3}$/, country: null },
  { name: 'Campione d’Italia', of: ['IT', 'CH'], postalCodes: /^(22061|6911)$/, country: null },
  {
    name: 'Campione d’Italia, former code',
    of: ['IT'],
    postalCodes: /^22060$/,
    city: /campione/i,
    country: null,
  },
  // Article 6(2): outside both.
  { name: 'Heligoland', of: ['DE'], postalCodes: /^27498$/, country: null },
  // Within Switzerland's by its VAT Act, Article 3(a), as Liechtenstein is.
  { name: 'Büsingen', of: ['DE', 'CH'], postalCodes: /^(78266|8238)$/, country: 'CH' },
  { name: 'Ceuta', of: ['ES'], postalCodes: /^51\d{3}$/, country: null },
  { name: 'Melilla', of: ['ES'], postalCodes: /^52\d{3}$/, country: null },
  { name: 'Livigno', of: ['IT'], postalCodes: /^23041$/, country: null },
  {
    name: 'Livigno, former code',
    of: ['IT'],
    postalCodes: /^23030$/,
    city: /livigno/i,
    country: null,
  },
  // Article 7: treated as parts of the countries that they have a convention with.
  { name: 'Monaco', of: ['MC'], country: 'FR' },
  { name: 'Monaco', of: ['FR'], postalCodes: /^980\d{2}$/, country: 'FR' },
  { name: 'Isle of Man', of: ['IM'], country: 'GB' },
  { name: 'Isle of Man', of: ['GB'], postalCodes: /^IM\d/, country: 'GB' },
  {
    name: 'Akrotiri and Dhekelia',
    of: ['GB', 'CY'],
    postalCodes: /^(BFPO5[378]|BF12A[TU])$/,
    country: 'CY',
  },
  // The seller's own side of it: parts of Britain, Norway and Denmark beyond their VAT. Northern
  // Ireland is in the EU's VAT for goods alone (Windsor Framework, Article 8); these are services.
  { name: 'Channel Islands', of: ['GB'], postalCodes: /^(JE|GY)\d/, country: null },
  { name: 'Gibraltar', of: ['GB'], postalCodes: /^GX11/, country: null },
  { name: 'Svalbard and Jan Mayen', of: ['NO'], postalCodes: /^(917\d|8099)$/, country: null },
  { name: 'Greenland', of: ['DK'], postalCodes: /^39\d{2}$/, country: null },
  { name: 'Faroe Islands', of: ['DK'], postalCodes: /^\d{3}$/, country: null },
  { name: 'Liechtenstein', of: ['LI'], country: 'CH' },
  // Articles 104 and 105: standard rates of their own.
  { name: 'Azores', of: ['PT'], postalCodes: /^9[5-9]\d{2}/, country: 'PT', region: 'PT-20' },
  { name: 'Madeira', of: ['PT'], postalCodes: /^9[0-4]\d{2}/, country: 'PT', region: 'PT-30' },
  {
    name: 'Jungholz and Mittelberg',
    of: ['AT'],
    postalCodes: /^(6691|699[1-3])$/,
    country: 'AT',
    region: 'AT-JM',
  },
  {
    name: 'Jungholz and Mittelberg, by the German post',
    of: ['DE'],
    postalCodes: /^(87491|8756[789])$/,
    country: 'AT',
    region: 'AT-JM',
  },
];

/** "E-35 001" is 35001, "IM1 1AA" stays what it is. */
function cleanPostalCode(countryCode: string, postalCode: string): string {
  const compact = postalCode
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, '');
  return countryCode === 'GB' ? compact : compact.replace(/^[A-Z]{1,3}(?=\d)/, '');
}

/** Whose VAT applies at a place. */
export function findVatTerritory({ countryCode, postalCode = '', city = '' }: Place): VatTerritory {
  const code = cleanPostalCode(countryCode, postalCode);
  const rule = rules.find(
    ({ of, postalCodes, city: cityName }) =>
      of.includes(countryCode) &&
      (postalCodes?.test(code) ?? true) &&
      (cityName?.test(city) ?? true),
  );
  if (!rule) return { country: countryCode };
  const { country, region } = rule;
  return region === undefined ? { country } : { country, region };
}
