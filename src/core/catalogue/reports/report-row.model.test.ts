import { describe, expect, it } from 'vitest';
import type { Figures, Ranking, Series } from '../figures/figures.model.ts';
import { splitTitle } from '../model.ts';
import { describeCard } from './describe-card.ts';
import { describeRow, formatChange } from './report-row.model.ts';

const years = (count: number, value: (index: number) => number): Series['points'] =>
  Array.from({ length: count }, (_, i) => [2023 - count + 1 + i, value(i)] as const);

const cover = (points: Series['points'], more: Partial<Series> = {}) => ({
  key: 'k',
  series: [
    {
      id: 's',
      label: 'World production',
      measure: 'volume' as const,
      unit: 'tonnes',
      place: 'World',
      source: 'usgs',
      points,
      ...more,
    },
  ],
  rankings: [],
});

const leaders: Ranking = {
  id: 'r',
  label: 'Production by country',
  measure: 'volume',
  unit: 'tonnes',
  year: 2023,
  source: 'usgs',
  total: 200,
  rows: [
    { name: 'Chile', value: 100 },
    { name: 'Peru', value: 50 },
  ],
};

const rowOf = (figures: Figures, ...rankings: Ranking[]) =>
  describeRow({ cover: figures, listed: describeCard({ ...figures, rankings }) });

describe('a row of a list', () => {
  it('shows a long series as a trend with its growth a year over ten years', () => {
    const row = rowOf(cover(years(11, (i) => 100 * 1.1 ** i)));
    expect(row.trend?.points).toHaveLength(11);
    expect(row.leaders).toBeUndefined();
    expect(row.growth).toEqual({ value: '+10.0 %', note: 'a year since 2013' });
  });

  it('shows the leaders of a short series, and the change on the year before', () => {
    const row = rowOf(cover(years(2, (i) => 100 + i * 100)), leaders);
    expect(row.leaders?.map(({ name, share }) => [name, share])).toEqual([
      ['Chile', 0.5],
      ['Peru', 0.25],
    ]);
    expect(row.trend).toBeUndefined();
    expect(row.growth).toEqual({ value: '+100.0 %', note: 'on 2022' });
  });

  it('shows a trend where the leaders have no shares, or count something else', () => {
    const short = cover(years(3, () => 1));
    const { total: _, ...withoutTotal } = leaders;
    expect(rowOf(short, withoutTotal).leaders).toBeUndefined();
    expect(rowOf(short, { ...leaders, unit: 'USD' }).trend).toBeDefined();
  });

  it('invents nothing for a report without data', () => {
    expect(rowOf({ key: 'k', series: [], rankings: [] })).toEqual({
      leaders: undefined,
      trend: undefined,
      figure: undefined,
      growth: undefined,
    });
  });

  it('has no growth where the first value is zero, or the values are shares', () => {
    expect(rowOf(cover(years(2, (i) => i))).growth).toBeUndefined();
    const shares = cover(
      years(11, (i) => 10 + i),
      { measure: 'share' },
    );
    expect(rowOf(shares).growth).toBeUndefined();
  });
});

it('a change has a sign, but no minus before zero', () => {
  expect([0.035, -0.002, -0.0001].map(formatChange)).toEqual(['+3.5 %', '−0.2 %', '0 %']);
});

it('a title without a colon is its subject', () => {
  expect(splitTitle('Lithium Market: Supply')).toEqual(['Lithium Market', 'Supply']);
  expect(splitTitle('Lithium')).toEqual(['Lithium', '']);
});
