import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import {
  waitForEmailText,
  launchBrowser,
  openPage,
  expectAccessiblePage,
} from '../support/browser.ts';
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

const customerDetails = { name: 'Ada', mobile_no: '+39 02 0000', address: 'Via 1' };
let visitorCount = 0;
const nextVisitor = () => ({ clientIp: `203.0.113.${++visitorCount}`, userAgent: 'test' });

const openVisitorPage = (options?: BrowserContextOptions): Promise<Page> =>
  openPage(browser, options);
const waitForEmail = (to: string, subject: RegExp): Promise<string> =>
  waitForEmailText(server.mailboxUrl, to, subject);
/** A page in the browser of a customer who has logged in. */
async function openCustomerPage(email: string, options?: BrowserContextOptions): Promise<Page> {
  await server.app.accounts.register(
    { ...customerDetails, email, password: 'correct horse' },
    nextVisitor(),
  );
  const answer = await server.app.accounts.login(
    { email, password: 'correct horse' },
    nextVisitor(),
  );
  const page = await openVisitorPage(options);
  await page
    .context()
    .addCookies([
      { name: 'session', value: answer.ok ? answer.value.session : '', url: server.url },
    ]);
  return page;
}
/** The form of an entrance, woken by its first field. */
async function openHydratedForm(path: string): Promise<Page> {
  const page = await openVisitorPage();
  await page.goto(server.url + path);
  await page.focus('main form input');
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('main form') ?? {}).some((key) =>
      key.startsWith('__reactProps'),
    ),
  );
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
  '%s: an answer leads to the first field at fault once, and what is typed stays in its field',
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
      await page.waitForSelector('main [role="alert"]', { state: 'detached', timeout: 7000 });
    expect(await page.locator('main .error').allInnerTexts()).toEqual(
      path === '/signup' ? ['Password must be at least 6 characters'] : [],
    );
  },
);

test('an answer that came with the page takes nobody out of the field that he types in', async () => {
  const page = await openVisitorPage();
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
  '%s says "%s" where the answer says nothing, and "%s" where none came',
  async (kind, silent, lost) => {
    const page = await openHydratedForm(`/${kind}`);
    for (const [name, value] of Object.entries({
      ...customerDetails,
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

test('a customer stays one in the header of signup and of a forgotten password', async () => {
  const page = await openCustomerPage('stays@company.example');
  for (const path of ['/profile', '/signup', '/forgot-password']) {
    await page.goto(server.url + path);
    expect(await page.locator('header button:has-text("Profile")').isVisible(), path).toBe(true);
  }
});

test.each([true, false])(
  'a customer logs out on his profile (script: %s)',
  async (javaScriptEnabled) => {
    const page = await openCustomerPage(`leaves-${javaScriptEnabled}@company.example`, {
      javaScriptEnabled,
    });
    await page.goto(`${server.url}/profile`);
    await page.click('main button:has-text("Logout")', { timeout: 3000 });
    expect(new URL(page.url()).pathname).toBe('/login');
    expect(await page.locator('header a.when-out').first().isVisible()).toBe(true);
    await page.goto(`${server.url}/profile`);
    expect(new URL(page.url()).pathname).toBe('/login');
  },
);

const widths = [390, 1440];
const fitsViewport = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
const listFieldErrors = (page: Page): Promise<string[]> =>
  page
    .locator('main .error')
    .evaluateAll((all) => all.map(({ id, textContent }) => `${id}: ${textContent}`));

test.each(widths)(
  'at %i px a wrong password is said at the form that it was given in',
  async (width) => {
    const page = await openCustomerPage(`secret${width}@company.example`, {
      viewport: { width, height: 900 },
    });
    await page.goto(`${server.url}/profile`);
    await page.click('summary:has-text("Delete the account")');
    await page.fill('#remove-password', 'wrong horse');
    await page.click('button:has-text("for good")');
    expect(await listFieldErrors(page)).toEqual([
      'remove-password-error: This is not your password.',
    ]);
    expect(
      await page
        .locator(
          'details[open] #remove-password[aria-invalid="true"][aria-describedby="remove-password-error"]',
        )
        .isVisible(),
    ).toBe(true);
    await expectAccessiblePage(page);
    expect(await fitsViewport(page)).toBe(true);
    await page.fill('#present', 'wrong horse');
    await page.fill('#password', 'another horse');
    await page.click('button:has-text("Change the password")');
    expect(await listFieldErrors(page)).toEqual([
      'present-error: This is not your current password.',
    ]);
    expect(await page.locator('details[open] #remove-password').count()).toBe(0);
  },
);

test('a country that is no number is asked for again', async () => {
  const page = await openCustomerPage('country@company.example');
  await page.goto(`${server.url}/profile`);
  for (const value of ['nowhere', '-1', '1.5', '9999999999']) {
    if (value === 'nowhere') await page.click('button:has-text("Edit")');
    await page
      .locator('#edit [name="country"] option')
      .nth(1)
      .evaluate((option: HTMLOptionElement, to) => (option.value = to), value);
    await page.selectOption('#edit [name="country"]', value);
    await page.click('#edit button:has-text("Submit")');
    expect(await listFieldErrors(page)).toEqual(['country-error: Please choose your country.']);
  }
});

test.each(widths)(
  'at %i px another address needs the password, and each refusal leaves the panel open with what was typed',
  async (width) => {
    const page = await openCustomerPage(`own${width}@company.example`, {
      viewport: { width, height: 900 },
    });
    await page.goto(`${server.url}/profile`);
    await page.click('button:has-text("Edit")');
    for (const secret of ['', 'wrong horse', 'wrong horse', 'wrong horse', 'wrong horse']) {
      await page.fill('#edit [name="email"]', 'new@company.example');
      await page.fill('#edit [name="present"]', secret, { timeout: 3000 });
      await page.click('#edit button:has-text("Submit")');
      expect(await listFieldErrors(page)).toEqual([
        `edit-present-error: ${secret ? 'This is not your current password.' : 'Please give your current password to change the address.'}`,
      ]);
      expect(await page.inputValue('#edit [name="present"]')).toBe('');
    }
    await expectAccessiblePage(page);
    expect(await fitsViewport(page)).toBe(true);
    const [answer] = await Promise.all([
      page.waitForResponse((response) => response.request().method() === 'POST'),
      page.click('#edit button:has-text("Submit")'),
    ]);
    expect([answer.status(), Number(answer.headers()['retry-after']) > 0]).toEqual([429, true]);
    await page.waitForSelector('main [role="alert"]:has-text("several times")');
    expect([await page.isVisible('#edit'), await page.inputValue('#edit [name="email"]')]).toEqual([
      true,
      'new@company.example',
    ]);
  },
  60_000,
);

test('a link of a new password that dies before the post is said to be dead once', async () => {
  const email = 'dead@company.example';
  const page = await openCustomerPage(email);
  await server.app.accounts.requestPasswordReset({ email }, nextVisitor());
  const link =
    /http\S+reset-password\S+/.exec(await waitForEmail(email, /new password/i))?.[0] ?? '';
  await page.goto(link);
  await server.app.accounts.resetPassword(
    new URL(link).searchParams.get('token') ?? '',
    { password: 'another horse' },
    nextVisitor(),
  );
  await page.fill('main [name="password"]', 'third horse');
  await page.click('main button');
  expect(await page.locator('main [role="alert"]').allInnerTexts()).toEqual([
    'This link was used already, or has ended.',
  ]);
});
