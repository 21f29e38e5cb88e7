import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { letterTo, openBrowser, openPage, sound } from '../support/browser.ts';
import { openStore, type TestStore } from '../support/store.ts';

let store: TestStore;
let browser: Browser;
let code: string;
beforeAll(async () => {
  [store, browser] = [await openStore(), await openBrowser()];
  code = String((await store.shop.catalogue.list(1)).items[0]?.code);
});
afterAll(async () => {
  await browser?.close();
  await store?.close();
});

const opened = (): Promise<Page> => openPage(browser);
const letter = (to: string, subject: RegExp): Promise<string> => letterTo(store.inbox, to, subject);
const fill = async (page: Page, values: Record<string, string>): Promise<void> => {
  for (const [name, value] of Object.entries(values))
    await page.fill(`main [name="${name}"]`, value);
};
const billing = {
  name: 'Łucja Account',
  mobile_no: '+39 02 0000',
  company_name: 'Company',
  title: 'Analyst',
  address: 'Via 1',
  city: 'Milano',
  state: 'MI',
  zip: '20121',
};

test('a customer signs up, confirms, logs in, finds his guest order, edits his profile, and is gone after logging out', async () => {
  const page = await opened();
  const email = 'customer@company.example';
  await page.goto(`${store.url}/buy-now?id=${code}&type=multiple-user`);
  await fill(page, { ...billing, email });
  await page.selectOption('main [name="country"]', { label: 'Italy' });
  await page.check('[name="policy"]');
  await page.click('button:has-text("Continue to PayPal")');
  await page.click('button:has-text("Pay now")');
  await page.waitForURL(/payment-success\?order=/);
  await sound(page);

  const other = await opened();
  await other.goto(`${store.url}/profile`);
  expect(new URL(other.url()).pathname).toBe('/login');
  await other.goto(`${store.url}/signup`);
  await other.focus('main [name="name"]');
  await other.waitForFunction(() =>
    Object.keys(document.querySelector('main form') ?? {}).some((key) =>
      key.startsWith('__reactProps'),
    ),
  );
  await other.click('main button');
  expect(await other.locator('main [role="alert"]').count()).toBe(0);
  expect(
    await other
      .locator('main [name="name"]')
      .evaluate(
        (field: HTMLInputElement) =>
          field === document.activeElement &&
          !field.form?.noValidate &&
          field.validity.valueMissing,
      ),
  ).toBe(true);
  await fill(other, {
    name: billing.name,
    email,
    mobile_no: billing.mobile_no,
    address: 'Via 1',
    password: 'correct horse',
  });
  await other.click('main button');
  await other.waitForSelector('main [role="status"]');
  const confirm =
    /http\S+confirm-email\S+/.exec(await letter(email, /confirm your e-mail/))?.[0] ?? '';
  await other.goto(confirm);
  await sound(other);
  await other.fill('main [name="password"]', 'not the one');
  await other.click('main form button');
  await other.waitForSelector('#password-error');
  await sound(other);
  await other.fill('main [name="password"]', 'correct horse');
  await other.click('main form button');
  await other.waitForSelector('main [role="status"]');

  await other.goto(`${store.url}/login?from=/profile`);
  await other.focus('main [name="email"]');
  await other.waitForSelector('form[novalidate]');
  await fill(other, { email: 'no', password: '' });
  await other.click('main button');
  expect(await other.locator('#email-error').innerText()).toBe('Invalid email format');
  await other.fill('main [name="email"]', email);
  expect(await other.locator('#email-error').count()).toBe(0);
  await other.fill('main [name="password"]', 'correct horse');
  await other.click('main button');
  await other.waitForURL((url) => url.pathname === '/profile');
  await sound(other);
  expect(await other.locator('main').innerText()).toContain('1 order');
  expect(await other.locator('#library ~ ul h3').count()).toBe(1);
  await other.setViewportSize({ width: 390, height: 800 });
  expect(await other.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await other.setViewportSize({ width: 1280, height: 900 });
  const [download] = await other
    .locator('a[download][href^="/download"]')
    .evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href));
  const file = await other.context().request.get(String(download));
  expect((await file.body()).subarray(0, 5).toString()).toBe('%PDF-');
  await other.click('button:has-text("Edit")');
  await other.fill('#edit [name="city"]', '123');
  await other.click('#edit button:has-text("Submit")');
  await other.waitForSelector('main [role="alert"]');
  await sound(other);
  await other.selectOption('#edit [name="country"]', { label: 'Italy' });
  await other.fill('#edit [name="city"]', 'Milano');
  await other.click('#edit button:has-text("Submit")');
  await other.waitForSelector('main [role="status"]');
  expect(await other.locator('main').innerText()).toContain('Milano');
  await other.goto(store.url);
  expect(await other.locator('header .when-in').first().isVisible()).toBe(true);
  await other.click('header button:has-text("Profile")');
  await other.click('#profile-menu button');
  await other.waitForURL(/\/login/);
  await other.goto(`${store.url}/profile`);
  expect(new URL(other.url()).pathname).toBe('/login');
}, 60_000);

