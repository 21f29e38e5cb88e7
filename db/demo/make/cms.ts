import { keyOf, points, readCsv, round, top, type Maker } from './read.ts';

type Line = { 'Brand Name': string; Year: string; 'Generic Name': string; 'Total Spending': string; 'Total Claims': string; 'Total Beneficiaries': string };

/** Gross Medicare Part D spending on one active ingredient, all its brands together, 2013 to 2017. */
export function fromCms(folder: string): Maker {
  const lines = readCsv<Line>(folder, 'pharma_cms/medicare_part_d_brand_2013_2017.csv');
  const years = [2013, 2014, 2015, 2016, 2017];
  return (subject) => {
    const own = lines.filter((line) => line['Generic Name'] === subject.key);
    const sum = (some: readonly Line[], column: 'Total Spending' | 'Total Claims' | 'Total Beneficiaries', year: number): number =>
      some.filter(({ Year }) => Number(Year) === year).reduce((total, line) => total + (Number(line[column]) || 0), 0);
    const series = (id: string, label: string, measure: 'value' | 'volume' | 'price', unit: string, value: (year: number) => number) =>
      ({ id, label, measure, unit, place: 'United States', source: 'cms', points: points(years.map((year) => [year, value(year)])) }) as const;
    const brands = [...new Set(own.map((line) => line['Brand Name']))];
    return {
      key: keyOf(subject),
      series: [
        series('spending', 'Medicare Part D gross spending', 'value', 'USD million', (year) => sum(own, 'Total Spending', year) / 1e6),
        series('claims', 'Claims', 'volume', 'claims', (year) => sum(own, 'Total Claims', year)),
        { ...series('per-claim', 'Spending per claim (computed)', 'price', 'USD per claim', (year) => round(sum(own, 'Total Spending', year) / sum(own, 'Total Claims', year))), note: 'Our calculation: spending divided by claims.' },
      ],
      rankings: brands.length < 2 ? [] : [{
        id: 'brands', label: 'Spending by brand', measure: 'value', unit: 'USD million', year: 2017, spanYears: 4, source: 'cms',
        rows: top(brands.map((name) => ({ name, value: sum(own.filter((line) => line['Brand Name'] === name), 'Total Spending', 2017) / 1e6, before: sum(own.filter((line) => line['Brand Name'] === name), 'Total Spending', 2013) / 1e6 }))),
        total: round(sum(own, 'Total Spending', 2017) / 1e6),
      }],
    };
  };
}
