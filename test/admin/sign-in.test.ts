import type { Browser, CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { demoPassword, getDemoEmail } from '#core/staff/model.ts';
import {
  collectPageErrors,
  expectAccessiblePage,
  launchBrowser,
  openPage,
} from '../support/browser.ts';
import { findFreePorts } from '../support/free-ports.ts';
import { productionEnv } from '../support/production-env.ts';
import { createInvitation, generateCode, staffPassword } from '../support/test-sign-in.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';

/** Outside the demo, where a second factor is required. */
let server: TestServer;
let browser: Browser;
beforeAll(async () => {
  const port = await findFreePorts();
  server = await startTestServer({
    template: 'small',
    env: { ...productionEnv, PORT: String(port), ORIGIN: `http://localhost:${port}` },
  });
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});
beforeEach(async () => void (await server.db.deleteFrom('rateLimit').execute()));

/** A browser without script: it keeps cookies and posts forms. */
function openSession() {
  const jar = new Map<string, string>();
  const fetchPage = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(new URL(path, server.url), {
      ...init,
      redirect: 'manual',
      headers: { cookie, origin: server.url, 'sec-fetch-site': 'same-origin' },
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') jar.delete(name);
      else jar.set(name, value);
    }
    return response;
  };
  return {
    jar,
    get: fetchPage,
    post: (path: string, form: Record<string, string>) =>
      fetchPage(path, { method: 'POST', body: new URLSearchParams(form) }),
  };
}

/** Somebody who joined by an invitation and is about to set up a factor. */
async function join(email: string, role: 'owner' | 'editor' = 'editor') {
  const secret = await createInvitation(server, email, role);
  const session = openSession();
  const form = { intent: 'accept', name: 'Ada', password: staffPassword, role: 'owner' };
  const accepted = await session.post(`/admin/invitation/${secret}`, form);
  expect([accepted.status, accepted.headers.get('location')]).toEqual([303, '/admin/login/set-up']);
  return { session, secret, again: () => session.post(`/admin/invitation/${secret}`, form) };
}

const readTotpSecret = (html: string): string =>
  (/class="admin-secret">([A-Z2-7 ]+)</.exec(html)?.[1] ?? '').replaceAll(' ', '');

/** The same with an authenticator app; signed in. */
async function joinWithApp(email: string, role: 'owner' | 'editor' = 'editor') {
  const { session } = await join(email, role);
  const secret = readTotpSecret(await (await session.get('/admin/login/set-up')).text());
  const code = generateCode(secret, new Date());
  const done = await session.post('/admin/login/set-up', { intent: 'totp', code });
  const html = await done.text();
  expect(done.status).toBe(200);
  const recoveryCodes = html.match(/[0-9a-f]{4}(-[0-9a-f]{4}){3}/g) ?? [];
  expect(recoveryCodes).toHaveLength(10);
  return { session, secret, recoveryCodes };
}

const openPaths = ['/admin', '/admin/account', '/admin/staff'];

test('F12: an invitation works once, and its role is not the one of the form', async () => {
  const { session, secret, again } = await join('nora@staff.example');
  expect((await again()).status).toBe(404);
  expect((await openSession().get(`/admin/invitation/${secret}`)).status).toBe(404);
  expect(session.jar.has('staff')).toBe(false);
  const { role } = await server.db
    .selectFrom('staff')
    .select('role')
    .where('email', '=', 'nora@staff.example')
    .executeTakeFirstOrThrow();
  expect(role).toBe('editor');
});

test('F10: with a password alone no page opens, and whoever has no factor sets one up first', async () => {
  const { session } = await join('paul@staff.example');
  for (const path of openPaths) {
    const { status, headers } = await session.get(path);
    expect([path, status]).toEqual([path, 303]);
    expect(headers.get('location')).toContain('/admin/login?next=');
  }
  const signedIn = openSession();
  const form = { intent: 'password', email: 'paul@staff.example', password: staffPassword };
  const step = await signedIn.post('/admin/login?next=%2Fadmin%2Faccount', form);
  expect(step.headers.get('location')).toBe('/admin/login/set-up?next=%2Fadmin%2Faccount');
  expect([...signedIn.jar.keys()]).toEqual(['staff-ticket']);
  expect((await signedIn.get('/admin/login/factor')).headers.get('location')).toBe(
    '/admin/login/set-up',
  );
});

test('F10: password, code, page: the one that was asked for; a code again is refused', async () => {
  const { session, secret, recoveryCodes } = await joinWithApp('quinn@staff.example');
  expect((await session.get('/admin/account')).status).toBe(200);
  await session.post('/admin/logout', {});
  expect((await session.get('/admin/account')).status).toBe(303);
  const form = { intent: 'password', email: 'quinn@staff.example', password: staffPassword };
  const step = await session.post('/admin/login?next=%2Fadmin%2Faccount', form);
  expect(step.headers.get('location')).toBe('/admin/login/factor?next=%2Fadmin%2Faccount');
  const address = step.headers.get('location') ?? '';
  expect((await session.get('/admin/login/set-up')).headers.get('location')).toBe('/admin/login');
  const code = generateCode(secret, new Date());
  const replayed = await session.post(address, { intent: 'code', code });
  expect(replayed.status).toBe(422);
  expect(await replayed.text()).toContain('was used already');
  const [recoveryCode = ''] = recoveryCodes;
  const started = await session.post(address, { intent: 'code', code: recoveryCode });
  expect([started.status, started.headers.get('location')]).toEqual([303, '/admin/account']);
  expect([...session.jar.keys()]).toEqual(['staff']);
  expect((await session.get('/admin/account')).status).toBe(200);
});

test('F10: five wrong passwords are answered 429 from then on, with the time to wait', async () => {
  await joinWithApp('rosa@staff.example');
  const session = openSession();
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

test('A-71 production shows no demo login and refuses it', async () => {
  const session = openSession();
  expect(await (await session.get('/admin/login')).text()).not.toContain('demo.example');
  const form = { intent: 'password', email: getDemoEmail('owner'), password: demoPassword };
  expect((await session.post('/admin/login', form)).status).toBe(401);
});

test('A-73 the login leads to pages of the back office alone', async () => {
  for (const next of ['https://evil.example/', '//evil.example', '/\\evil.example', '/profile']) {
    const session = openSession();
    await joinWithApp(`next-${Math.random().toString(36).slice(2)}@staff.example`).then(
      ({ session: { jar } }) => jar.forEach((value, name) => session.jar.set(name, value)),
    );
    const answer = await session.get(`/admin/login?next=${encodeURIComponent(next)}`);
    expect(answer.headers.get('location')).toBe('/admin');
  }
});

async function makeProofOld(email: string): Promise<void> {
  const { id } = await server.db
    .selectFrom('staff')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  await server.db
    .updateTable('staffSession')
    .set({ provedAt: new Date(Date.now() - 11 * 60_000) })
    .where('staffId', '=', id)
    .execute();
}

test('a form that asks for a proof is posted on with all it had, and done after the proof', async () => {
  const email = 'olga@staff.example';
  const { session, recoveryCodes } = await joinWithApp(email, 'owner');
  await makeProofOld(email);
  const invite = { intent: 'invite', email: '"><b>x@staff.example', role: 'viewer' };
  const asked = await session.post('/admin/staff', invite);
  expect([asked.status, asked.headers.get('location')]).toEqual([422, null]);
  const form = { intent: 'invite', email: 'ines@staff.example', role: 'viewer' };
  const needed = await session.post('/admin/staff', form);
  const proveAddress = '/admin/prove?next=%2Fadmin%2Fstaff';
  expect([needed.status, needed.headers.get('location')]).toEqual([307, proveAddress]);
  const page = await session.post(proveAddress, { ...form, role: '"><b>' });
  expect(page.status).toBe(403);
  const html = await page.text();
  expect(html).toContain('name="email" value="ines@staff.example"');
  expect(html).toContain('value="&quot;&gt;&lt;b&gt;"');
  const proof = { ...form, proof_for: 'post', proof_password: 'wrong', proof_code: 'x' };
  const wrong = await session.post(proveAddress, proof);
  expect(wrong.status).toBe(422);
  expect(await wrong.text()).toContain('The password is wrong.');
  const right = { ...proof, proof_password: staffPassword, proof_code: recoveryCodes[0] ?? '' };
  const proved = await session.post(proveAddress, right);
  expect([proved.status, proved.headers.get('location')]).toEqual([307, '/admin/staff']);
  const done = await session.post('/admin/staff', right);
  expect([done.status, done.headers.get('location')]).toEqual([303, '/admin/staff']);
  expect(await (await session.get('/admin/staff')).text()).toContain('ines@staff.example');
});

test('F8: the last owner is answered 409 for taking the role from themselves', async () => {
  const email = 'zoe@staff.example';
  const { session } = await joinWithApp(email, 'owner');
  await server.db
    .updateTable('staff')
    .set({ role: 'editor' })
    .where('email', '!=', email)
    .execute();
  const { id } = await server.db
    .selectFrom('staff')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  const address = `/admin/staff/${id}`;
  for (const form of [{ intent: 'role', role: 'viewer' }, { intent: 'disable' }]) {
    const refused = await session.post(address, { role: '', ...form });
    expect(refused.status).toBe(409);
    expect(await refused.text()).toContain('The last owner stays');
  }
  expect((await session.get(address)).status).toBe(200);
});

test('the audit log shows who did what, exports it, and undoes a role', async () => {
  const email = 'vera@staff.example';
  const { session } = await joinWithApp(email, 'owner');
  await join('uma@staff.example');
  const { id } = await server.db
    .selectFrom('staff')
    .select('id')
    .where('email', '=', 'uma@staff.example')
    .executeTakeFirstOrThrow();
  await session.post(`/admin/staff/${id}`, { intent: 'role', role: 'sales' });
  const listed = await (
    await session.get(`/admin/audit?verb=staff.change-role&thing=${id}`)
  ).text();
  const entryPath = /\/admin\/audit\/\d+/.exec(listed)?.[0] ?? '';
  const entry = await (await session.get(entryPath)).text();
  expect(entry).toMatch(/<th scope="row">role<\/th><td[^>]*>editor<\/td><td[^>]*>sales<\/td>/);
  const csv = await session.get(`/admin/audit.csv?thing=${id}&kind=staff`);
  expect(csv.headers.get('content-type')).toContain('text/csv');
  expect(await csv.text()).toContain('staff.change-role');
  expect((await session.post(entryPath, { intent: 'undo' })).status).toBe(303);
  expect((await session.post(entryPath, { intent: 'undo' })).status).toBe(409);
  expect(await (await session.get(`/admin/staff/${id}`)).text()).toContain(
    '<option value="editor" selected="">',
  );
});

test('the system page lists a job that failed and an email that was given up, and tries again', async () => {
  const { session } = await joinWithApp('walt@staff.example', 'owner');
  const email = await server.db
    .insertInto('outboxEmail')
    .values({
      recipient: 'a@b.example',
      subject: 'A receipt',
      messageId: '<system-test@x>',
      body: { html: 'x', text: 'x' },
      queuedAt: new Date(),
      nextAttemptAt: new Date(Date.now() + 3_600_000),
      attemptCount: 300,
      state: 'failed',
      lastError: 'mailbox unavailable',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const html = await (await session.get('/admin/system')).text();
  expect(html).toContain('A receipt');
  expect(html).toContain('mailbox unavailable');
  const retried = await session.post('/admin/system', { intent: 'email', id: String(email.id) });
  expect(retried.status).toBe(303);
  expect((await session.post('/admin/system', { intent: 'job', id: '999999' })).status).toBe(404);
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

test('F11: a passkey is set up, signs in alone, and proves who it is; every page is accessible', async () => {
  const email = 'petra@staff.example';
  const secret = await createInvitation(server, email, 'owner');
  const page = await openPage(browser);
  const errors = collectPageErrors(page);
  await addAuthenticator(page);
  await page.goto(`${server.url}/admin/invitation/${secret}`);
  await expectAccessiblePage(page);
  await page.fill('[name=name]', 'Petra');
  await page.fill('[name=password]', staffPassword);
  await page.click('text=Join >> nth=-1');
  await page.waitForURL('**/admin/login/set-up');
  await expectAccessiblePage(page);
  await page.click('text=Add a passkey');
  await page.waitForSelector('text=You are signed in');
  await expectAccessiblePage(page);
  expect(await page.locator('.admin-codes li').count()).toBe(10);
  await page.click('text=go on');
  await page.waitForURL('**/admin');
  await page.click('text=Sign out');
  await page.waitForURL('**/admin/login');
  await expectAccessiblePage(page);
  await page.click('text=Sign in with a passkey');
  await page.waitForURL('**/admin');
  await makeProofOld(email);
  await page.goto(`${server.url}/admin/staff`);
  await page.fill('main [name=email]', 'xaver@staff.example');
  await page.selectOption('#role', 'viewer');
  await page.click('text=Send the invitation');
  await page.waitForURL('**/admin/prove?*');
  await expectAccessiblePage(page);
  await page.click('text=Use your passkey instead');
  await page.waitForURL('**/admin/staff');
  await page.waitForSelector('text=The invitation was sent to xaver@staff.example');
  const staffId = await getStaffId(email);
  for (const path of ['account', 'staff', `staff/${staffId}`, 'audit', 'system', 'account/app'])
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(`${server.url}/admin/${path}`);
      await expectAccessiblePage(page);
    }
  expect(errors).toEqual([]);
}, 240_000);

const getStaffId = async (email: string): Promise<number> =>
  (
    await server.db
      .selectFrom('staff')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
  ).id;

test('F11: a passkey that nobody here has is refused in words, and a password still works', async () => {
  const page = await openPage(browser);
  const authenticator = await addAuthenticator(page);
  const { session } = await joinWithApp('yves@staff.example');
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
