/** Places that take an article within a sentence. */
const withArticle =
  /^(European Union|United|Netherlands|Philippines|Bahamas|Gambia|Maldives|Czech Republic|Dominican Republic|British Virgin Islands|Cayman Islands|Democratic Republic|Central African|Faroe|Solomon|Marshall)/;

/** A place as it appears within a sentence: "the United States". */
export function namePlace(name: string): string {
  const places = name.replace(' and United Kingdom', ' and the United Kingdom');
  return withArticle.test(places) ? `the ${places}` : places;
}

/**
 * Countries and territories with fewer than a million inhabitants (World Bank, SP.POP.TOTL, 2023),
 * as far as they lead a ranking per head or as a share: there one hotel, bank or data centre moves
 * the rank.
 */
const smallPlaces = new Set([
  'Andorra',
  'Antigua and Barbuda',
  'Aruba',
  'Bahamas',
  'Barbados',
  'Belize',
  'Bermuda',
  'Bhutan',
  'British Virgin Islands',
  'Brunei',
  'Cabo Verde',
  'Cayman Islands',
  'Comoros',
  'Curaçao',
  'Dominica',
  'Faroe Islands',
  'Fiji',
  'French Polynesia',
  'Gibraltar',
  'Greenland',
  'Grenada',
  'Guam',
  'Guyana',
  'Iceland',
  'Isle of Man',
  'Kiribati',
  'Liechtenstein',
  'Luxembourg',
  'Macao',
  'Maldives',
  'Malta',
  'Marshall Islands',
  'Micronesia',
  'Monaco',
  'Montenegro',
  'Nauru',
  'New Caledonia',
  'Palau',
  'Samoa',
  'San Marino',
  'Seychelles',
  'Sint Maarten (Dutch part)',
  'Solomon Islands',
  'St. Kitts and Nevis',
  'St. Lucia',
  'St. Vincent and the Grenadines',
  'Suriname',
  'São Tomé and Príncipe',
  'Tonga',
  'Turks and Caicos Islands',
  'Tuvalu',
  'Vanuatu',
]);

export const isSmallPlace = (name: string): boolean => smallPlaces.has(name);
