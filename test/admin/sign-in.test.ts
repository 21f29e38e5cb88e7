import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { demoPassword, getDemoEmail } from '#core/staff/model.ts';
import type { TestServer } from '../support/test-server.ts';
import { generateCode, staffPassword } from '../support/test-sign-in.ts';
import { startStaffStore, type StaffStore } from './staff-store.ts';

/** Outside the demo, where a second factor is required. */
let store: StaffStore;
let server: TestServer;
beforeAll(async () => {
  store = await startStaffStore();
  ({ server } = store);
});
afterAll(() => store?.close());
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

test('F23: a report’s code goes along with the form that waits, and no secret does', async () => {
  const login = async (form: Record<string, string>): Promise<string> => {
    const { session } = await store.joinWithApp(`nils-${form['intent']}@staff.example`);
    await session.post('/admin/logout', {});
    const address = '/admin/login?next=%2Fadmin%2Freports%2Fnew&unsent=1';
    const html = await (await session.post(address, form)).text();
    return (/name="unsent_form" value="([^"]*)"/.exec(html)?.[1] ?? '').replaceAll('&amp;', '&');
  };
  expect(await login({ intent: 'create', title: 'New', code: 'NEW-1' })).toBe(
    'intent=create&title=New&code=NEW-1',
  );
  const secrets = { proof_password: 'x', proof_code: '1', present: 'x', password: 'x' };
  expect(await login({ intent: 'totp', code: '123456', ...secrets })).toBe('intent=totp');
});

test('a second step that took too long leads back to the password, with the form that waits', async () => {
  const email = 'vera@staff.example';
  const { session, recoveryCodes } = await store.joinWithApp(email);
  // The page with the recovery codes, loaded again.
  const reloaded = await session.post('/admin/login/set-up', { intent: 'totp', code: '123456' });
  expect([reloaded.status, reloaded.headers.get('location')]).toEqual([303, '/admin/account']);
  await session.post('/admin/logout', {});
  const form = { intent: 'password', email, password: staffPassword };
  await session.post('/admin/login?next=%2Fadmin%2Faccount', form);
  await server.db.deleteFrom('staffSignIn').execute();
  const code = { intent: 'code', code: recoveryCodes[0] ?? '' };
  const late = await session.post('/admin/login/factor?next=%2Fadmin%2Faccount', code);
  const address = '/admin/login?next=%2Fadmin%2Faccount&';
  expect([late.status, late.headers.get('location')]).toEqual([303, `${address}late=1`]);
  const login = await (await session.get(`${address}late=1`)).text();
  expect(login).toContain('That took too long.');
  expect(login).toContain('An owner sends you a link');
  const unsent = { ...code, unsent_form: 'intent=name&name=Vera+Lind' };
  const kept = await session.post('/admin/login/factor?next=%2Fadmin%2Faccount', unsent);
  expect([kept.status, kept.headers.get('location')]).toEqual([307, `${address}unsent=1`]);
  const again = await (await session.post(`${address}unsent=1`, unsent)).text();
  expect(again).toContain('value="intent=name&amp;name=Vera+Lind"');
  const setUp = await session.post('/admin/login/set-up', { intent: 'totp', code: '123456' });
  expect([setUp.status, setUp.headers.get('location')]).toEqual([
    303,
    '/admin/login?next=%2Fadmin&late=1',
  ]);
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

test('F10: five wrong codes are answered 429 from then on, a right one among them', async () => {
  const email = 'sven@staff.example';
  const { recoveryCodes, secret } = await store.joinWithApp(email);
  const session = store.openSession();
  await session.post('/admin/login', { intent: 'password', email, password: staffPassword });
  const post = (code = '') => session.post('/admin/login/factor', { intent: 'code', code });
  for (let i = 0; i < 5; i++) expect((await post('000000')).status).toBe(422);
  const limited = await post(generateCode(secret, new Date()));
  expect(limited.status).toBe(429);
  expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(session.jar.has('staff')).toBe(false);
  // A recovery code can't be guessed: whoever used up the app's tries stops nobody who has one.
  expect((await post(recoveryCodes[0])).status).toBe(303);
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
