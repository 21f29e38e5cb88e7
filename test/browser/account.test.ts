import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import {
  expectAccessiblePage,
  expectAccessiblePages,
  fillFields,
  fitsViewport,
  launchBrowser,
  openPage,
  waitForHydration,
} from '../support/browser.ts';
import { billingTexts } from '../support/billing.ts';
import { payAtPaypal, submitCheckout } from '../support/checkout-page.ts';
import { waitForEmailLink } from '../support/emails.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';

const email = 'customer@company.example';
const password = 'correct horse';

let server: TestServer;
let browser: Browser;
beforeAll(async () => {
  [server, browser] = [await startTestServer(), await launchBrowser()];
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

async function buyAsGuest(): Promise<void> {
  const page = await openPage(browser);
  const [report] = (await server.app.catalogue.reports.list(1)).items;
  await submitCheckout(page, server.url, {
    reportCode: report?.code,
    licence: 'multiple-user',
    changes: { email },
  });
  await payAtPaypal(page);
  await expectAccessiblePage(page);
}

async function signUp(page: Page): Promise<void> {
  await page.goto(`${server.url}/signup`);
  await page.focus('main [name="name"]');
  await waitForHydration(page, 'main form');
  await page.click('main button');
  expect(await page.locator('main [role="alert"]').count()).toBe(0);
  const isEmptyNameAtFault = await page
    .locator('main [name="name"]')
    .evaluate(
      (field: HTMLInputElement) =>
        field === document.activeElement && !field.form?.noValidate && field.validity.valueMissing,
    );
  expect(isEmptyNameAtFault).toBe(true);
  const { name, mobile_no } = billingTexts;
  await fillFields(page, { name, email, mobile_no, address: 'Via 1', password });
  await page.click('main button');
  await page.waitForSelector('main [role="status"]');
  const main = page.locator('main');
  expect(await main.locator('[name="email"], button').count()).toBe(0);
  await main.locator('[role="status"]').waitFor({ state: 'detached' });
  expect(await main.innerText()).toContain('follow the link in the email from us');
  expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('Next, follow');
}

async function confirmEmail(page: Page): Promise<void> {
  const link = await waitForEmailLink(server.mailboxUrl, email, { pathPart: 'confirm-email' });
  await page.goto(link);
  await expectAccessiblePage(page);
  await page.fill('main [name="password"]', 'not the one');
  await page.click('main form button');
  await page.waitForSelector('#password-error');
  await expectAccessiblePage(page);
  await page.fill('main [name="password"]', password);
  await page.click('main form button');
  await page.waitForSelector('main [role="status"]');
}

async function logIn(page: Page): Promise<void> {
  await page.goto(`${server.url}/login?from=/profile`);
  await page.focus('main [name="email"]');
  await page.waitForSelector('form[novalidate]');
  await fillFields(page, { email: 'no', password: '' });
  await page.click('main button');
  expect(await page.locator('#email-error').innerText()).toBe('Invalid email format');
  await page.fill('main [name="email"]', email);
  expect(await page.locator('#email-error').count()).toBe(0);
  await page.fill('main [name="password"]', password);
  await page.click('main button');
  await page.waitForURL((url) => url.pathname === '/profile');
  await expectAccessiblePage(page);
}

async function expectGuestOrderInLibrary(page: Page): Promise<void> {
  expect(await page.locator('main').innerText()).toContain('1 order');
  expect(await page.locator('#library ~ ul h3').count()).toBe(1);
  await page.setViewportSize({ width: 390, height: 800 });
  expect(await fitsViewport(page)).toBe(true);
  await page.setViewportSize({ width: 1280, height: 900 });
  const [download] = await page
    .locator('a[download][href^="/download"]')
    .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).href));
  const file = await page.context().request.get(String(download));
  expect((await file.body()).subarray(0, 5).toString()).toBe('%PDF-');
}

async function editProfile(page: Page): Promise<void> {
  await page.click('button:has-text("Edit")');
  await page.fill('#edit [name="city"]', '123');
  await page.click('#edit button:has-text("Submit")');
  await page.waitForSelector('main [role="alert"]');
  await expectAccessiblePage(page);
  await page.selectOption('#edit [name="country"]', { label: 'Italy (+39)' });
  await page.fill('#edit [name="city"]', 'Milano');
  await page.click('#edit button:has-text("Submit")');
  await page.waitForSelector('main [role="status"]');
  expect(await page.locator('main').innerText()).toContain('Milano');
}

async function logOut(page: Page): Promise<void> {
  await page.goto(server.url);
  expect(await page.locator('header .when-in').first().isVisible()).toBe(true);
  await page.click('header button:has-text("Profile")');
  await page.click('#profile-menu button');
  await page.waitForURL(/\/login/);
}

async function expectLoggedOut(page: Page): Promise<void> {
  await page.goto(`${server.url}/profile`);
  expect(new URL(page.url()).pathname).toBe('/login');
}

test('a customer signs up, confirms, finds their guest order, edits, and logs out', async () => {
  await buyAsGuest();
  const page = await openPage(browser);
  await expectLoggedOut(page);
  await signUp(page);
  await confirmEmail(page);
  await logIn(page);
  await expectGuestOrderInLibrary(page);
  await editProfile(page);
  await logOut(page);
  await expectLoggedOut(page);
});

test('the account pages are accessible and fit', async () => {
  const page = await openPage(browser);
  await expectAccessiblePages(page, server.url, [
    '/login',
    '/signup',
    '/forgot-password',
    '/reset-password?token=x',
    '/confirm-email?token=x',
    '/renew-download',
    '/custom_search?q=steel&sort=cheapest',
    '/custom_search?q=zzzz',
  ]);
});
