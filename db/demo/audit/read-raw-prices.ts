import { readCsv } from '../importers/importer.ts';
import type { RawFigures, RawReader } from './audit-figures.ts';

const pinkUnits: Readonly<Record<string, string>> = {
  '$/bbl': 'USD per barrel',
  '$/mt': 'USD per tonne',
  '$/kg': 'USD per kilogram',
  '$/mmbtu': 'USD per million Btu',
  '$/cubic meter': 'USD per cubic metre',
  '$/troy oz': 'USD per troy ounce',
  '$/dmtu': 'USD per dry tonne unit',
  'cents/sheet': 'US cents per sheet',
};

type MonthLine = { series: string; unit: string; month: string; value: string };

/** The means of the twelve months of a year, from the monthly file. */
export function createPinkReader(folder: string): RawReader {
  const bySeries = new Map<string, MonthLine[]>();
  for (const line of readCsv<MonthLine>(folder, 'worldbank_prices/pink_sheet_monthly_long.csv'))
    bySeries.set(line.series, [...(bySeries.get(line.series) ?? []), line]);
  return (key) => ({
    findSeries: ({ id, label }) => {
      const good = label.replace('Price of ', '').toLowerCase();
      const name =
        id === 'price' ? key : [...bySeries.keys()].find((one) => one.toLowerCase() === good);
      const lines = bySeries.get(name ?? '') ?? [];
      const years = [...new Set(lines.map(({ month }) => Number(month.slice(0, 4))))];
      return {
        label: id === 'price' ? /^Average price$/ : /^Price of /,
        unit: pinkUnits[lines[0]?.unit ?? ''] ?? '',
        place: 'World',
        // The annual file has four decimals.
        rounding: 0.00006,
        values: new Map(
          years.flatMap((year) => {
            const months = lines.filter(({ month }) => month.startsWith(`${year}-`));
            if (months.length !== 12) return [];
            return [
              [year, months.reduce((sum, { value }) => sum + Number(value), 0) / 12] as const,
            ];
          }),
        ),
      };
    },
    findRanking: () => undefined,
  });
}

const cmsColumns: readonly (readonly [words: RegExp, column: string, unit: string])[] = [
  [/spending/, 'Total Spending', 'USD million'],
  [/^Claims/, 'Total Claims', 'claims'],
  [/^Beneficiaries/, 'Total Beneficiaries', 'beneficiaries'],
];
const cmsYears = [2013, 2014, 2015, 2016, 2017];

/** Sums over the brands and forms of one ingredient; a label says which form a sum leaves out. */
export function createCmsReader(folder: string): RawReader {
  const allLines = readCsv(folder, 'pharma_cms/medicare_part_d_brand_2013_2017.csv');
  return (key): RawFigures => {
    const lines = allLines.filter((line) => line['Generic Name'] === key);
    const sumOf = (column: string, year: number, isWanted: (brand: string) => boolean): number =>
      lines
        .filter((line) => Number(line['Year']) === year && isWanted(line['Brand Name'] ?? ''))
        .reduce((sum, line) => sum + Number(line[column]), 0) /
      (column === 'Total Spending' ? 1e6 : 1);
    const find = (label: string): readonly [RegExp, string, string] =>
      cmsColumns.find(([words]) => words.test(label)) ?? [/^$/, '', ''];
    return {
      findSeries: ({ id, label }) => {
        const omitted = /without ([^(]*[^ (])/.exec(label)?.[1];
        const isWanted = (brand: string): boolean => brand !== omitted;
        const [words, column, unit] = find(label);
        const valueIn = (year: number): number =>
          id === 'per-claim'
            ? (1e6 * sumOf('Total Spending', year, isWanted)) /
              sumOf('Total Claims', year, isWanted)
            : sumOf(column, year, isWanted);
        return {
          label: id === 'per-claim' ? /^Spending per claim.*\(computed\)$/ : words,
          unit: id === 'per-claim' ? 'USD per claim' : unit,
          place: 'United States',
          values: new Map(cmsYears.map((year) => [year, valueIn(year)])),
        };
      },
      findRanking: ({ id, label }) => {
        const [words, column, unit] = find(label);
        return {
          label: words,
          unit,
          year: 2017,
          valueOf: (name, year) =>
            sumOf(column, year, (brand) =>
              id === 'brands' ? brand.split(' ')[0] === name : brand === name,
            ),
          total: sumOf(column, 2017, () => true),
        };
      },
    };
  };
}
