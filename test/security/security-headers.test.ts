import { afterAll, beforeAll, expect, test } from 'vitest';
import { openAttacker, type Attacker } from './attacker.ts';

let attacker: Attacker;
beforeAll(async () => {
  attacker = await openAttacker();
});
afterAll(() => attacker?.close());

test.each([
  '/',
  '/buy-now?id=QM-X&type=single-user',
  '/payment-success?token=X',
  '/login',
  '/no-such-page',
  '/verify/0',
  '/profile',
])('A-36 %s can not be framed, opened into or sniffed', async (path) => {
  const { headers } = await attacker.openSession().request(path);
  const policy = headers.get('content-security-policy');
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toMatch(/script-src[^;]*unsafe/);
  expect(headers.get('x-frame-options')).toBe('DENY');
  expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
});

test.each(['/', '/about', '/contact', '/faq'])(
  'A-36 links of %s that open another window give it no access to ours',
  async (path) => {
    const html = await (await attacker.openSession().request(path)).text();
    const links = [...html.matchAll(/<a [^>]*target="_blank"[^>]*>/g)].map(([link]) => link);
    expect(links.filter((link) => !/rel="[^"]*noopener/.test(link))).toEqual([]);
  },
);
