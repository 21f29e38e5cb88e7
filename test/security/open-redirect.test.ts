import { afterAll, beforeAll, expect, test } from 'vitest';
import { openAttacker, type Attacker } from './attacker.ts';

const email = 'redirected@company.example';

let attacker: Attacker;
beforeAll(async () => {
  attacker = await openAttacker();
  await attacker.createCustomer(email);
});
afterAll(() => attacker?.close());

test.each([
  '//evil.example',
  '/\\evil.example',
  'https://evil.example',
  'javascript:alert(1)',
  '/%09/evil.example',
  '/\t/evil.example',
  '@evil.example',
  '\\\\evil.example',
  '/／evil.example',
  'https:evil.example',
  `//${'x'.repeat(10_000)}`,
  '/.//evil.example',
  '/x/..//evil.example',
])('A-21 logging in with from=%j stays on the store', async (from) => {
  const response = await attacker
    .openSession()
    .postForm(`/login?from=${encodeURIComponent(from)}`, { email, password: 'correct horse' });
  const target = new URL(response.headers.get('location') ?? '/', attacker.server.url);
  expect(target.origin).toBe(new URL(attacker.server.url).origin);
});
