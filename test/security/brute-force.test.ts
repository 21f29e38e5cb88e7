import { afterAll, beforeAll, expect, test } from 'vitest';
import { openAttacker, type Attacker, type AttackerSession } from './attacker.ts';

const email = 'brute@company.example';

let attacker: Attacker;
beforeAll(async () => {
  attacker = await openAttacker({ hasStrongPasswords: true });
  await attacker.createCustomer(email);
});
afterAll(() => attacker?.close());

test('A-11 guessing a password is limited, whatever client address is made up', async () => {
  const statuses: number[] = [];
  for (let i = 0; i < 14; i++) {
    const response = await attacker.openSession().request('/login', {
      method: 'POST',
      headers: {
        origin: attacker.server.url,
        'x-forwarded-for': `10.0.0.${i}, 10.1.0.${i}`,
        forwarded: `for=10.2.0.${i}`,
        'x-real-ip': `10.3.0.${i}`,
      },
      body: new URLSearchParams({ email, password: 'wrong password' }),
    });
    statuses.push(response.status);
    if (response.status === 429)
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
  }
  expect(statuses.slice(-2)).toEqual([429, 429]);
  const customers = await attacker.server.db
    .selectFrom('customer')
    .select('id')
    .where('email', '=', email)
    .execute();
  expect(customers).toHaveLength(1);
});

const logIn = (session: AttackerSession, form: Record<string, string>) =>
  session.postForm('/login', { email, ...form });

test('A-48 after many wrong passwords the form asks for a captcha, and keeps what was typed', async () => {
  const page = await logIn(attacker.openSession(), { password: 'correct horse' });
  expect(page.status).toBe(429);
  const html = await page.text();
  expect(html).toContain('Please complete the CAPTCHA.');
  expect(html).toContain('name="turnstile_token"');
  expect(html).toContain(`value="${email}"`);
  const solved = await logIn(attacker.openSession(), {
    password: 'correct horse',
    turnstile_token: await attacker.createCaptchaToken(),
  });
  expect(solved.status).toBe(303);
  const [, mark] = /known-browser=([\w.-]+); .*HttpOnly; SameSite=Lax/.exec(
    String(solved.headers.getSetCookie()),
  ) ?? ['', ''];
  const knownBrowser = attacker.openSession(`known-browser=${mark}`);
  expect((await logIn(knownBrowser, { password: 'wrong password' })).status).toBe(401);
  expect((await logIn(knownBrowser, { password: 'correct horse' })).status).toBe(303);
  const api = await attacker.openSession().request('/admin/api/user/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: 'correct horse' }),
  });
  expect(api.status).toBe(429);
  expect(await api.json()).toEqual({ status: false, success: false, message: expect.any(String) });
});

test('A-45 pages are served while hundreds log in at once', async () => {
  await attacker.server.db.deleteFrom('rateLimit').execute();
  const logins = Promise.all(
    Array.from({ length: 400 }, (_, i) =>
      logIn(attacker.openSession(), { email: `${i}@company.example`, password: 'wrong password' }),
    ),
  );
  for (const path of ['/signup', '/custom_search?q=steel', '/forgot-password'])
    expect((await attacker.openSession().request(path)).status).toBe(200);
  // Refused as wrong, as too many of one network, or because too many wait.
  for (const { status } of await logins) expect([401, 429, 503]).toContain(status);
});
