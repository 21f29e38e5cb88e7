import { HtmlValidate } from 'html-validate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../support/test-server.ts';

let server: TestServer;
let slug: string;
let code: string;
let industry: string;

beforeAll(async () => {
  server = await startTestServer();
  const [report] = (await server.app.catalogue.listReports(1)).items;
  [slug, code, industry] = [
    String(report?.slug),
    String(report?.code),
    String(report?.industrySlug),
  ];
});
afterAll(() => server?.close());

const get = (path: string, init: RequestInit = {}) =>
  fetch(server.url + path, { redirect: 'manual', ...init });

const htmlValidator = new HtmlValidate({
  extends: ['html-validate:standard'],
  // Long titles are the catalogue's; inline style carries the industry's hue; tel links are written by staff.
  rules: {
    'long-title': 'off',
    'no-inline-style': 'off',
    'tel-non-breaking': 'off',
    'no-trailing-whitespace': 'off',
    'void-style': 'off',
    'attribute-boolean-style': 'off',
    'attribute-empty-style': 'off',
    'prefer-native-element': 'off',
    'no-implicit-button-type': 'off',
    'require-sri': 'off',
    'no-redundant-role': 'off',
    'doctype-style': 'off',
    'valid-id': 'off',
    'no-raw-characters': 'off',
    'svg-focusable': 'off',
  },
});

describe("every page is valid HTML, with header, footer, a title that ends with the site's name, and the right status", () => {
  test.each([
    ['/', 200],
    ['/industries', 200],
    ['/industries/INDUSTRY', 200],
    ['/report-store', 200],
    ['/report-store?page=2', 200],
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
      '/custom_search?q=steel&industry=INDUSTRY&price_from=1&price_to=9999&pages_from=5&year=2026&sort=cheapest&page=1',
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
  ])('%s answers %i', async (pattern, status) => {
    const response = await get(
      pattern.replace('INDUSTRY', industry).replace('SLUG', slug).replace('CODE', code),
    );
    const html = await response.text();
    expect(response.status).toBe(status);
    expect(html).toContain('site-header');
    expect(html).toContain('site-footer');
    if (status === 200) expect(html).toMatch(/<title>[^<]+ \| Quillmark Insights<\/title>/);
    const { results } = await htmlValidator.validateString(html);
    expect(
      results.flatMap(({ messages }) =>
        messages.map(
          ({ ruleId, message, line, column }) => `${ruleId}: ${message} (${line}:${column})`,
        ),
      ),
    ).toEqual([]);
  });
});

test('the other address of a report leads to the canonical one for good', async () => {
  const response = await get(`/report-details/${slug}`);
  expect([response.status, response.headers.get('location')]).toEqual([301, `/${slug}`]);
});

test('a page from the cache is compressed, has an ETag, and answers 304', async () => {
  await get(`/${slug}`);
  const response = await get(`/${slug}`, { headers: { 'accept-encoding': 'br' } });
  expect(response.headers.get('content-encoding')).toBe('br');
  const etag = String(response.headers.get('etag'));
  expect((await get(`/${slug}`, { headers: { 'if-none-match': etag } })).status).toBe(304);
  expect(response.headers.get('set-cookie')).toBeNull();
});

test('queries that a page does not declare never reach it or its cache', async () => {
  const plain = await (await get(`/${slug}`)).text();
  expect(await (await get(`/${slug}?utm_source=x&page=<script>`)).text()).toBe(plain);
});

test('checkout and payment pages are private and never stored', async () => {
  for (const path of [`/buy-now?id=${code}&type=single-user`, '/payment-success?token=X']) {
    expect((await get(path)).headers.get('cache-control')).toBe('private, no-store');
  }
});

test('a form that another site sends is refused', async () => {
  const body = new URLSearchParams({ report_id: code });
  expect(
    (
      await get(`/buy-now?id=${code}`, {
        method: 'POST',
        body,
        headers: { origin: 'https://evil.example' },
      })
    ).status,
  ).toBe(403);
  expect(
    (
      await get(`/buy-now?id=${code}`, {
        method: 'POST',
        body,
        headers: { origin: server.url, 'sec-fetch-site': 'cross-site' },
      })
    ).status,
  ).toBe(403);
});

