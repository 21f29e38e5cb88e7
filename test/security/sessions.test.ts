import { afterAll, beforeAll, expect, test } from 'vitest';
import { openAttacker, type Attacker, type AttackerSession } from './attacker.ts';

let attacker: Attacker;
beforeAll(async () => {
  attacker = await openAttacker();
});
afterAll(() => attacker?.close());

const openProfile = async (session: AttackerSession): Promise<number> =>
  (await session.request('/profile')).status;

test('A-13 a planted session is not used: logging in makes a new one', async () => {
  const email = 'planted@company.example';
  await attacker.createCustomer(email);
  const planted = `session=${'f'.repeat(64)}`;
  const login = await attacker
    .openSession(planted)
    .postForm('/login', { email, password: 'correct horse' });
  const cookies = login.headers.get('set-cookie') ?? '';
  const created = /session=([0-9a-f]{64})/.exec(cookies)?.[0] ?? '';
  expect(created).not.toBe(planted);
  expect(cookies).toMatch(/HttpOnly; SameSite=Lax/);
  expect(await openProfile(attacker.openSession(planted))).toBe(302);
  expect(await openProfile(attacker.openSession(created))).toBe(200);
});

test('A-13 a session is worth nothing after logging out', async () => {
  const session = await attacker.createCustomer('logout@company.example');
  expect(await openProfile(session)).toBe(200);
  await session.postForm('/logout', {});
  expect(await openProfile(session)).toBe(302);
});

test('A-13 changing the password ends every session of the customer', async () => {
  const email = 'changed@company.example';
  const session = await attacker.createCustomer(email);
  const otherSession = await attacker.createCustomer(email);
  const response = await session.postForm('/profile', {
    what: 'password',
    present: 'correct horse',
    password: 'another horse',
  });
  expect([response.status, await response.text()]).toEqual([
    200,
    expect.stringContaining('Password changed.'),
  ]);
  expect(await openProfile(otherSession)).toBe(302);
  expect(await openProfile(session)).toBe(302);
});
