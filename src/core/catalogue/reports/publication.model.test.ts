import { expect, test } from 'vitest';
import type { Ranking, Series } from '../figures/figures.model.ts';
import type { ReportCard } from '../model.ts';
import { describeCard } from './describe-card.ts';
import { toPublications } from './publication.model.ts';

const createReport = (slug: string, years: number, leaders?: Ranking): ReportCard => {
  const series: Series = {
    id: 's',
    label: 'World production',
    measure: 'volume',
    unit: 'tonnes',
    place: 'World',
    source: 'usgs',
    points: Array.from({ length: years }, (_, i) => [2024 - years + i, 100 * 1.1 ** i]),
  };
  const cover = { key: slug, series: [series], rankings: [] };
  return {
    id: 1,
    slug,
    code: slug,
    title: slug,
    publishedOn: '2026-04-01',
    pages: 15,
    shortDescription: '',
    industry: 'Metals',
    industrySlug: 'metals',
    formats: ['pdf', 'xlsx'],
    delivery: { kind: 'made' },
    isPrinted: true,
    prices: { single: 1, multiple: 2, corporate: 3, dataSheet: 1 },
    cover,
    listed: describeCard({ ...cover, rankings: leaders ? [leaders] : [] }),
  };
};

const leaders: Ranking = {
  id: 'r',
  label: 'Production',
  measure: 'volume',
  unit: 'tonnes',
  year: 2023,
  source: 'usgs',
  total: 200,
  rows: ['Chile', 'Peru', 'Congo'].map((name, i) => ({ name, value: 100 / (i + 1) })),
};

test('a short line leads no list, the others keep their order', () => {
  const reports = [createReport('two-years', 2), createReport('long', 20), createReport('b', 2)];
  expect(toPublications(reports, 'USD').map(({ slug }) => slug)).toEqual([
    'long',
    'two-years',
    'b',
  ]);
  expect(toPublications([createReport('two-years', 2)], 'USD')).toHaveLength(1);
});

test('a short series with leaders shows two of them in place of its line, and may lead', () => {
  const [first] = toPublications(
    [createReport('two-years', 2, leaders), createReport('long', 20)],
    'USD',
  );
  expect(first?.slug).toBe('two-years');
  expect(first?.sparkline).toBeUndefined();
  expect(first?.leaders?.map(({ name, share }) => [name, share])).toEqual([
    ['Chile', 0.5],
    ['Peru', 0.25],
  ]);
});

test('growth is over ten years where the series has them', () => {
  const [long] = toPublications([createReport('long', 20)], 'USD');
  expect(long?.growth).toEqual({ value: '+10.0 %', note: 'a year since 2013' });
});