test('a form larger than 64 KB is refused with 413', async () => {
  const body = new URLSearchParams({ name: 'x'.repeat(70_000) });
  expect(
    (await get(`/buy-now?id=${code}`, { method: 'POST', body, headers: { origin: server.url } }))
      .status,
  ).toBe(413);
});

test('bad billing is told at each field, and nothing that was typed is lost', async () => {
  const body = new URLSearchParams({
    name: 'Ada <b>',
    email: 'no address',
    report_id: code,
    type: 'single-user',
  });
  const response = await get(`/buy-now?id=${code}&type=single-user`, {
    method: 'POST',
    body,
    headers: { origin: server.url },
  });
  const html = await response.text();
  expect(response.status).toBe(422);
  expect(html).toContain('value="Ada &lt;b&gt;"');
  expect(html).toContain('Please give an e-mail address like name@company.com.');
  expect(html).toContain('Please accept the Terms &amp; Conditions.');
});

test('the search answers industries, services and reports whose names contain the words, and forgives a typing error', async () => {
  const found = (await (await get('/data/search?q=STEEL')).json()) as {
    reports: unknown[];
    industries: { slug: string }[];
  };
  expect(found.industries.map(({ slug: one }) => one)).toContain('steel-and-fabricated-metal');
  expect(found.reports.length).toBeGreaterThan(0);
  const near = (await (await get('/data/search?q=semicondctors')).json()) as {
    reports: { title: string }[];
    nearest: boolean;
  };
  expect(near.nearest).toBe(true);
  expect(near.reports[0]?.title).toContain('Semiconductor');
  expect(
    ((await (await get('/data/search?q=zzzzqqq')).json()) as { reports: unknown[] }).reports,
  ).toEqual([]);
});

test('the page is new as soon as what it shows has changed', async () => {
  const before = await (await get(`/${slug}`)).text();
  expect(before).not.toContain('changed by the test');
  await server.db.transaction().execute(async (tx) => {
    await tx
      .updateTable('report')
      .set({ title: 'A title changed by the test' })
      .where('slug', '=', slug)
      .execute();
    await server.invalidate(tx, [`report:${slug}`]);
  });
  await expect
    .poll(async () => (await get(`/${slug}`)).text(), { timeout: 2000 })
    .toContain('changed by the test');
});

test.each([
  '//evil.example',
  '/\\\\evil.example',
  'https://evil.example',
  'javascript:alert(1)',
  '/%09/evil.example',
  '/\t/evil.example',
  '@evil.example',
  '/ /evil',
  '/'.repeat(400),
  '\u2215\u2215evil.example',
])('/thank-you leads home and not to %j', async (from) => {
  const html = await (await get(`/thank-you?from=${encodeURIComponent(from)}`)).text();
  const target = /href="([^"]*)" data-leave="5000"/.exec(html)?.[1] ?? '';
  expect(new URL(target, server.url).origin).toBe(server.url);
  if (!from.includes('%09')) expect(target).toBe('/');
});

test('/thank-you leads back to a page of ours after five seconds', async () => {
  expect(await (await get('/thank-you?from=/sample/x')).text()).toContain(
    'href="/sample/x" data-leave="5000"',
  );
});

test('a form without script is refused for the captcha, with everything that was typed', async () => {
  const body = new URLSearchParams({
    name: 'Ada',
    email: 'ada@example.com',
    country_code: '+39',
    mobile_no: '02 0000',
    company_name: 'Example',
    message: 'Typed <b>words</b>',
    privacy_policy: '1',
  });
  const response = await get('/contact', { method: 'POST', body, headers: { origin: server.url } });
  const html = await response.text();
  expect(response.status).toBe(422);
  expect(html).toContain('Please complete the CAPTCHA.');
  expect(html).toContain('Typed &lt;b&gt;words&lt;/b&gt;</textarea>');
  expect(html).toContain('<option value="+39" selected>');
});
