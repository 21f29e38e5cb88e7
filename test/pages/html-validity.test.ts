import { afterAll, beforeAll, expect, test } from 'vitest';
import { listHtmlErrors } from '../support/html-validator.ts';
import { startPageTestServer, type PageTestServer } from './page-test-server.ts';

let pages: PageTestServer;
beforeAll(async () => {
  pages = await startPageTestServer();
});
afterAll(() => pages?.server.close());

const pageStatuses: [string, number][] = [
  ['/', 200],
  ['/industries', 200],
  ['/industries/INDUSTRY', 200],
  ['/report-store', 200],
  ['/report-store?page=2', 200],
  ['/report-store/growth', 200],
  ['/SLUG', 200],
  ['/services', 200],
  ['/custom_search?q=steel', 200],
  ['/about', 200],
  ['/faq', 200],
  ['/blog', 200],
  ['/press-release', 200],
  ['/blog-detail/output-in-dollars-is-not-output', 200],
  ['/press-details/licences-in-one-sentence', 200],
  ['/blog-detail/none', 404],
  ['/press-details/none', 404],
  ['/testimonials', 200],
  ['/client', 200],
  ['/terms-and-condition', 200],
  ['/privacy-policies', 200],
  ['/gdpr-policy', 200],
  ['/cookies', 200],
  ['/refund-policy', 200],
  ['/how-to-order', 200],
  ['/research-methology', 200],
  ['/buy-now?id=CODE&type=corporate-user', 200],
  ['/buy-now?id=nothing', 404],
  ['/buy-now?id=CODE&type=free', 422],
  ['/contact', 200],
  ['/career', 200],
  ['/become-reseller', 200],
  ['/request-details/CODE', 200],
  ['/sample/CODE', 200],
  ['/discount/CODE', 200],
  ['/inquiry/CODE', 200],
  ['/customization/CODE', 200],
  ['/sample/nothing', 404],
  ['/thank-you?from=/faq', 200],
  ['/newsletter', 200],
  ['/login', 200],
  ['/signup', 200],
  ['/forgot-password', 200],
  ['/reset-password?token=x', 404],
  ['/confirm-email?token=x', 404],
  ['/renew-download', 200],
  ['/verify/0', 404],
  ['/seat/0', 404],
  ['/join/QI-000001?signature=x', 404],
  ['/accepted-terms/0', 404],
  [
    '/custom_search?q=steel&industry=INDUSTRY&price_from=1&price_to=9999&pages_from=5' +
      '&year=2026&sort=cheapest&page=1',
    200,
  ],
  ['/newsletter/0', 404],
  ['/unsubscribe/0', 404],
  ['/payment-success', 422],
  ['/payment-success?token=UNKNOWN1', 404],
  ['/nothing-here', 404],
  ['/industries/nothing', 404],
  ['/report-store?page=999', 404],
  ['/a/b/c', 404],
];

test.each(pageStatuses)('%s answers %i with valid HTML and a title', async (pattern, status) => {
  const { slug, code, industrySlug } = pages.report;
  const response = await pages.get(
    pattern.replace('INDUSTRY', industrySlug).replace('SLUG', slug).replace('CODE', code),
  );
  const html = await response.text();
  expect(response.status).toBe(status);
  expect(html).toContain('site-header');
  expect(html).toContain('site-footer');
  if (status === 200) expect(html).toMatch(/<title>[^<]+ \| Quillmark Insights<\/title>/);
  expect(await listHtmlErrors(html)).toEqual([]);
});

test.each([
  '/contact',
  '/career',
  '/become-reseller',
  '/newsletter',
  '/custom_search?q=zzz',
  '/login',
  '/signup',
  '/forgot-password',
  '/buy-now?id=CODE&type=single-user',
  ...['sample', 'discount', 'inquiry', 'customization', 'request-details'].map(
    (kind) => `/${kind}/CODE`,
  ),
])('%s refuses an empty form with valid HTML', async (pattern) => {
  const response = await pages.postForm(pattern.replace('CODE', pages.report.code), {});
  const html = await response.text();
  expect(response.status).toBe(422);
  expect(html).toContain('role="alert"');
  expect(await listHtmlErrors(html)).toEqual([]);
});

test('the page that describes the API is valid HTML', async () => {
  const html = await (await pages.get('/admin/api/docs')).text();
  expect(await listHtmlErrors(html)).toEqual([]);
});

test('a chart that other sites frame is valid HTML, and names its report', async () => {
  const { code, slug } = pages.report;
  const figures = (await pages.server.app.catalogue.reports.getByCode(code))?.figures;
  const html = await (await pages.get(`/chart/${code}/${figures?.series[0]?.id}`)).text();
  expect(html).toContain(`/${slug}#chart-`);
  expect(await listHtmlErrors(html)).toEqual([]);
});

test.each(['x', 'x.csv', 'x.png', 'output~output', 'output~real.png', '..%2f..%2fx.png'])(
  'a chart that a report does not show is not there: %s',
  async (file) => {
    expect((await pages.get(`/chart/${pages.report.code}/${file}`)).status).toBe(404);
  },
);

test('the older path of a report redirects to the canonical one for good', async () => {
  const response = await pages.get(`/report-details/${pages.report.slug}`);
  expect([response.status, response.headers.get('location')]).toEqual([
    301,
    `/${pages.report.slug}`,
  ]);
});

test.each(['/blog', '/press-release', '/services'])(
  '%s: the first picture of the list is loaded first, the others as they come near',
  async (path) => {
    const html = await (await pages.get(path)).text();
    const main = html.slice(html.indexOf('<main'), html.indexOf('</main>'));
    const [first = '', ...others] = main.match(/<img [^>]*>/g) ?? [];
    expect(first).toContain('fetchPriority="high"');
    expect(others.length).toBeGreaterThan(0);
    for (const img of others) expect(img).toContain('loading="lazy"');
  },
);
