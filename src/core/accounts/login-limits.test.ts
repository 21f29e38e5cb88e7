import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  accountPassword,
  newVisitor,
  openAccount,
  profile,
} from '../../../test/support/test-accounts.ts';
import { openTestApp, type TestApp } from '../../../test/support/test-app.ts';
import { KnownBrowsers } from './known-browsers.ts';
import type { Visitor } from './model.ts';

const email = 'owner@acc.example';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await openTestApp();
  await openAccount(testApp, email);
});
afterAll(() => testApp?.close());
beforeEach(async () => void (await testApp.deps.db.deleteFrom('rateLimit').execute()));

const login = (visitor: Visitor, more: object = {}) =>
  testApp.app.accounts.sessions.login({ email, password: accountPassword, ...more }, visitor);

/** Uses up a count as so many forms would, without the time that their passwords take. */
async function fillCount(name: string, key: string, maxAttempts: number): Promise<void> {
  for (let i = 0; i < maxAttempts; i++)
    await testApp.deps.consumeRateLimit(name, key, maxAttempts, 900);
}
const attackFrom = ({ clientIp }: Visitor) =>
  fillCount('login-mailbox-ip', `${email} ${clientIp}`, 10);
const attackFromEverywhere = () => fillCount('login-mailbox', email, 50);

const refused = { ok: false, code: 'rate-limited', retryAfterSeconds: expect.any(Number) };
const captchaRequired = {
  ...refused,
  errors: { turnstile_token: ['Please complete the CAPTCHA.'] },
};

test('A-48 ten wrong passwords from a network end its tries, however the address is written', async () => {
  const attacker = newVisitor();
  for (let i = 0; i < 10; i++)
    await login(attacker, { email: `owner+${i}@ACC.example`, password: 'wrong password' });
  expect(await login(attacker)).toMatchObject(refused);
  expect((await login(newVisitor())).ok).toBe(true);
});

describe('while an account is attacked from everywhere', () => {
  test('A-48 its owner gets in from another network with the right password', async () => {
    await attackFromEverywhere();
    expect((await login(newVisitor())).ok).toBe(true);
  });

  test('A-48 another network has three tries', async () => {
    await attackFromEverywhere();
    const visitor = newVisitor();
    const wrong = { password: 'wrong password' };
    for (let i = 0; i < 3; i++)
      expect(await login(visitor, wrong)).toMatchObject({ code: 'unauthenticated' });
    expect(await login(visitor, wrong)).toMatchObject(refused);
  });

  test('A-48 a solved captcha lets anybody try', async () => {
    await attackFromEverywhere();
    const visitor = { ...newVisitor(), isCaptchaOffered: true };
    await attackFrom(visitor);
    expect(await login(visitor)).toMatchObject(captchaRequired);
    expect(await login(visitor, { turnstile_token: 'robot' })).toMatchObject(captchaRequired);
    expect(await login(visitor, { turnstile_token: 'away' })).toMatchObject({
      code: 'unavailable',
    });
    expect((await login(visitor, { turnstile_token: 'human' })).ok).toBe(true);
  });

  test('A-48 a browser that has logged in before gets in, even from a network that attacks', async () => {
    const first = await login(newVisitor());
    if (!first.ok) throw new Error(first.message);
    const visitor = newVisitor();
    await attackFrom(visitor);
    await attackFromEverywhere();
    expect(await login(visitor)).toMatchObject(refused);
    const { knownBrowser } = first.value;
    expect((await login({ ...visitor, knownBrowser })).ok).toBe(true);
    expect(await login({ ...visitor, knownBrowser: `${knownBrowser}x` })).toMatchObject(refused);
  });
});

test('A-48 a program that calls the API is told when to try again, and of no captcha', async () => {
  const visitor = newVisitor();
  await attackFrom(visitor);
  const outcome = await login(visitor, { turnstile_token: 'human' });
  expect(outcome).toMatchObject({ ...refused, message: expect.stringContaining('minutes') });
  expect(outcome).not.toHaveProperty('errors');
});

test.each([
  {
    action: 'forgot-password',
    send: (visitor: Visitor, more: object) =>
      testApp.app.accounts.passwordReset.request({ email, ...more }, visitor),
  },
  {
    action: 'register',
    send: (visitor: Visitor, more: object) => {
      const form = { ...profile, email: 'new@acc.example', password: accountPassword };
      return testApp.app.accounts.registration.register({ ...form, ...more }, visitor);
    },
  },
])('A-48 while $action is flooded, others get through', async ({ action, send }) => {
  await fillCount(`${action}-global`, 'all', 2000);
  const visitor = { ...newVisitor(), isCaptchaOffered: true };
  expect((await send(visitor, {})).ok).toBe(true);
  await fillCount(`${action}-attack-ip`, visitor.clientIp, 3);
  expect(await send(visitor, {})).toMatchObject(captchaRequired);
  expect((await send(visitor, { turnstile_token: 'human' })).ok).toBe(true);
});

test('A-48 the mark of a known browser is for one account, and for 400 days', () => {
  let now = Date.now();
  const knownBrowsers = new KnownBrowsers({ ...testApp.deps, clock: () => new Date(now) });
  const mark = knownBrowsers.issueMark(email);
  expect(knownBrowsers.readMark(mark, 'Owner@ACC.example')).toMatch(/^[0-9a-f]{32}$/);
  expect(knownBrowsers.readMark(mark, 'other@acc.example')).toBeUndefined();
  expect(knownBrowsers.readMark(undefined, email)).toBeUndefined();
  const [id, day, signature] = mark.split('.');
  const later = `${id}.${Number(day) + 300}.${signature}`;
  expect(knownBrowsers.readMark(later, email)).toBeUndefined();
  now += 401 * 86_400_000;
  expect(knownBrowsers.readMark(mark, email)).toBeUndefined();
});
