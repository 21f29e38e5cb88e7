/**
 * The standard rates of VAT in the EU, as the European Commission's database TEDB lists them for
 * electronically supplied services. A store's settings may have others, and newer ones.
 */
const source = 'https://ec.europa.eu/taxation_customs/tedb/';

/** `from` is the day of the newest change if it is recent, else the day of this table. */
const standardRates = {
  AT: [20],
  BE: [21],
  BG: [20],
  CY: [19],
  CZ: [21],
  DE: [19],
  DK: [25],
  EE: [24, '2025-07-01'],
  ES: [21],
  FI: [25.5, '2024-09-01'],
  FR: [20],
  GR: [24],
  HR: [25],
  HU: [27],
  IE: [23],
  IT: [22],
  LT: [21],
  LU: [17],
  LV: [21],
  MT: [18],
  NL: [21],
  PL: [23],
  PT: [23],
  RO: [21, '2025-08-01'],
  SE: [25],
  SI: [22],
  SK: [23, '2025-01-01'],
} as const satisfies Readonly<Record<string, readonly [percent: number, from?: string]>>;

/** The members of the EU, by ISO 3166. */
export const euCountries: ReadonlySet<string> = new Set(Object.keys(standardRates));

const tableDate = '2024-01-01';

/** The standard rates of parts of a country, as vat-territories.model.ts names them. */
const regionalRates = { 'PT-20': [16], 'PT-30': [22], 'AT-JM': [19] } as const;

type StandardRate = readonly [percent: number, from?: string];

export const euVatRates = Object.entries<StandardRate>({ ...standardRates, ...regionalRates }).map(
  ([country, [percent, from]]) => ({ country, percent, from: from ?? tableDate, source }),
);
