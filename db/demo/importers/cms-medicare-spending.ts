import type { Ranking, Series } from '#core/catalogue/figures/figures.model.ts';
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
 * Forms that were sold in all years but that this copy lists in one only. The yearly series leave
 * them out and say so in their names, because they would jump in that year.
 */
const incompleteForms = new Set(['Enbrel Sureclick']);

/**
 * Gross Medicare Part D spending on one active ingredient, all its brands and forms together. The
 * totals of the rankings for 2017 are whole, also if a yearly series is not.
 */
export function createCmsImporter(folder: string): FiguresImporter {
  const allLines = readCsv<Line>(folder, 'pharma_cms/medicare_part_d_brand_2013_2017.csv');
  return (subject) => {
    const lines = allLines.filter((line) => line['Generic Name'] === subject.key);
    return {
      key: figuresKey(subject),
      series: buildYearlySeries(lines),
      rankings: buildRankings(lines),
    };
  };
}

const listForms = (lines: readonly Line[]): string[] => [
  ...new Set(lines.map((line) => line['Brand Name'])),
];

/** "Humira" for "Humira Pen": the source's names are a brand and the form it is sold in. */
const brandOf = (form: string): string => form.split(' ')[0] ?? form;

const sumColumn = (lines: readonly Line[], column: Column, year: number): number =>
  lines
    .filter(({ Year }) => Number(Year) === year)
    .reduce((total, line) => total + (Number(line[column]) || 0), 0);

/**
 * Spending, claims and spending per claim. Beneficiaries only for a single form: one person may use
 * several, so a sum over forms is no number of people.
 */
function buildYearlySeries(lines: readonly Line[]): Series[] {
  const complete = lines.filter((line) => !incompleteForms.has(line['Brand Name']));
  const leftOut = listForms(lines.filter((line) => !complete.includes(line)));
  const spending = (year: number): number => sumColumn(complete, 'Total Spending', year);
  const claims = (year: number): number => sumColumn(complete, 'Total Claims', year);
  const beneficiaries = (year: number): number => sumColumn(complete, 'Total Beneficiaries', year);
  const isSingleForm = listForms(lines).length === 1;
  return [
    buildSeries(seriesHeads.spending, (year) => spending(year) / 1e6, leftOut),
    buildSeries(seriesHeads.claims, claims, leftOut),
    buildSeries(
      seriesHeads.spendingPerClaim,
      (year) => roundSignificant(spending(year) / claims(year)),
      leftOut,
    ),
    ...(isSingleForm ? [buildSeries(seriesHeads.beneficiaries, beneficiaries, leftOut)] : []),
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
  { note, label, ...head }: SeriesHead,
  valueOf: (year: number) => number,
  leftOut: readonly string[],
): Series {
  const names = leftOut.join(', ');
  const leftOutNote =
    names && `Without ${names}, which the source lists for 2017 only; the rankings have it.`;
  const notes = [note, leftOutNote].filter(Boolean).join(' ');
  return {
    ...head,
    label: names ? label.replace(/( \(computed\))?$/, `, without ${names}$1`) : label,
    place: 'United States',
    source: 'cms',
    points: toPoints(years.map((year) => [year, valueOf(year)])),
    ...(notes ? { note: notes } : {}),
  };
}

/**
 * By brand if there are several, and by form, in dollars and in claims, if a brand has many.
 */
function buildRankings(lines: readonly Line[]): Ranking[] {
  const forms = listForms(lines);
  const brands = [...new Set(forms.map(brandOf))];
  const groupByForm = (form: string): Line[] => lines.filter((line) => line['Brand Name'] === form);
  const groupByBrand = (brand: string): Line[] =>
    lines.filter((line) => brandOf(line['Brand Name']) === brand);
  const rankings: Ranking[] = [];
  if (brands.length > 1) rankings.push(buildRanking(rankingHeads.brands, brands, groupByBrand));
  if (forms.length > brands.length) {
    rankings.push(buildRanking(rankingHeads.forms, forms, groupByForm));
    rankings.push(buildRanking(rankingHeads.claims, forms, groupByForm));
  }
  return rankings;
}

type RankingHead = Pick<Ranking, 'id' | 'label' | 'measure' | 'unit'> & {
  readonly column: Column;
  readonly unitSize: number;
};

const rankingHeads = {
  brands: {
    id: 'brands',
    label: 'Medicare Part D gross spending by brand',
    measure: 'value',
    unit: 'USD million',
    column: 'Total Spending',
    unitSize: 1e6,
  },
  forms: {
    id: 'forms',
    label: 'Medicare Part D gross spending by brand and form',
    measure: 'value',
    unit: 'USD million',
    column: 'Total Spending',
    unitSize: 1e6,
  },
  claims: {
    id: 'claims-by-form',
    label: 'Claims by brand and form',
    measure: 'volume',
    unit: 'claims',
    column: 'Total Claims',
    unitSize: 1,
  },
} as const satisfies Record<string, RankingHead>;

/** 2017 beside 2013, with everything that the source lists for 2017. */
function buildRanking(
  { column, unitSize, ...head }: RankingHead,
  names: readonly string[],
  linesOf: (name: string) => readonly Line[],
): Ranking {
  const sumOf = (name: string, year: number): number =>
    sumColumn(linesOf(name), column, year) / unitSize;
  return {
    ...head,
    year: 2017,
    spanYears: 4,
    source: 'cms',
    rows: pickLargest(
      names.map((name) => ({ name, value: sumOf(name, 2017), before: sumOf(name, 2013) })),
    ),
    total: roundSignificant(names.reduce((sum, name) => sum + sumOf(name, 2017), 0)),
  };
}
