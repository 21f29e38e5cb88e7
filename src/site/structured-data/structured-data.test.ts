import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { defaultLicenceTerms } from '#core/catalogue/reports/licence.model.ts';
import type { Series } from '#core/catalogue/figures/figures.model.ts';
import type { Report } from '#core/catalogue/model.ts';
import type { Post } from '#core/content/model.ts';
import { buildReportData } from './report.ts';
import { describeItemList, buildPostData, toListItems } from './site.ts';
import { StructuredData } from './structured-data.tsx';

const place = {
  origin: 'https://reports.example',
  publisher: 'A publisher',
  licences: defaultLicenceTerms,
  currency: 'USD',
  hasRefundPolicy: true,
};

/** A report with what the tests look at, and nothing else that a report may have. */
function makeReport(changes: Partial<Report> = {}): Report {
  const bare = {
    code: 'T-1',
    slug: 'tin',
    title: 'Tin',
    industry: 'Metals',
    industrySlug: 'metals',
    prices: { single: 120_050, multiple: 'on-request', corporate: 300_000 },
    delivery: { kind: 'files' },
    metaDescription: 'About tin.',
    faqs: [],
    description: [],
    figures: { key: 'T-1', series: [], rankings: [] },
    sources: [],
  };
  return { ...bare, ...changes } as unknown as Report;
}

const typesOf = (items: readonly object[]): unknown[] =>
  items.map((item) => ('@type' in item ? item['@type'] : undefined));

test('each licence that has a price is an offer of its own', () => {
  const [product] = buildReportData(makeReport(), place);
  expect(product).toMatchObject({
    '@type': 'Product',
    sku: 'T-1',
    image: ['https://reports.example/share/T-1.png', 'https://reports.example/cover/T-1.svg'],
    brand: { name: 'A publisher' },
    offers: [
      { sku: 'T-1-single-user', price: '1200.50', priceCurrency: 'USD' },
      { sku: 'T-1-corporate-user', price: '3000.00', priceCurrency: 'USD' },
    ],
  });
});

test('an offer that is delivered later says within how many days', () => {
  const [product] = buildReportData(makeReport({ delivery: { kind: 'by-us', days: 9 } }), place);
  const lead = { '@type': 'QuantitativeValue', maxValue: 9, unitCode: 'DAY' };
  expect(product).toMatchObject({
    offers: [{ deliveryLeadTime: lead }, { deliveryLeadTime: lead }],
  });
});

test('a store without a refund policy names none', () => {
  const [product] = buildReportData(makeReport(), { ...place, hasRefundPolicy: false });
  expect(JSON.stringify(product)).not.toContain('Return');
});

test.each([
  ['CC BY 4.0', 'https://creativecommons.org/licenses/by/4.0/'],
  ['CC BY-NC-SA 3.0', 'https://creativecommons.org/licenses/by-nc-sa/3.0/'],
  ['https://licence.example/open', 'https://licence.example/open'],
  ['Public domain', { '@type': 'CreativeWork', name: 'Public domain' }],
])('the licence "%s" of a series is %j', (licence, expected) => {
  const series = {
    id: 'mine',
    label: 'Production',
    measure: 'volume',
    unit: 'tonnes',
    place: 'World',
    source: 'usgs',
    points: [[2019, 1] as const, [2023, 2] as const],
  } as Series;
  const description = [{ kind: 'chart', key: 'mine' } as const];
  const report = makeReport({
    figures: { key: 'T-1', series: [series], rankings: [], facts: { findings: {} } },
    description,
    sources: [{ id: 'usgs', licence, attribution: 'By us', url: 'https://usgs.example/' } as never],
  });
  expect(buildReportData(report, place).at(-1)).toMatchObject({ license: expected });
});

test('a report without prices, questions and figures claims none', () => {
  const items = buildReportData(makeReport({ prices: {} }), place);
  expect(typesOf(items)).toEqual(['Product']);
  expect(items[0]).not.toHaveProperty('offers');
});

