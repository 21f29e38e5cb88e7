import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { expectAccessiblePage, fitsViewport, launchBrowser } from '../support/browser.ts';
import { openCustomerPage } from '../support/customer-page.ts';
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

test('a logged-in customer is shown as one in the header of signup and forgotten password', async () => {
  const page = await openCustomerPage({ server, browser }, 'stays@company.example');
  for (const path of ['/profile', '/signup', '/forgot-password']) {
    await page.goto(server.url + path);
    expect(await page.locator('header button:has-text("Profile")').isVisible(), path).toBe(true);
  }
});

test.each([true, false])(
  'a customer logs out on the profile page (script: %s)',
  async (javaScriptEnabled) => {
    const page = await openCustomerPage(
      { server, browser },
      `logs-out-${javaScriptEnabled}@company.example`,
      {
        javaScriptEnabled,
      },
    );
    await page.goto(`${server.url}/profile`);
    await page.click('main button:has-text("Logout")');
    await page.waitForURL((url) => url.pathname === '/login');
    expect(await page.locator('header a.when-out').first().isVisible()).toBe(true);
    await page.goto(`${server.url}/profile`);
    expect(new URL(page.url()).pathname).toBe('/login');
  },
);

const widths = [390, 1440];
const listFieldErrors = (page: Page): Promise<string[]> =>
  page
    .locator('main .error')
    .evaluateAll((all) => all.map(({ id, textContent }) => `${id}: ${textContent}`));

test.each(widths)('at %i px a wrong password is reported at its own form', async (width) => {
  const page = await openCustomerPage({ server, browser }, `secret${width}@company.example`, {
    viewport: { width, height: 900 },
  });
  await page.goto(`${server.url}/profile`);
  await page.click('summary:has-text("Delete account")');
  await page.fill('#remove-password', 'wrong horse');
  await page.click('button:has-text("Delete account permanently")');
  await page.waitForSelector('#remove-password-error');
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
  await page.click('button:has-text("Change password")');
  await page.waitForSelector('#present-error');
  expect(await listFieldErrors(page)).toEqual([
    'present-error: This is not your current password.',
  ]);
  expect(await page.locator('details[open] #remove-password').count()).toBe(0);
});

/** Sends the panel's form; the page that answers it is there afterwards. */
async function submitEdit(page: Page): Promise<void> {
  await Promise.all([
    page.waitForEvent('domcontentloaded'),
    page.click('#edit button:has-text("Submit")'),
  ]);
}

test('a country that is no known number is refused at its field', async () => {
  const page = await openCustomerPage({ server, browser }, 'country@company.example');
  await page.goto(`${server.url}/profile`);
  for (const value of ['nowhere', '-1', '1.5', '9999999999']) {
    if (value === 'nowhere') await page.click('button:has-text("Edit")');
    await page
      .locator('#edit [name="country"] option')
      .nth(1)
      .evaluate((option: HTMLOptionElement, to) => (option.value = to), value);
    await page.selectOption('#edit [name="country"]', value);
    await submitEdit(page);
    expect(await listFieldErrors(page)).toEqual(['country-error: Please choose your country.']);
  }
});

test.each(widths)(
  'at %i px a new email needs the password, and a refusal keeps the panel open with its fields',
  async (width) => {
    const page = await openCustomerPage({ server, browser }, `own${width}@company.example`, {
      viewport: { width, height: 900 },
    });
    await page.goto(`${server.url}/profile`);
    await page.click('button:has-text("Edit")');
    for (const secret of ['', 'wrong horse', 'wrong horse', 'wrong horse', 'wrong horse']) {
      await page.fill('#edit [name="email"]', 'new@company.example');
      await page.fill('#edit [name="present"]', secret);
      await submitEdit(page);
      expect(await listFieldErrors(page)).toEqual([
        `edit-present-error: ${secret ? 'This is not your current password.' : 'Please enter your current password to change your email address.'}`,
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
);
