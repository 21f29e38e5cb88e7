import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import {
  launchBrowser,
  openPage,
  expectAccessiblePage,
  waitForHydration,
} from '../support/browser.ts';
import { solveCaptcha } from '../support/checkout-page.ts';
import { openCustomerPage } from '../support/customer-page.ts';
import { waitForEmailLink } from '../support/emails.ts';
import { newVisitor, profile } from '../support/test-accounts.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';

let server: TestServer;
let browser: Browser;
beforeAll(async () => {
  [server, browser] = [await startTestServer(), await launchBrowser()];
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

/** A page with one of the forms, hydrated by focusing its first field. */
async function openHydratedForm(path: string): Promise<Page> {
  const page = await openPage(browser);
  await page.goto(server.url + path);
  await page.focus('main form input');
  await waitForHydration(page, 'main form');
  return page;
}

test.each([
  ['/login', {}, { email: 'typed@company.example', password: 'correct horse' }],
  ['/forgot-password', {}, { email: 'typed@company.example' }],
  [
    '/signup',
    {
      name: ' ',
      email: 'typed@company.example',
      mobile_no: 'none',
      address: ' ',
      password: 'short',
    },
    { name: 'Ada Lovelace', mobile_no: '+39 02 0000', address: 'Via 1' },
  ],
])(
  '%s: a refusal moves the focus to the first wrong field once, and keeps what is typed',
  async (path, before, after) => {
    const page = await openHydratedForm(path);
    for (const [name, value] of Object.entries(before))
      await page.fill(`main [name="${name}"]`, value);
    await page.click('main button');
    await page.waitForSelector('main .error');
    expect(await page.locator('main [role="alert"]').innerText()).toContain(
      path === '/signup'
        ? 'Please give a phone number in digits. Please give your address. Password must'
        : '',
    );
    await expectAccessiblePage(page);
    for (const [i, [name, words]] of Object.entries(after).entries()) {
      if (i > 0) await page.focus(`main [name="${name}"]`);
      await page.keyboard.press('ControlOrMeta+A');
      await page.keyboard.type(words);
      expect(await page.inputValue(`main [name="${name}"]`)).toBe(words);
      expect(await page.locator(`#${name}-error`).count()).toBe(0);
    }
    if (path === '/signup')
      await page.waitForSelector('main [role="alert"]', { state: 'detached' });
    expect(await page.locator('main .error').allInnerTexts()).toEqual(
      path === '/signup' ? ['Password must be at least 6 characters'] : [],
    );
  },
);

test('a refusal that came with the page leaves the focus in the field that is being typed in', async () => {
  const page = await openPage(browser);
  await page.goto(`${server.url}/login`);
  await page.evaluate(() => document.querySelector<HTMLFormElement>('main form')?.submit());
  await page.waitForSelector('#email-error');
  await page.focus('main [name="password"]');
  await page.waitForSelector('form[novalidate]');
  await page.keyboard.type('correct horse');
  expect([
    await page.inputValue('main [name="password"]'),
    await page.inputValue('main [name="email"]'),
  ]).toEqual(['correct horse', '']);
  expect(await page.locator('main .error').allInnerTexts()).toEqual(['Email is required']);
});

test.each([
  ['login', 'Login failed', 'Something went wrong. Please try again.'],
  ['signup', 'Signup failed', 'Signup failed'],
  ['forgot-password', 'Something went wrong.', 'Network error. Please try again later.'],
])(
  '%s says "%s" for an answer without a message, and "%s" for none at all',
  async (kind, silent, lost) => {
    const page = await openHydratedForm(`/${kind}`);
    for (const [name, value] of Object.entries({
      ...profile,
      email: 'a@b.example',
      password: 'correct horse',
    }))
      if (await page.locator(`main [name="${name}"]`).count())
        await page.fill(`main [name="${name}"]`, value);
    for (const [words, answer] of [
      [silent, { status: 502, body: '<h1>Bad gateway</h1>' }],
      [silent, { status: 500, json: { ok: false } }],
      [lost, undefined],
    ] as const) {
      await page.route(
        '**/data/account/*',
        (route) => (answer ? route.fulfill(answer) : route.abort()),
        { times: 1 },
      );
      await page.click('main button');
      await page.waitForSelector('main [role="alert"]');
      expect(await page.locator('main [role="alert"]').innerText()).toBe(words);
    }
  },
);

test('a reset link that is used up before the form is sent is reported once', async () => {
  const email = 'dead@company.example';
  const page = await openCustomerPage({ server, browser }, email);
  await server.app.accounts.passwordReset.request({ email }, newVisitor());
  const link = await waitForEmailLink(server.mailboxUrl, email, { pathPart: 'reset-password' });
  await page.goto(link);
  await server.app.accounts.passwordReset.reset(
    new URL(link).searchParams.get('token') ?? '',
    { password: 'another horse' },
    newVisitor(),
  );
  await page.fill('main [name="password"]', 'third horse');
  await page.click('main button');
  expect(await page.locator('main [role="alert"]').allInnerTexts()).toEqual([
    'This link has already been used or has expired.',
  ]);
});

test('A-48 a login under attack asks for a captcha in place, and a solved one lets the owner in', async () => {
  const email = 'owner@company.example';
  const { accounts } = server.app;
  const form = { ...profile, email, password: 'correct horse' };
  expect((await accounts.registration.register(form, newVisitor())).ok).toBe(true);
  for (let i = 0; i < 10; i++)
    await fetch(`${server.url}/data/account/login`, {
      method: 'POST',
      headers: { origin: server.url },
      body: new URLSearchParams({ email, password: 'wrong password' }),
    });
  const page = await openHydratedForm('/login');
  await page.fill('main [name="email"]', email);
  await page.fill('main [name="password"]', 'correct horse');
  await page.click('main form button');
  await solveCaptcha(page);
  await expectAccessiblePage(page);
  expect(await page.inputValue('main [name="password"]')).toBe('correct horse');
  await page.click('main form button');
  await page.waitForURL(`${server.url}/`);
  const cookies = await page.context().cookies();
  expect(cookies.find(({ name }) => name === 'known-browser')).toMatchObject({
    httpOnly: true,
    sameSite: 'Lax',
  });
});
