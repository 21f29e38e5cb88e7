import { afterAll, beforeAll, expect, test } from 'vitest';
import { startPageTestServer, type PageTestServer } from './page-test-server.ts';

let pages: PageTestServer;
beforeAll(async () => {
  pages = await startPageTestServer();
});
afterAll(() => pages?.server.close());

test.each([
  ['/robots.txt', 'text/plain'],
  ['/sitemap.xml', 'application/xml'],
  ['/sitemap-pages.xml', 'application/xml'],
  ['/sitemap-reports-1.xml', 'application/xml'],
  ['/feed/reports.atom', 'application/atom+xml'],
  ['/feed/blog.rss', 'application/rss+xml'],
])('search engines and readers get %s as %s', async (address, type) => {
  const response = await pages.get(address);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toContain(type);
  expect((await response.text()).length).toBeGreaterThan(100);
});

test.each(['/feed/none.atom', '/sitemap-reports-999.xml', '/sitemap-0.xml'])(
  'there is nothing at %s',
  async (address) => expect((await pages.get(address)).status).toBe(404),
);

test('a page offers what its structured data says', async () => {
  const html = await (await pages.get(`/${pages.report.slug}`)).text();
  const scripts = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)];
  const [product] = scripts.map(([, json = '']): unknown => JSON.parse(json));
  expect(product).toMatchObject({ '@type': 'Product', sku: pages.report.code });
  const prices = [...JSON.stringify(product).matchAll(/"price":"(\d+)\.00"/g)];
  expect(prices).toHaveLength(3);
  for (const [, price] of prices)
    expect(html).toContain(`$${Number(price).toLocaleString('en-US')}`);
});

test('a report that moved is one hop away, and one that was withdrawn is gone', async () => {
  const { server, report, get } = pages;
  const write = (changes: object) =>
    server.db.transaction().execute((tx) =>
      server.app.catalogue.writeReports(tx, [{ code: report.code, ...changes }], {
        actor: 'test',
      }),
    );
  await write({ slug: 'moved-report' });
  await expect
    .poll(async () => (await get(`/${report.slug}`)).headers.get('location'), { timeout: 60_000 })
    .toBe('/moved-report');
  expect((await get(`/${report.slug}`)).status).toBe(301);
  await write({ state: 'withdrawn' });
  await expect.poll(async () => (await get('/moved-report')).status, { timeout: 60_000 }).toBe(410);
  expect((await get(`/${report.slug}`)).status).toBe(410);
});