test('a buyer gives the address of his corporate licence to colleagues, who take seats by themselves', async () => {
  const page = await opened();
  await page.goto(`${store.url}/buy-now?id=${code}&type=corporate-user`);
  await fill(page, {
    ...billing,
    email: 'chief@corporate.example',
    company_name:
      'Gesellschaft für außerordentlich lange Firmennamen, Forschung, Entwicklung und Vertrieb mbH & Co. KG',
  });
  await page.selectOption('main [name="country"]', { label: 'Italy' });
  await page.check('[name="policy"]');
  await page.click('button:has-text("Continue to PayPal")');
  await page.click('button:has-text("Pay now")');
  await page.waitForURL(/payment-success\?order=/);
  await sound(page);
  await page.setViewportSize({ width: 390, height: 800 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  const address = await page.locator('input[name="join"]').inputValue();
  const colleague = await opened();
  await colleague.goto(address);
  await sound(colleague);
  await colleague.fill('[name="name"]', '王小明');
  await colleague.fill('[name="email"]', 'wang@other.example');
  await colleague.click('main form button');
  await colleague.waitForSelector('#email-error');
  await sound(colleague);
  await colleague.fill('[name="email"]', 'wang@corporate.example');
  await colleague.click('main form button');
  await colleague.waitForSelector('main [role="status"]');
  await sound(colleague);
  const seat =
    /http\S+\/seat\/\w+/.exec(await letter('wang@corporate.example', /You have a seat/))?.[0] ?? '';
  await colleague.goto(seat);
  await colleague.click('button:has-text("Accept the seat")');
  await colleague.waitForSelector('a[download]');
  await sound(colleague);
}, 60_000);

test('a buyer invites a colleague, who accepts and downloads a copy of his own, and upgrades for the difference', async () => {
  const page = await opened();
  await page.goto(`${store.url}/buy-now?id=${code}&type=multiple-user`);
  await fill(page, { ...billing, email: 'owner@team.example' });
  await page.selectOption('main [name="country"]', { label: 'Italy' });
  await page.check('[name="policy"]');
  await page.click('button:has-text("Continue to PayPal")');
  await page.click('button:has-text("Pay now")');
  await page.waitForURL(/payment-success\?order=/);
  await fill(page, { name: 'Bo Reader', email: 'bo@team.example' });
  await page.click('button:has-text("Invite")');
  await page.waitForSelector('main [role="status"]');
  await sound(page);
  const reader = await opened();
  await reader.goto(
    /http\S+\/seat\/\S+/.exec(await letter('bo@team.example', /You have a seat/))?.[0] ?? '',
  );
  await sound(reader);
  await reader.click('main form button');
  const link = String(await reader.locator('a[download]').first().getAttribute('href'));
  expect((await fetch(link)).status).toBe(200);
  expect((await fetch(`${link}x`)).status).toBe(404);
  await page.reload();
  const invoice = await page.locator('a:has-text("Invoice INV-")').getAttribute('href');
  const paper = await fetch(store.url + String(invoice));
  expect(
    Buffer.from(await paper.arrayBuffer())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-');
  await page.click('a:has-text("Licence certificate")');
  await sound(page);
  await page.goBack();
  await page.click('button:has-text("Upgrade for")');
  await page.click('button:has-text("Pay now")');
  await page.waitForURL(/payment-success\?order=/);
  expect(await page.locator('h1').innerText()).toBe('Thank you. Your payment is confirmed.');
}, 60_000);

test('a bank transfer shows where to pay, and the files when staff saw the money', async () => {
  const page = await opened();
  await page.goto(`${store.url}/buy-now?id=${code}&type=single-user`);
  await page.check('[name="method"][value="bank"]');
  await fill(page, { ...billing, email: 'bank@team.example' });
  await page.selectOption('main [name="country"]', { label: 'Italy' });
  await page.check('[name="policy"]');
  await page.click('button:has-text("Place the order")');
  await page.waitForURL(/payment-success\?order=/);
  await sound(page);
  const number = new URL(page.url()).searchParams.get('order') ?? '';
  expect(await page.locator('main').innerText()).toContain(number);
  await store.shop.orders.markPaid(number, 'staff');
  await page.reload();
  expect(await page.locator('a[download]').count()).toBe(2);
}, 60_000);

test.each([390, 1440])(
  'at %i px the pages of accounts are sound and not wider than the window',
  async (width) => {
    const page = await opened();
    await page.setViewportSize({ width, height: 900 });
    for (const path of [
      '/login',
      '/signup',
      '/forgot-password',
      '/reset-password?token=x',
      '/confirm-email?token=x',
      '/renew-download',
      '/custom_search?q=steel&sort=cheapest',
      '/custom_search?q=zzzz',
    ]) {
      await page.goto(store.url + path);
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
        path,
      ).toBe(true);
      await sound(page);
    }
  },
  60_000,
);
