import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Content } from '#core/content/index.ts';
import { isAllowed } from '../support/robots-rules.ts';
import { childText, parseXml, type XmlElement } from '../support/parse-xml.ts';
import { listSitemapErrors } from '../support/sitemap-schema.ts';
import { bareReport, openTestPublisher, type TestPublisher } from '../support/test-publisher.ts';
import { sitemapRoutes } from '#src/server/routes/feeds/sitemap-routes.ts';

const origin = 'https://reports.example';

let publisher: TestPublisher;
let get: (path: string, headers?: Record<string, string>) => Promise<Response>;
beforeAll(async () => {
  publisher = await openTestPublisher();
  const neverAsked = () => Promise.reject(new Error('sitemaps read no site info'));
  const getSettings = async () => ({ policies: {}, policyPages: [] }) as never;
  const content = new Content({ ...publisher.deps, getSettings });
  const store = { getSiteInfo: neverAsked };
  const app = { catalogue: publisher.catalogue, content, store };
  const routes = sitemapRoutes({ app, origin });
  get = async (path, headers = {}) => routes.request(path, { headers });
  await publisher.write(
    { ...bareReport, publishedOn: '2026-03-01' },
    { ...bareReport, code: 'AC-2', title: 'Tin', publishedOn: '2026-04-01' },
    { ...bareReport, code: 'AC-3', title: 'Zinc', state: 'draft' },
    { ...bareReport, code: 'AC-4', title: 'Lead', state: 'scheduled', publishedOn: '2027-01-01' },
    { ...bareReport, code: 'AC-5', title: 'Iron', state: 'withdrawn' },
  );
});
afterAll(() => publisher?.close());

const namespace = '{http://www.sitemaps.org/schemas/sitemap/0.9}';
const imageNamespace = '{http://www.google.com/schemas/sitemap-image/1.1}';
const dateTime = /^\d{4}-\d\d-\d\d(T\d\d:\d\d:\d\d(\.\d+)?Z)?$/;

/**
 * Expects what sitemap.xsd and siteindex.xsd ask of each entry: `loc` first, then `lastmod`, at
 * most once.
 */
function expectValid(root: XmlElement, kind: 'urlset' | 'sitemapindex'): void {
  const entry = kind === 'urlset' ? 'url' : 'sitemap';
  expect(root.name).toBe(namespace + kind);
  expect(root.children.length).toBeGreaterThan(0);
  expect(root.children.length).toBeLessThanOrEqual(50_000);
  for (const { name, children } of root.children) {
    expect(name).toBe(namespace + entry);
    const names = children.map((child) => child.name);
    const allowed = [`${namespace}loc`, `${namespace}lastmod`];
    if (kind === 'urlset') allowed.push(`${imageNamespace}image`);
    expect(names).toEqual(allowed.filter((one) => names.includes(one)));
    const [location, changed] = children;
    expect(location?.text.length).toBeGreaterThanOrEqual(12);
    expect(location?.text.length).toBeLessThanOrEqual(2048);
    expect(URL.canParse(location?.text ?? '')).toBe(true);
    if (changed?.name.endsWith('lastmod')) expect(changed.text).toMatch(dateTime);
  }
}

async function read(
  path: string,
  kind: 'urlset' | 'sitemapindex',
): Promise<(readonly [string, string | undefined])[]> {
  const response = await get(path);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('application/xml; charset=utf-8');
  const xml = await response.text();
  if (kind === 'urlset') expect(await listSitemapErrors(xml)).toEqual([]);
  const root = parseXml(xml);
  expectValid(root, kind);
  return root.children.map(
    (one) => [childText(one, 'loc') ?? '', childText(one, 'lastmod')] as const,
  );
}

test('robots.txt names the list of sitemaps, and closes what is personal and nothing else', async () => {
  const text = await (await get('/robots.txt')).text();
  expect(text).toContain(`\nSitemap: ${origin}/sitemap.xml\n`);
  const closed = [
    '/buy-now',
    '/buy-now?id=QM-1',
    '/payment-success?order=1',
    '/profile',
    '/profile/export',
    '/admin',
    '/admin/orders',
    '/admin/api/reports',
    '/download/x',
    '/paper/x',
    '/data/search',
  ];
  const open = [
    '/',
    '/aluminium-cans',
    '/report-store?page=2',
    '/industries/metals',
    '/blog',
    '/login',
    '/profile-extrusion-market',
    '/buy-now-pay-later-market',
    '/administrative-services-market',
    '/payment-success-rates',
    '/data-centers',
    '/paper-mills',
    '/download-speed-market',
    '/sitemap.xml',
    '/feed/reports.atom',
    '/cover/AC-1.svg',
    '/share/AC-1.png',
    '/llms.txt',
  ];
  expect(closed.filter((path) => isAllowed(text, 'Googlebot', path))).toEqual([]);
  expect(open.filter((path) => !isAllowed(text, 'Googlebot', path))).toEqual([]);
});

