import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  accountPassword,
  listEmailTexts,
  login,
  newVisitor,
  openAccount,
  openConfirmedAccount,
  readLastToken,
} from '../../../test/support/test-accounts.ts';
import { openTestApp, type TestApp } from '../../../test/support/test-app.ts';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await openTestApp();
});
afterAll(() => testApp?.close());

const requestReset = (email: string) =>
  testApp.app.accounts.passwordReset.request({ email }, newVisitor());
const sendResetEmail = (email: string) =>
  testApp.app.accounts.jobs['accounts.sendPasswordResetEmail']({ email });
const resetPassword = (token: string, password: string) =>
  testApp.app.accounts.passwordReset.reset(token, { password }, newVisitor());
const listResetEmails = async (email: string) =>
  (await listEmailTexts(testApp, email)).filter((text) => text.startsWith('Set a new password'));

test('every email gets the same answer, and only a known one a reset link', async () => {
  await openAccount(testApp, 'forgot@acc.example');
  const known = await requestReset('forgot@acc.example');
  expect(known).toEqual({
    ok: true,
    value: { message: 'Password reset link has been sent to your email.' },
  });
  expect(await requestReset('unknown@acc.example')).toEqual(known);
  await sendResetEmail('unknown@acc.example');
  expect(await listEmailTexts(testApp, 'unknown@acc.example')).toEqual([]);
});

test('a password is reset once by twenty requests at once, which ends every session', async () => {
  const { accounts } = testApp.app;
  const email = 'reset@acc.example';
  const { session } = await openAccount(testApp, email);
  await sendResetEmail(email);
  const token = await readLastToken(testApp, email);
  expect(await accounts.tokens.isValid(token, 'reset-password')).toBe(true);
  const outcomes = await Promise.all(
    Array.from({ length: 20 }, () => resetPassword(token, 'a new password')),
  );
  expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
  expect(
    outcomes
      .filter(({ ok }) => !ok)
      .every((outcome) => !outcome.ok && outcome.code === 'not-found'),
  ).toBe(true);
  expect(await accounts.sessions.getCurrentCustomer(session)).toBeUndefined();
  expect((await login(testApp, email)).ok).toBe(false);
  expect((await login(testApp, email, 'a new password')).ok).toBe(true);
});

test('a reset link starts with our origin and works for half an hour', async () => {
  const email = 'late@acc.example';
  await openAccount(testApp, email);
  await sendResetEmail(email);
  const token = await readLastToken(testApp, email);
  expect((await listEmailTexts(testApp, email)).at(-1)).toContain(
    `${testApp.deps.origin}/reset-password?token=`,
  );
  testApp.advanceClock(31 * 60_000);
  expect(await resetPassword(token, 'a new password')).toMatchObject({
    ok: false,
    code: 'not-found',
  });
});

test('there is no second reset link while the first one works', async () => {
  const email = 'again@acc.example';
  await openConfirmedAccount(testApp, email);
  await sendResetEmail(email);
  await sendResetEmail(email);
  expect(await listResetEmails(email)).toHaveLength(1);
  const token = await readLastToken(testApp, email);
  expect((await resetPassword(token, 'another secret')).ok).toBe(true);
  await sendResetEmail(email);
  expect(await listResetEmails(email)).toHaveLength(2);
});

describe('changing the password', () => {
  const newPassword = 'a new password';

  test('needs the current one, ends all sessions and starts a new one', async () => {
    const { accounts } = testApp.app;
    const { customer, session } = await openAccount(testApp, 'change@acc.example');
    const change = (present: string) =>
      accounts.passwordChange.change(customer, { present, password: newPassword }, newVisitor());
    expect(await change('not mine')).toMatchObject({
      ok: false,
      errors: { present: [expect.any(String)] },
    });
    const changed = await change(accountPassword);
    expect(await accounts.sessions.getCurrentCustomer(session)).toBeUndefined();
    expect(
      await accounts.sessions.getCurrentCustomer(changed.ok ? changed.value.session : ''),
    ).toBeDefined();
  });

  test('leaves no session of a login that checked the old password', async () => {
    for (let i = 0; i < 4; i++) {
      const { customer } = await openConfirmedAccount(testApp, `race${i}@acc.example`);
      const [, , oldLogin] = await Promise.all([
        testApp.app.accounts.passwordChange.change(
          customer,
          { present: accountPassword, password: 'quite another' },
          newVisitor(),
        ),
        login(testApp, customer.email),
        login(testApp, customer.email),
        login(testApp, customer.email),
      ]);
      const sessions = await testApp.deps.db
        .selectFrom('customerSession')
        .select('tokenHash')
        .where('customerId', '=', customer.id)
        .execute();
      expect(sessions).toHaveLength(1);
      expect(oldLogin).toBeDefined();
    }
  });
});

test('of a reset and a change at once one wins, and all sessions end', async () => {
  const { accounts } = testApp.app;
  const { customer, session } = await openConfirmedAccount(testApp, 'stolen@acc.example');
  await sendResetEmail(customer.email);
  const token = await readLastToken(testApp, customer.email);
  const [reset, change] = await Promise.all([
    resetPassword(token, 'the owner says'),
    accounts.passwordChange.change(
      customer,
      { present: accountPassword, password: 'the thief says' },
      newVisitor(),
    ),
  ]);
  expect([reset.ok, change.ok].filter(Boolean)).toHaveLength(1);
  const winner = reset.ok ? 'the owner says' : 'the thief says';
  expect((await login(testApp, customer.email, winner)).ok).toBe(true);
  expect(await accounts.sessions.getCurrentCustomer(session)).toBeUndefined();
});
