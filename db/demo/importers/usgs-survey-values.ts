import type { Measure } from '#core/catalogue/figures/figures.model.ts';

type ColumnUnit = { readonly unit: string; readonly measure: Measure };

/** The end of a column's name and its unit; the order matters, longer ones first. */
const suffixes: readonly (readonly [suffix: string, unit: string, measure: Measure])[] = [
  ['_ctslb', 'US cents per pound', 'price'],
  ['_dtoz', 'USD per troy ounce', 'price'],
  ['_dto', 'USD per troy ounce', 'price'],
  ['_dkg', 'USD per kilogram', 'price'],
  ['_dlb', 'USD per pound', 'price'],
  ['_dst', 'USD per short ton', 'price'],
  ['_dmtu', 'USD per dry tonne unit', 'price'],
  ['_dt', 'USD per tonne', 'price'],
  ['_pct', '% of apparent consumption', 'share'],
  ['_mmt', 'million tonnes', 'volume'],
  ['_mcm', 'million cubic metres', 'volume'],
  ['_kt', 'thousand tonnes', 'volume'],
  ['_kg', 'kilograms', 'volume'],
  ['_t', 'tonnes', 'volume'],
  ['_mt', 'million tonnes', 'volume'],
];

/** The unit of a column by the end of its name; undefined if the end is not known. */
export function findColumnUnit(column: string): ColumnUnit | undefined {
  const entry = suffixes.find(([suffix]) => column.endsWith(suffix));
  return entry && { unit: entry[1], measure: entry[2] };
}

/**
 * A number as the Survey writes it ("8,260", "e20,000"); undefined for W (withheld), NA, E, ">75"
 * and words.
 */
export function parseSurveyNumber(text: string): number | undefined {
  return /^e?-?[\d,]*\.?\d+$/.test(text.trim())
    ? Number(text.trim().replace(/^e/, '').replaceAll(',', ''))
    : undefined;
}