// RFC 9309, 2.2.2 and 5.2, and the cases of Google's own parser that rules like ours meet.
test.each([
  ['Disallow: /x', '/x/y', false],
  ['Disallow: /x$', '/x', false],
  ['Disallow: /x$', '/x/y', true],
  ['Disallow: /x?', '/x?a=1', false],
  ['Disallow: /x?', '/x', true],
  ['Disallow: /*.gif$', '/a/b.gif', false],
  ['Disallow: /*.gif$', '/a/b.gif?c', true],
  ['Disallow: /x/\nAllow: /x/page.html', '/x/page.html', true],
  ['Disallow: /x\nAllow: /x', '/x', true],
  ['Disallow: /X', '/x', true],
  ['disallow : /x # a comment', '/x', false],
  ['Disallow:', '/x', true],
])('a crawler that has read "%s" may read %s: %s', (rules, path, expected) => {
  expect(isAllowed(`user-agent: *\n${rules}\n`, 'AnyBot', path)).toBe(expected);
  expect(isAllowed(`User-agent: OtherBot\n${rules}\n`, 'AnyBot', path)).toBe(true);
});

test('the schema refuses what a sitemap may not be', async () => {
  const write = (entry: string): string =>
    `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entry}</urlset>`;
  const good = '<url><loc>https://a.example/x</loc><lastmod>2026-11-22</lastmod></url>';
  expect(await listSitemapErrors(write(good))).toEqual([]);
  for (const bad of [
    good.replace('2026-11-22', '22 Nov 2026'),
    good.replaceAll('loc>', 'link>'),
    '<url><lastmod>2026-11-22</lastmod><loc>https://a.example/x</loc></url>',
    '',
  ])
    expect(await listSitemapErrors(write(bad)), bad).not.toEqual([]);
});

test('a sitemap has the published reports and nothing else', async () => {
  expect(await read('/sitemap.xml', 'sitemapindex')).toEqual([
    [`${origin}/sitemap-pages.xml`, undefined],
    [`${origin}/sitemap-reports-1.xml`, '2026-04-01T00:00:00.000Z'],
  ]);
  expect(await read('/sitemap-reports-1.xml', 'urlset')).toEqual([
    [`${origin}/aluminium-cans`, '2026-03-01T00:00:00.000Z'],
    [`${origin}/tin`, '2026-04-01T00:00:00.000Z'],
  ]);
  expect((await get('/sitemap-reports-2.xml')).status).toBe(404);
});

test('the sitemap of pages has each industry as of its newest change', async () => {
  const pages = new Map(await read('/sitemap-pages.xml', 'urlset'));
  expect(pages.get(`${origin}/industries/metals`)).toBe('2026-04-01T00:00:00.000Z');
  // It has nothing to show, and its page asks not to be found.
  expect(pages.has(`${origin}/industries/food`)).toBe(false);
  expect(pages.get(`${origin}/`)).toBe('2026-04-01T00:00:00.000Z');
});

test('a report was changed when it was edited or had an edition, and not at an import', async () => {
  publisher.setNow('2026-11-22T12:00:00Z');
  await publisher.write({ ...bareReport, publishedOn: '2026-03-01', metaTitle: 'Cans' });
  publisher.setNow('2026-11-22T13:00:00Z');
  const tin = await publisher.catalogue.reports.get('tin');
  await publisher.catalogue.editions.publishCorrected(tin?.id ?? 0, 'A number was wrong.');
  publisher.setNow('2026-11-22T14:00:00Z');
  await publisher.write({ ...bareReport, publishedOn: '2026-03-01', metaTitle: 'Cans' });
  expect(await read('/sitemap-reports-1.xml', 'urlset')).toEqual([
    [`${origin}/aluminium-cans`, '2026-11-22T12:00:00.000Z'],
    [`${origin}/tin`, '2026-11-22T13:00:00.000Z'],
  ]);
});

test('50,000 numbers of reports are one sitemap, and the next ones another', async () => {
  const { db } = publisher.database;
  await sql`select setval(pg_get_serial_sequence('report', 'id'), 49998)`.execute(db);
  const titles = ['Argon', 'Boron', 'Cobalt'];
  await publisher.write(...titles.map((title) => ({ ...bareReport, code: `S-${title}`, title })));
  expect((await read('/sitemap.xml', 'sitemapindex')).map(([url]) => url).slice(1)).toEqual([
    `${origin}/sitemap-reports-1.xml`,
    `${origin}/sitemap-reports-2.xml`,
  ]);
  const [first, second] = await Promise.all(
    [1, 2].map((part) => read(`/sitemap-reports-${part}.xml`, 'urlset')),
  );
  expect([first?.length, second?.length]).toEqual([4, 1]);
});

test('a sitemap of reports is sent again once one was changed, renamed or withdrawn, and only then', async () => {
  const path = '/sitemap-reports-1.xml';
  const ask = async (etag = '') => {
    const { status, headers } = await get(path, { 'if-none-match': etag });
    return { status, etag: headers.get('etag') ?? '' };
  };
  let { etag } = await ask();
  expect(etag).toMatch(/^W\/"[\w-]{22}"$/);
  const change = async (made: () => Promise<unknown>) => {
    expect(await ask(`"other", ${etag}`)).toEqual({ status: 304, etag });
    await made();
    const changed = await ask(etag);
    expect([changed.status, changed.etag === etag]).toEqual([200, false]);
    etag = changed.etag;
  };
  const tin = { ...bareReport, code: 'AC-2', title: 'Tin', publishedOn: '2026-04-01' };
  await change(() => publisher.write({ ...tin, shortDescription: 'Solder and plate.' }));
  await change(() => publisher.write({ ...tin, slug: 'tin-metal' }));
  await change(() => publisher.write({ ...tin, state: 'withdrawn' }));
  expect((await get('/sitemap-reports-7.xml', { 'if-none-match': '*' })).status).toBe(404);
});
