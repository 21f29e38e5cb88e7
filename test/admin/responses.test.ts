import { afterAll, beforeAll, expect, test } from 'vitest';
import { startAdminTestServer, type AdminTestServer } from './admin-test-client.ts';

let admin: AdminTestServer;
beforeAll(async () => void (admin = await startAdminTestServer({ template: 'small' })));
afterAll(() => admin?.close());

test('a page of the back office is kept by nobody, framed by nobody and found by nobody', async () => {
  const client = await admin.signIn('owner');
  const { headers } = await client.get('/admin');
  expect(headers.get('cache-control')).toBe('private, no-store');
  expect(headers.get('x-robots-tag')).toContain('noindex');
  const policy = headers.get('content-security-policy') ?? '';
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).toContain("script-src 'self';");
});

test('a form of staff may have 2 MB and thousands of fields, a public one 64 KB and 100', async () => {
  const client = await admin.signIn('owner');
  const many = Object.fromEntries(Array.from({ length: 3000 }, (_, i) => [`pick.${i}`, '1']));
  expect(
    (await client.post('/admin/no-such-page', { ...many, text: 'x'.repeat(1_900_000) })).status,
  ).toBe(404);
  expect((await client.post('/admin/no-such-page', { text: 'x'.repeat(2_200_000) })).status).toBe(
    413,
  );
  expect((await client.post('/contact', { text: 'x'.repeat(70_000) })).status).toBe(413);
});

test('F9: a session that ended, or whose owner was disabled, is signed out with the next request', async () => {
  const client = await admin.signIn('owner');
  expect((await client.get('/admin')).status).toBe(200);
  await admin.server.db
    .updateTable('staff')
    .set({ disabledAt: new Date() })
    .where('id', '=', client.staffId)
    .execute();
  expect((await client.get('/admin')).status).toBe(303);
});
