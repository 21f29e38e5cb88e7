import { expect, test } from 'vitest';
import { describeCard } from '../reports/describe-card.ts';
import type { Ranking, Series } from './figures.model.ts';
import { findFastest, summarizeIndustry } from './industry-leaders.model.ts';

type Report = Parameters<typeof summarizeIndustry>[0][number];

const card: Omit<Report, 'slug' | 'title' | 'cover' | 'listed'> = {
  id: 1,
  code: 'QM-1',
  industry: 'Metals',
  industrySlug: 'metals',
  pages: 12,
  shortDescription: 'A report.',
  publishedOn: '2026-01-01',
  formats: ['pdf', 'xlsx'],
  delivery: { kind: 'made' },
  isPrinted: true,
  prices: { single: 1, multiple: 2, corporate: 3, dataSheet: 1 },
};

const series = (points: Series['points'], more: Partial<Series> = {}): Series => ({
  id: 's',
  label: 'World output',
  measure: 'volume',
  unit: 'tonnes',
  place: 'World',
  source: 'usgs',
  points,
  ...more,
});

const twoYears: Series['points'] = [
  [2022, 100],
  [2023, 100],
];

/** A report with a short series, whose leader has `share` of a total of 100. */
function reportLedBy(name: string, share: number, id: number): Report {
  const leaders: Ranking = {
    id: 'r',
    label: 'Output by country',
    measure: 'volume',
    unit: 'tonnes',
    total: 100,
    year: 2020 + (id % 4),
    source: 'usgs',
    rows: [
      { name, value: share },
      { name: 'Peru', value: 1 },
    ],
  };
  const cover = { key: 'k', series: [series(twoYears)], rankings: [] };
  const listed = describeCard({ ...cover, rankings: [leaders] });
  return { ...card, slug: `led-${id}`, title: `Led ${id}`, cover, listed };
}

/** A report whose series goes from 100 to `last` in the ten years to 2023. */
function reportGrowingTo(last: number, id: number, more: Partial<Series> = {}): Report {
  const points: Series['points'] = Array.from({ length: 11 }, (_, i) => [
    2013 + i,
    100 + ((last - 100) * i) / 10,
  ]);
  const cover = { key: 'k', series: [series(points, more)], rankings: [] };
  const listed = describeCard(cover);
  return { ...card, slug: `grown-${id}`, title: `Grown ${id}`, cover, listed };
}

test('an industry of rankings shows the share of each first country, the largest first', () => {
  const reports = [10, 98, 55, 40].map((share, id) => reportLedBy('China', share, id));
  expect(summarizeIndustry(reports)).toEqual({
    kind: 'leaders',
    bars: [
      [1, '98 %', 0.98],
      [2, '55 %', 0.55],
      [3, '40 %', 0.4],
      [0, '10 %', 0.1],
    ].map(([id, label, value]) => ({
      slug: `led-${id}`,
      title: `Led ${id}`,
      value,
      second: 0.01,
      label,
      note: 'China, then Peru',
    })),
    years: '2020–2023',
    sources: ['usgs'],
  });
});

test('an industry of long series shows the growth of each over ten years', () => {
  const overview = summarizeIndustry(
    [200, 50, 100, 150].map((last, id) => reportGrowingTo(last, id)),
  );
  expect(overview).toMatchObject({ kind: 'growth', years: '2023' });
  expect(overview?.bars.map(({ label }) => label)).toEqual([
    '+7.2 %',
    '+4.1 %',
    '+0.0 %',
    '−6.7 %',
  ]);
});

test('growth of shares, and of series that do not go ten years back, is not compared', () => {
  const reports = [120, 130, 140].map((last, id) => reportGrowingTo(last, id));
  const share = reportGrowingTo(150, 3, { measure: 'share' });
  const short = reportGrowingTo(150, 4, { points: twoYears });
  expect(summarizeIndustry([...reports, share, short])).toBeUndefined();
  expect(summarizeIndustry([...reports, reportGrowingTo(160, 5)])?.bars).toHaveLength(4);
});

test('the picture is of what more reports have', () => {
  const led = Array.from({ length: 4 }, (_, id) => reportLedBy('China', 50, id));
  const grown = Array.from({ length: 5 }, (_, id) => reportGrowingTo(120, id));
  expect(summarizeIndustry([...led, ...grown])?.kind).toBe('growth');
  expect(summarizeIndustry([...led, ...grown.slice(2)])?.kind).toBe('leaders');
});

test('an industry without data has no picture', () => {
  expect(summarizeIndustry([])).toBeUndefined();
});

test('which report grew most is said of those that are measured over the same years', () => {
  const long = [150, 200, 120, 90].map((last, id) => reportGrowingTo(last, id));
  const short = { ...reportLedBy('China', 50, 9) };
  const doubled: Series['points'] = [
    [2022, 100],
    [2023, 200],
  ];
  short.cover = { ...short.cover, series: [series(doubled)] };
  short.listed = describeCard(short.cover);
  expect(findFastest([...long, short])).toEqual({
    slug: 'grown-1',
    title: 'Grown 1',
    growth: '+7.2 %',
    period: 'a year since 2013',
  });
});

test('where too few can be compared, or none grew, no report grew most', () => {
  expect(findFastest([150, 200, 120].map((last, id) => reportGrowingTo(last, id)))).toBeUndefined();
  expect(
    findFastest([90, 80, 70, 60].map((last, id) => reportGrowingTo(last, id))),
  ).toBeUndefined();
});
