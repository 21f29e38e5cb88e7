import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  listEmailTexts,
  login,
  openAccount,
  register,
} from '../../../test/support/test-accounts.ts';
import { openTestApp, type TestApp } from '../../../test/support/test-app.ts';
import { sessionDays } from './model.ts';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await openTestApp();
});
afterAll(() => testApp?.close());

test('a session ends at logout, and no customer has a password hash', async () => {
  const { accounts } = testApp.app;
  const { session, customer } = await openAccount(testApp, 'a@acc.example');
  expect(customer).toMatchObject({ name: 'Ada', confirmed: false });
  expect(JSON.stringify(customer)).not.toContain('scrypt');
  await accounts.sessions.logout(session);
  expect(await accounts.sessions.getCurrentCustomer(session)).toBeUndefined();
  expect(await accounts.sessions.getCurrentCustomer('x')).toBeUndefined();
});

describe('registering', () => {
  test('with a known email gets the same answer, and changes nothing', async () => {
    const first = await register(testApp, 'known@acc.example');
    const second = await register(testApp, 'KNOWN@acc.example', { password: 'another one' });
    expect(second).toEqual(first);
    await testApp.app.accounts.jobs['accounts.sendRegistrationEmail']({
      email: 'known@acc.example',
      isRegistered: true,
    });
    expect((await listEmailTexts(testApp, 'known@acc.example')).join()).toContain(
      'You already have an account',
    );
    expect((await login(testApp, 'known@acc.example', 'another one')).ok).toBe(false);
  });

  test.each([
    ['short', 'Password must be at least 6 characters'],
    ['password1', 'This password is too easy to guess. Please choose another one.'],
  ])('with the password %j is refused', async (password, message) => {
    expect(await register(testApp, 'weak@acc.example', { password })).toMatchObject({
      ok: false,
      code: 'invalid',
      errors: { password: [message] },
    });
  });

  test('A-26 fields that the form does not have (role, id, confirmedAt) are ignored', async () => {
    await register(testApp, 'mass@acc.example', {
      confirmedAt: new Date().toISOString(),
      id: 1,
      role: 'staff',
    });
    expect(
      await testApp.deps.db
        .selectFrom('customer')
        .select('confirmedAt')
        .where('email', '=', 'mass@acc.example')
        .executeTakeFirst(),
    ).toEqual({ confirmedAt: null });
  });
});

describe('logging in', () => {
  test('a wrong password and an unknown email are refused with the same words', async () => {
    await openAccount(testApp, 'same@acc.example');
    const wrong = await login(testApp, 'same@acc.example', 'wrong password');
    expect(wrong).toMatchObject({ ok: false, code: 'unauthenticated' });
    expect(await login(testApp, 'nobody@acc.example', 'wrong password')).toEqual(wrong);
  });

  test.each([
    ['', 'Email is required', 'Password is required'],
    ['no address', 'Invalid email format', 'Password is required'],
  ])('with the email %j says "%s"', async (email, emailMessage, passwordMessage) => {
    expect(await login(testApp, email, '')).toMatchObject({
      ok: false,
      code: 'invalid',
      errors: { email: [emailMessage], password: [passwordMessage, expect.anything()] },
    });
  });
});

test('a session ends by itself, and not before its last day', async () => {
  const { session } = await openAccount(testApp, 'expiry@acc.example');
  const { accounts } = testApp.app;
  testApp.advanceClock((sessionDays - 1) * 86_400_000);
  expect(await accounts.sessions.getCurrentCustomer(session)).toMatchObject({
    email: 'expiry@acc.example',
  });
  testApp.advanceClock(2 * 86_400_000);
  expect(await accounts.sessions.getCurrentCustomer(session)).toBeUndefined();
});
