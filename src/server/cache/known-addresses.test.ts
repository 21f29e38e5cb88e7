import { expect, test } from 'vitest';
import { KnownAddresses } from './known-addresses.ts';

function createCatalogue(reportCount: number) {
  const calls = { read: 0, hasReport: 0 };
  const industry = { id: 1, name: '', description: '', pictogram: '' };
  const meta = { metaTitle: '', metaDescription: '', metaKeywords: '' };
  return {
    calls,
    industries: {
      list: async () => {
        calls.read++;
        return [
          { ...industry, ...meta, slug: 'energy', reports: 25, mainReports: 25 },
          { ...industry, ...meta, slug: 'mining', reports: 0, mainReports: 0 },
        ];
      },
    },
    industryEditing: { listFormerSlugs: async () => ['oil'] },
    reports: {
      listSlugs: async (limit: number) =>
        Array.from({ length: Math.min(limit, reportCount) }, (_, i) => `report-${i}`),
      has: async (slug: string) => {
        calls.hasReport++;
        return slug === 'report-9';
      },
    },
  };
}

const routePaths = [
  'faq',
  'industries',
  'industries/:slug',
  'report-store',
  'blog-detail/:slug',
  'author/:slug',
];

function open(reportCount = 12) {
  const catalogue = createCatalogue(reportCount);
  let generation = 1;
  const addresses = new KnownAddresses({
    catalogue,
    content: {
      listPolicyAddresses: async () => ['terms', 'old-terms'],
      countPostPages: async (kind) => (kind === 'blogPost' ? 3 : 1),
    },
    routePaths,
    getGeneration: () => generation,
  });
  return { addresses, catalogue, invalidate: () => generation++ };
}

test.each([
  ['/industries/oil', '/industries/oil'],
  ['/terms', '/terms'],
  ['/old-terms?x=1', '/old-terms?x=1'],
  ['/', '/'],
  ['/?industry=energy', '/?industry=energy'],
  ['/?industry=x1', '/'],
  ['/?industry=x%2F..', '/'],
  ['/report-store', '/report-store'],
  ['/report-store?page=1', '/report-store'],
  ['/report-store?page=3', '/report-store?page=3'],
  ['/industries/energy?page=2', '/industries/energy?page=2'],
  ['/industries/mining?page=1', '/industries/mining'],
  ['/industries?page=1', '/industries'],
  ['/blog?page=1', '/blog'],
  ['/blog?page=3', '/blog?page=3'],
  ['/press-release', '/press-release'],
  ['/author/desk?page=2', '/author/desk?page=2'],
  ['/faq', '/faq'],
  ['/blog-detail/any', '/blog-detail/any'],
  ['/report-9', '/report-9'],
  ['/admin/api/reports?page=9', '/admin/api/reports?page=9'],
])('A-51 %s is the page %s', async (address, key) => {
  expect(await open().addresses.findKey(address)).toBe(key);
});

test.each([
  '/report-store?page=4',
  '/report-store?page=0',
  '/report-store?page=1x',
  '/industries/energy?page=4',
  '/industries?page=2',
  '/blog?page=4',
  '/press-release?page=2',
  '/industries/none',
  '/faq/x',
  '/a/b',
  '/blog-detail/a/b',
  '/report-99',
])('A-51 there is no page at %s', async (address) => {
  expect(await open().addresses.findKey(address)).toBeUndefined();
});

test('A-51 a thousand made-up addresses ask the database once', async () => {
  const { addresses, catalogue, invalidate } = open();
  for (let i = 0; i < 1000; i++) {
    await addresses.findKey(`/?industry=x${i}`);
    await addresses.findKey(`/no-such-report-${i}`);
  }
  expect(catalogue.calls).toEqual({ read: 1, hasReport: 0 });
  invalidate();
  await addresses.findKey('/?industry=energy');
  expect(catalogue.calls.read).toBe(2);
});

test('slugs of a large catalogue are looked up one by one', async () => {
  const { addresses, catalogue } = open(100_000);
  expect(await addresses.findKey('/report-9')).toBe('/report-9');
  expect(await addresses.findKey('/no-such-report')).toBeUndefined();
  expect(catalogue.calls.hasReport).toBe(2);
});

test('what could not be read is read again', async () => {
  const { addresses, catalogue } = open();
  const { list } = catalogue.industries;
  catalogue.industries.list = () => Promise.reject(new Error('the database is away'));
  await expect(addresses.findKey('/report-9')).rejects.toThrow('the database is away');
  catalogue.industries.list = list;
  expect(await addresses.findKey('/report-9')).toBe('/report-9');
});
