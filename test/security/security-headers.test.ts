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

test('A-36 a chart is the only page that others may frame: no script, form or cookie', async () => {
  const report = await attacker.server.app.catalogue.reports.getByCode(attacker.reportCode);
  const key = String(report?.figures.series[0]?.id);
  const response = await attacker.openSession().request(`/chart/${attacker.reportCode}/${key}`);
  const policy = response.headers.get('content-security-policy');
  expect(response.status).toBe(200);
  expect(policy).toContain('frame-ancestors *');
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("form-action 'none'");
  expect(policy).not.toContain('script-src');
  expect(response.headers.get('x-frame-options')).toBeNull();
  expect(response.headers.get('set-cookie')).toBeNull();
  expect(await response.text()).not.toMatch(/<script|<form/);
});

test.each(['/', '/about', '/contact', '/faq'])(
  'A-36 links of %s that open another window give it no access to ours',
  async (path) => {
    const html = await (await attacker.openSession().request(path)).text();
    const links = [...html.matchAll(/<a [^>]*target="_blank"[^>]*>/g)].map(([link]) => link);
    expect(links.filter((link) => !/rel="[^"]*noopener/.test(link))).toEqual([]);
  },
);
