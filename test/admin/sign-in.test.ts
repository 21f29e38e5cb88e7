import type { Browser, CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { demoPassword, getDemoEmail } from '#core/staff/model.ts';
import {
  collectPageErrors,
  listFaultsAtBothWidths,
  launchBrowser,
  openPage,
} from '../support/browser.ts';
import type { TestServer } from '../support/test-server.ts';
import { createInvitation, staffPassword } from '../support/test-sign-in.ts';
import { startStaffStore, type StaffStore } from './staff-store.ts';

/** Outside the demo, where a second factor is required. */
let store: StaffStore;
let server: TestServer;
let browser: Browser;
beforeAll(async () => {
  store = await startStaffStore();
  ({ server } = store);
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await store?.close();
});
beforeEach(async () => void (await server.db.deleteFrom('rateLimit').execute()));

const openPaths = ['/admin', '/admin/account', '/admin/staff'];

test('F12: an invitation works once, and its role is not the one of the form', async () => {
  const { session, secret, again } = await store.join('nora@staff.example');
  expect((await again()).status).toBe(404);
  expect((await store.openSession().get(`/admin/invitation/${secret}`)).status).toBe(404);
  expect(session.jar.has('staff')).toBe(false);
  const { role } = await server.db
    .selectFrom('staff')
    .select('role')
    .where('email', '=', 'nora@staff.example')
    .executeTakeFirstOrThrow();
  expect(role).toBe('editor');
});

test('F10: with a password alone no page opens, and whoever has no factor sets one up first', async () => {
  const { session } = await store.join('paul@staff.example');
  for (const path of openPaths) {
    const { status, headers } = await session.get(path);
    expect([path, status]).toEqual([path, 303]);
    expect(headers.get('location')).toContain('/admin/login?next=');
  }
  const signedIn = store.openSession();
  const form = { intent: 'password', email: 'paul@staff.example', password: staffPassword };
  const step = await signedIn.post('/admin/login?next=%2Fadmin%2Faccount', form);
  expect(step.headers.get('location')).toBe('/admin/login/set-up?next=%2Fadmin%2Faccount');
  expect([...signedIn.jar.keys()]).toEqual(['staff-ticket']);
  expect((await signedIn.get('/admin/login/factor')).headers.get('location')).toBe(
    '/admin/login/set-up',
  );
});

test('F10: password, code, page: the one that was asked for; a code again is refused', async () => {
  const { session, code, recoveryCodes } = await store.joinWithApp('quinn@staff.example');
  expect((await session.get('/admin/account')).status).toBe(200);
  await session.post('/admin/logout', {});
  expect((await session.get('/admin/account')).status).toBe(303);
  const form = { intent: 'password', email: 'quinn@staff.example', password: staffPassword };
  const step = await session.post('/admin/login?next=%2Fadmin%2Faccount', form);
  expect(step.headers.get('location')).toBe('/admin/login/factor?next=%2Fadmin%2Faccount');
  const address = step.headers.get('location') ?? '';
  expect((await session.get('/admin/login/set-up')).headers.get('location')).toBe('/admin/login');
  const replayed = await session.post(address, { intent: 'code', code });
  expect(replayed.status).toBe(422);
  expect(await replayed.text()).toContain('was already used');
  const [recoveryCode = ''] = recoveryCodes;
  const started = await session.post(address, { intent: 'code', code: recoveryCode });
  expect([started.status, started.headers.get('location')]).toEqual([303, '/admin/account']);
  expect([...session.jar.keys()]).toEqual(['staff']);
  expect((await session.get('/admin/account')).status).toBe(200);
});

test('F23: a form that was sent when the session had ended goes along, and can be sent', async () => {
  const email = 'una@staff.example';
  const { session, recoveryCodes } = await store.joinWithApp(email);
  await session.post('/admin/logout', {});
  const form = { intent: 'name', name: 'Una & Co', password: 'typed here' };
  const ended = await session.post('/admin/account', form);
  const address = '/admin/login?next=%2Fadmin%2Faccount&unsent=1';
  expect([ended.status, ended.headers.get('location')]).toEqual([307, address]);
  const login = await (await session.post(address, form)).text();
  expect(login).toContain('What you typed is kept');
  expect(login).not.toContain('typed+here');
  const readKept = (html: string) =>
    (/name="unsent_form" value="([^"]*)"/.exec(html)?.[1] ?? '').replaceAll('&amp;', '&');
  const unsent_form = readKept(login);
  const password = { intent: 'password', email, password: staffPassword, unsent_form };
  const wrong = await session.post('/admin/login', { ...password, password: 'wrong password' });
  expect(readKept(await wrong.text())).toBe(unsent_form);
  const step = await session.post('/admin/login?next=%2Fadmin%2Faccount', password);
  const factor = '/admin/login/factor?next=%2Fadmin%2Faccount&unsent=1';
  expect([step.status, step.headers.get('location')]).toEqual([307, factor]);
  expect(readKept(await (await session.post(factor, password)).text())).toBe(unsent_form);
  const code = { intent: 'code', code: recoveryCodes[0] ?? '', unsent_form };
  const signedIn = await session.post('/admin/login/factor?next=%2Fadmin%2Faccount', code);
  const html = await signedIn.text();
  expect(html).toContain('action="/admin/account"');
  expect(html).toContain('name="name" value="Una &amp; Co"');
  expect((await session.post('/admin/account', { intent: 'name', name: 'Una & Co' })).status).toBe(
    303,
  );
});