test('each series that the page shows is a dataset with its years, its place and its file', () => {
  const series: Series = {
    id: 'mine',
    label: 'Production',
    measure: 'volume',
    unit: 'tonnes',
    place: 'World',
    source: 'usgs',
    points: [[2019, 1] as const, [2023, 2] as const],
  };
  const price: Series = { ...series, id: 'price', label: 'Price', unit: 'USD' };
  const description = [
    { kind: 'chart', key: 'mine' } as const,
    { kind: 'chart', key: 'price' } as const,
  ];
  const figures = { key: 'T-1', series: [series, price], rankings: [], facts: { findings: {} } };
  expect(typesOf(buildReportData(makeReport({ figures }), place))).not.toContain('Dataset');
  const datasets = buildReportData(makeReport({ figures, description }), place).slice(1);
  expect(typesOf(datasets)).toEqual(['Dataset', 'Dataset']);
  expect(datasets[1]).toMatchObject({
    variableMeasured: 'Price',
    distribution: [{ contentUrl: 'https://reports.example/chart/T-1/price.csv' }],
  });
  expect(datasets[0]).toMatchObject({
    temporalCoverage: '2019/2023',
    spatialCoverage: { '@type': 'Place', name: 'World' },
    distribution: [{ contentUrl: 'https://reports.example/chart/T-1/mine.csv' }],
  });
});

test('a blog post is an article, a press release a news article', () => {
  const post = {
    id: 1,
    slug: 'a',
    name: 'A',
    image: 'a.jpg',
    html: '<p>One</p>',
    createdAt: '2026-05-01T10:00:00.000Z',
    updatedAt: '2026-06-01T10:00:00.000Z',
    summary: '',
    author: 'Data desk',
    imageText: 'A chart',
    metaTitle: '',
    metaDescription: '',
    metaKeywords: '',
  };
  const url = 'https://reports.example/blog-detail/a';
  const site = { url, publisher: 'P', author: undefined };
  const build = (isBlog: boolean) => buildPostData(post, { ...site, isBlog });
  expect(typesOf([build(true), build(false)])).toEqual(['Article', 'NewsArticle']);
  expect(build(true)).toMatchObject({
    image: 'https://reports.example/picture/a.jpg',
    datePublished: post.createdAt,
    dateModified: post.updatedAt,
    // Nobody has said whether a desk or a person is called so.
    author: { '@type': 'Organization', name: 'P', url: 'https://reports.example/' },
    creditText: 'Data desk',
  });
});

test.each([
  ['person', 'Person'],
  ['desk', 'Organization'],
] as const)('a post that names a %s of the reports has an author of the type %s', (kind, type) => {
  const author = { name: 'Ines Moreau', slug: 'ines-moreau', kind };
  const post = { author: author.name, html: '', name: 'A', image: null } as unknown as Post;
  const url = 'https://reports.example/blog-detail/a';
  const data = buildPostData(post, { isBlog: true, url, publisher: 'P', author });
  expect(data).toMatchObject({
    author: { '@type': type, name: author.name, url: 'https://reports.example/author/ines-moreau' },
  });
  expect(data).not.toHaveProperty('creditText');
});

test('a list goes on counting on its next page', () => {
  const [list] = describeItemList(toListItems([{ title: 'Tin', slug: 'tin' }]), {
    origin: place.origin,
    start: 13,
  });
  expect(list).toMatchObject({
    itemListElement: [{ position: 13, name: 'Tin', url: 'https://reports.example/tin' }],
  });
});

test('a list that shows nothing is not described', () => {
  expect(describeItemList([], { origin: place.origin })).toEqual([]);
});

test.each(['</script><script>alert(1)</script>', '<!-- <script>', '"}]'])(
  'a title can not end the script: %s',
  (title) => {
    const html = renderToString(
      createElement(StructuredData, { items: buildReportData(makeReport({ title }), place) }),
    );
    const scripts = [...html.matchAll(/<script type="application\/ld\+json">([^<]*)<\/script>/g)];
    expect(scripts).toHaveLength(1);
    const [product] = scripts.map(([, json = '']): unknown => JSON.parse(json));
    expect(product).toMatchObject({ name: title });
  },
);
