import { afterAll, beforeAll, expect, test } from 'vitest';
import { openAttacker, parseStatus, rawGet, rawRequest, type Attacker } from './attacker.ts';

let attacker: Attacker;
beforeAll(async () => {
  attacker = await openAttacker();
});
afterAll(() => attacker?.close());

const poisonousHeaders: Record<string, string>[] = [
  { host: 'evil.example' },
  { 'x-forwarded-host': 'evil.example' },
  { 'x-forwarded-proto': 'gopher', 'x-forwarded-port': '666' },
  { 'x-original-url': '/admin' },
  { 'x-rewrite-url': '/admin' },
  { 'x-http-method-override': 'POST' },
  { accept: 'application/json' },
  { range: 'bytes=0-1' },
  { cookie: 'session=evil; buyer=evil' },
  { 'accept-language': '<script>' },
  { 'user-agent': '<script>alert(1)</script>' },
  { forwarded: 'host=evil.example' },
  { 'x-forwarded-for': '<script>' },
];
const poisonousQueries = [
  '?utm_source=evil',
  '?a=1&a=2',
  '?q=<script>',
  '?_method=POST',
  `?${'x'.repeat(5000)}`,
];

async function readPage(path: string): Promise<string> {
  const headers = { 'accept-encoding': 'identity' };
  return (await attacker.openSession().request(path, { headers })).text();
}

test.each(['/', '/report-store', '/industries', '/faq', '/admin/api/info'])(
  'A-18 no header, query or body changes what others get from %s',
  async (path) => {
    const before = await readPage(path);
    for (const headers of poisonousHeaders) {
      const response = await attacker.sendRawHttp(
        rawRequest([
          `GET ${path}?p=${Math.random()} HTTP/1.1`,
          ...(headers['host'] ? [] : ['Host: localhost']),
          ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
          'Connection: close',
        ]),
      );
      expect(response).not.toContain('evil.example');
      expect(response.toLowerCase()).not.toContain('set-cookie');
    }
    for (const query of poisonousQueries)
      await (await attacker.openSession().request(path + query)).arrayBuffer();
    await attacker.sendRawHttp(`${rawGet(path, 'Content-Length: 5')}q=bad`);
    expect(await readPage(path)).toBe(before);
  },
);

test('A-18 pages of a customer and pages that do not exist are never cached', async () => {
  const email = 'cached@company.example';
  const customer = await attacker.createCustomer(email);
  const profile = await customer.request('/profile');
  expect(profile.headers.get('cache-control')).toContain('no-store');
  expect((await attacker.openSession().request('/profile')).status).toBe(302);
  for (const path of ['/', '/faq', '/report-store']) {
    const response = await customer.request(path);
    expect(await response.text()).not.toContain(email);
    expect(response.headers.get('set-cookie')).toBeNull();
  }
  const missing = await attacker.openSession().request('/no-such-report-here');
  expect([missing.status, missing.headers.get('etag')]).toEqual([404, null]);
});

test('A-19 a private page under the name of a file is 404 and never cached', async () => {
  const email = 'deceived@company.example';
  const customer = await attacker.createCustomer(email);
  for (const path of [
    '/profile/x.css',
    '/profile.css',
    '/profile/..%2fx.css',
    '/profile%2fx.js',
    '/profile;x.css',
    '/payment-success.js?token=x',
    '/payment-success/x.png',
    '/profile/export/x.css',
  ]) {
    const response = await customer.request(path);
    expect([path, response.status]).toEqual([path, 404]);
    expect(await response.text()).not.toContain(email);
    expect(await (await attacker.openSession().request(path)).text()).not.toContain(email);
  }
});

test('A-37 other spellings of a path and unknown paths are not cached', async () => {
  for (const path of [
    '/x/../faq',
    '/faq/',
    '/faq//',
    '//faq',
    '/%66aq',
    '/FAQ',
    '/./faq',
    '/faq/.',
    '/faq;x',
    '/x/%2e%2e/faq',
  ]) {
    const response = await attacker.sendRawHttp(rawGet(path));
    expect([path, /etag:/i.test(response), parseStatus(response) < 500]).toEqual([
      path,
      false,
      true,
    ]);
  }
  for (let i = 0; i < 40; i++) {
    const [missing, search] = await Promise.all([
      attacker.openSession().request(`/no-such-report-${i}`),
      attacker.openSession().request(`/custom_search?q=word${i}`),
    ]);
    const etags = [missing.headers.get('etag'), search.headers.get('etag')];
    expect([missing.status, ...etags]).toEqual([404, null, null]);
    await Promise.all([missing.arrayBuffer(), search.arrayBuffer()]);
  }
  const [etag, otherEtag] = await Promise.all(
    ['/?a=1', '/?b=2'].map(async (path) =>
      (await attacker.openSession().request(path)).headers.get('etag'),
    ),
  );
  expect(etag).toBe(otherEtag);
});