test('F10: five wrong passwords are answered 429 from then on, with the time to wait', async () => {
  await store.joinWithApp('rosa@staff.example');
  const session = store.openSession();
  const form = { intent: 'password', email: 'rosa@staff.example', password: 'wrong password' };
  for (let i = 0; i < 5; i++) {
    const refused = await session.post('/admin/login', form);
    expect(refused.status).toBe(401);
    const html = await refused.text();
    expect(html).toContain('The email address or the password is wrong.');
    expect(html).toContain('value="rosa@staff.example"');
    expect(html).not.toContain('wrong password"');
  }
  const limited = await session.post('/admin/login', { ...form, password: staffPassword });
  expect(limited.status).toBe(429);
  expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0);
});

test('A-64 production shows no demo login and refuses it', async () => {
  const session = store.openSession();
  expect(await (await session.get('/admin/login')).text()).not.toContain('demo.example');
  const form = { intent: 'password', email: getDemoEmail('owner'), password: demoPassword };
  expect((await session.post('/admin/login', form)).status).toBe(401);
});

test('A-66 the login leads to pages of the back office alone', async () => {
  for (const next of ['https://evil.example/', '//evil.example', '/\\evil.example', '/profile']) {
    const session = store.openSession();
    await store
      .joinWithApp(`next-${Math.random().toString(36).slice(2)}@staff.example`)
      .then(({ session: { jar } }) => jar.forEach((value, name) => session.jar.set(name, value)));
    const answer = await session.get(`/admin/login?next=${encodeURIComponent(next)}`);
    expect(answer.headers.get('location')).toBe('/admin');
  }
});

/** A passkey of the browser's own, as a device with a fingerprint reader has them. */
async function addAuthenticator(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return session;
}

/** Screens of people without a session; all others are those of screens.test.ts. */
async function expectAccessibleAtBothWidths(page: Page): Promise<void> {
  expect(await listFaultsAtBothWidths(page)).toEqual([]);
}

test('F11: a passkey is set up, signs in alone, and proves who it is; every page is accessible', async () => {
  const email = 'petra@staff.example';
  const secret = await createInvitation(server, email, 'owner');
  const page = await openPage(browser);
  const errors = collectPageErrors(page);
  await addAuthenticator(page);
  await page.goto(`${server.url}/admin/invitation/${secret}`);
  await expectAccessibleAtBothWidths(page);
  await page.fill('[name=name]', 'Petra');
  await page.fill('[name=password]', staffPassword);
  await page.click('text=Join >> nth=-1');
  await page.waitForURL('**/admin/login/set-up');
  await expectAccessibleAtBothWidths(page);
  await page.click('text=Add a passkey');
  await page.waitForSelector('text=You are signed in');
  await expectAccessibleAtBothWidths(page);
  expect(await page.locator('.admin-codes li').count()).toBe(10);
  await page.click('text=I have saved them');
  await page.waitForURL('**/admin');
  await page.click('text=Sign out');
  await page.waitForURL('**/admin/login');
  await expectAccessibleAtBothWidths(page);
  await page.fill('[name=email]', email);
  await page.fill('[name=password]', staffPassword);
  await page.press('[name=password]', 'Enter');
  await page.waitForURL('**/admin/login/factor');
  await expectAccessibleAtBothWidths(page);
  await page.goto(`${server.url}/admin/login`);
  await page.click('text=Sign in with a passkey');
  await page.waitForURL('**/admin');
  await store.makeProofOld(email);
  await page.goto(`${server.url}/admin/staff`);
  await page.fill('main [name=email]', 'xaver@staff.example');
  await page.selectOption('#role', 'viewer');
  await page.click('text=Send the invitation');
  await page.waitForURL('**/admin/prove?*');
  await expectAccessibleAtBothWidths(page);
  await page.click('text=Use your passkey instead');
  await page.waitForURL('**/admin/staff');
  await page.waitForSelector('text=The invitation was sent to xaver@staff.example');
  const staffId = await store.getStaffId(email);
  for (const path of ['account', `staff/${staffId}`]) {
    await page.goto(`${server.url}/admin/${path}`);
    await expectAccessibleAtBothWidths(page);
  }
  expect(errors).toEqual([]);
}, 240_000);

test('F11: a passkey that nobody here has is refused in words, and a password still works', async () => {
  const page = await openPage(browser);
  const authenticator = await addAuthenticator(page);
  const { session } = await store.joinWithApp('yves@staff.example');
  await page
    .context()
    .addCookies([...session.jar].map(([name, value]) => ({ name, value, url: server.url })));
  await page.goto(`${server.url}/admin/account`);
  await page.click('text=Add a passkey');
  await page.waitForSelector('text=The passkey was added.');
  await server.db.deleteFrom('staffFactor').where('kind', '=', 'passkey').execute();
  await page.context().clearCookies();
  await page.goto(`${server.url}/admin/login`);
  await page.click('text=Sign in with a passkey');
  await page.waitForSelector('text=This passkey is not known here');
  await authenticator.detach();
}, 120_000);
