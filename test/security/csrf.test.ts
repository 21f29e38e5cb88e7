import { afterAll, beforeAll, expect, test } from 'vitest';
import { openAttacker, type Attacker } from './attacker.ts';

let attacker: Attacker;
beforeAll(async () => {
  attacker = await openAttacker();
});
afterAll(() => attacker?.close());

const formType = 'application/x-www-form-urlencoded';
const hostileOrigin = 'https://evil.example';

const postPaths = [
  '/login',
  '/logout',
  '/profile',
  '/signup',
  '/buy-now',
  '/payment-success?order=QI-000001',
  '/data/account/login',
  '/data/forms/contact',
  '/admin/api/user/login',
  '/admin/api/paypal/create-order',
  '/seat/x',
  '/join/x',
];

const crossSitePosts: [string, Record<string, string>, string][] = [
  [
    'a form',
    { 'content-type': formType, origin: hostileOrigin },
    'email=a@b.example&password=secret1',
  ],
  [
    'text/plain',
    { 'content-type': 'text/plain', origin: hostileOrigin },
    '{"email":"a@b.example"}',
  ],
  ['a form with the origin null', { 'content-type': formType, origin: 'null' }, 'a=b'],
  [
    'a form of a sibling domain',
    { 'content-type': formType, origin: 'http://evil.localhost' },
    'a=b',
  ],
  [
    'a form with cross-site fetch metadata',
    { 'content-type': formType, 'sec-fetch-site': 'cross-site' },
    'a=b',
  ],
  [
    'a form with same-site fetch metadata',
    { 'content-type': formType, 'sec-fetch-site': 'same-site' },
    'a=b',
  ],
  [
    'a form with a method override',
    { 'content-type': formType, origin: hostileOrigin, 'x-http-method-override': 'GET' },
    'a=b',
  ],
];

test.each(crossSitePosts)(
  'A-14 %s from another site is refused with 403 everywhere',
  async (_, headers, body) => {
    for (const path of postPaths) {
      const response = await attacker.openSession().request(path, {
        method: 'POST',
        headers,
        body,
      });
      expect([path, response.status]).toEqual([path, 403]);
      expect(response.headers.get('set-cookie')).toBeNull();
    }
  },
);

test('A-14 a page of the same name by another scheme or port is another site', async () => {
  const { protocol, host, hostname } = new URL(attacker.server.url);
  const postFrom = async (origin: string): Promise<number> =>
    (
      await attacker.openSession().request('/data/forms/contact', {
        method: 'POST',
        headers: { 'content-type': formType, origin },
        body: 'a=b',
      })
    ).status;
  for (const origin of [
    `https://${host}`,
    `${protocol}//${hostname}:1`,
    `${protocol}//${hostname}`,
  ])
    expect([origin, await postFrom(origin)]).toEqual([origin, 403]);
  expect(await postFrom(`${protocol}//${host}`)).not.toBe(403);
});

test('A-14 a checkout form that another site sends is refused', async () => {
  const postCheckout = (headers: Record<string, string>): Promise<Response> =>
    attacker.openSession().request(`/buy-now?id=${attacker.reportCode}`, {
      method: 'POST',
      body: new URLSearchParams({ report_id: attacker.reportCode }),
      headers,
    });
  expect((await postCheckout({ origin: hostileOrigin })).status).toBe(403);
  const forged = { origin: attacker.server.url, 'sec-fetch-site': 'cross-site' };
  expect((await postCheckout(forged)).status).toBe(403);
});
