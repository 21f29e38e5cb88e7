import type { Ranking, Series } from '#core/catalogue/figures.model.ts';
import {
  figuresKey,
  toPoints,
  readCsv,
  roundSignificant,
  pickLargest,
  type FiguresImporter,
} from './importer.ts';

type Column = 'Total Spending' | 'Total Claims' | 'Total Beneficiaries';
type Line = { 'Brand Name': string; Year: string; 'Generic Name': string } & Record<Column, string>;

const years = [2013, 2014, 2015, 2016, 2017];
/**
 * Brands that were sold in all years but that this copy lists in one only. The yearly sums leave
 * them out, because they would jump in that year.
 */
const incompleteBrands = new Set(['Enbrel Sureclick']);

/** Gross Medicare Part D spending on one active ingredient, all its brands together. */
export function createCmsImporter(folder: string): FiguresImporter {
  const allLines = readCsv<Line>(folder, 'pharma_cms/medicare_part_d_brand_2013_2017.csv');
  return (subject) => {
    const lines = allLines.filter((line) => line['Generic Name'] === subject.key);
    const brands = listBrands(lines);
    return {
      key: figuresKey(subject),
      series: buildYearlySeries(lines, brands.length === 1),
      rankings: brands.length < 2 ? [] : [buildBrandRanking(lines, brands)],
    };
  };
}

const listBrands = (lines: readonly Line[]): string[] => [
  ...new Set(lines.map((line) => line['Brand Name'])),
];

const sumColumn = (lines: readonly Line[], column: Column, year: number): number =>
  lines
    .filter(({ Year }) => Number(Year) === year)
    .reduce((total, line) => total + (Number(line[column]) || 0), 0);

/**
 * Spending, claims and spending per claim. Beneficiaries only for a single brand: one person may
 * use several brands, so a sum over brands is no number of people.
 */
function buildYearlySeries(lines: readonly Line[], isSingleBrand: boolean): Series[] {
  const complete = lines.filter((line) => !incompleteBrands.has(line['Brand Name']));
  const leftOut = listBrands(lines.filter((line) => !complete.includes(line)));
  const spending = (year: number): number => sumColumn(complete, 'Total Spending', year);
  const claims = (year: number): number => sumColumn(complete, 'Total Claims', year);
  const beneficiaries = (year: number): number => sumColumn(complete, 'Total Beneficiaries', year);
  return [
    buildSeries(seriesHeads.spending, (year) => spending(year) / 1e6, leftOut),
    buildSeries(seriesHeads.claims, claims, leftOut),
    buildSeries(
      seriesHeads.spendingPerClaim,
      (year) => roundSignificant(spending(year) / claims(year)),
      leftOut,
    ),
    ...(isSingleBrand ? [buildSeries(seriesHeads.beneficiaries, beneficiaries, leftOut)] : []),
  ];
}

type SeriesHead = Pick<Series, 'id' | 'label' | 'measure' | 'unit' | 'note'>;

const seriesHeads = {
  spending: {
    id: 'spending',
    label: 'Medicare Part D gross spending',
    measure: 'value',
    unit: 'USD million',
  },
  claims: { id: 'claims', label: 'Claims', measure: 'volume', unit: 'claims' },
  spendingPerClaim: {
    id: 'per-claim',
    label: 'Spending per claim (computed)',
    measure: 'price',
    unit: 'USD per claim',
    note: 'Our calculation: spending divided by claims.',
  },
  beneficiaries: {
    id: 'beneficiaries',
    label: 'Beneficiaries',
    measure: 'volume',
    unit: 'beneficiaries',
  },
} as const satisfies Record<string, SeriesHead>;

function buildSeries(
  { note, ...head }: SeriesHead,
  valueOf: (year: number) => number,
  brandsLeftOut: readonly string[],
): Series {
  const brandNote =
    brandsLeftOut.length > 0 &&
    `Without ${brandsLeftOut.join(', ')}, which the source lists for 2017 only; the ranking ` +
      'has it.';
  const notes = [note, brandNote].filter(Boolean).join(' ');
  return {
    ...head,
    place: 'United States',
    source: 'cms',
    points: toPoints(years.map((year) => [year, valueOf(year)])),
    ...(notes ? { note: notes } : {}),
  };
}

/** All brands, also the incomplete ones, because their last year is complete. */
function buildBrandRanking(lines: readonly Line[], brands: readonly string[]): Ranking {
  const spending = (brand: string, year: number): number =>
    sumColumn(
      lines.filter((line) => line['Brand Name'] === brand),
      'Total Spending',
      year,
    ) / 1e6;
  return {
    id: 'brands',
    label: 'Spending by brand',
    measure: 'value',
    unit: 'USD million',
    year: 2017,
    spanYears: 4,
    source: 'cms',
    rows: pickLargest(
      brands.map((name) => ({ name, value: spending(name, 2017), before: spending(name, 2013) })),
    ),
    total: roundSignificant(sumColumn(lines, 'Total Spending', 2017) / 1e6),
  };
}
