import { expect, test } from 'vitest';
import { changeFilter, readFilters, toReportQuery } from './list-filters.ts';

test('a form repeats a name and a link joins its values: both are the same filter', () => {
  const fromForm = readFilters(new URLSearchParams('data=bea&data=usgs&price_from=&other=1'));
  expect(fromForm).toEqual({ data: 'bea,usgs' });
  expect(readFilters(new URLSearchParams('data=bea,usgs'))).toEqual(fromForm);
});

test('a value is cut at 200 characters', () => {
  expect(readFilters(new URLSearchParams({ data: 'x'.repeat(500) })).data).toHaveLength(200);
});

test('filters become the query of the catalogue: dollars are cents, choices are lists', () => {
  const filters = {
    industry: 'metals',
    data: 'bea,usgs',
    data_year: '2023,2025',
    price_from: '3250',
    price_to: '4000',
    pages_from: '12',
    year: '2026',
    sort: 'dearest',
    geography: 'Chile,Korea; South',
    format: 'pdf',
    pages: '0,3',
    exact: '1',
  };
  expect(toReportQuery('steel', filters, { currency: 'USD', page: '3' })).toEqual({
    words: 'steel',
    industrySlug: 'metals',
    sources: ['bea', 'usgs'],
    dataYears: [2023, 2025],
    minPriceCents: 325_000,
    maxPriceCents: 400_000,
    minPages: 12,
    pageRanges: [0, 3],
    years: [2026],
    formats: ['pdf'],
    geographies: ['Chile', 'Korea, South'],
    isExact: true,
    sort: 'dearest',
    page: 3,
  });
});

test('yen have no decimals', () => {
  const query = toReportQuery('', { price_from: '250000' }, { currency: 'JPY' });
  expect(query.minPriceCents).toBe(250_000);
});

test.each(['', '-1', '1.5', '1e9', '99999999', 'many', '<b>'])(
  'a number like "%s" is as if it was not asked for',
  (text) => {
    const filters = { price_from: text, price_to: text, pages_from: text, year: text };
    const asked = { ...filters, pages: text, data_year: text };
    expect(toReportQuery('', asked, { currency: 'USD', page: text })).toMatchObject({
      minPriceCents: undefined,
      maxPriceCents: undefined,
      minPages: undefined,
      years: [],
      pageRanges: [],
      dataYears: [],
      page: 1,
    });
  },
);

test('words are sorted by match, a list without words by date', () => {
  expect(toReportQuery('steel', {}, { currency: 'USD' }).sort).toBe('match');
  expect(toReportQuery(' ', {}, { currency: 'USD' }).sort).toBe('newest');
  expect(toReportQuery('', { sort: 'match' }, { currency: 'USD' }).sort).toBe('newest');
  expect(toReportQuery('steel', { sort: 'unknown' }, { currency: 'USD' }).sort).toBe('match');
});

test('a filter is changed or taken away, and the others stay', () => {
  const filters = { industry: 'metals', sort: 'title' };
  expect(changeFilter(filters, 'industry', 'food')).toEqual({ industry: 'food', sort: 'title' });
  expect(changeFilter(filters, 'industry', undefined)).toEqual({ sort: 'title' });
});
