import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import {
  waitForEmailText,
  launchBrowser,
  openPage,
  expectAccessiblePage,
} from '../support/browser.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';

let server: TestServer;
let browser: Browser;
let code: string;
beforeAll(async () => {
  [server, browser] = [await startTestServer(), await launchBrowser()];
  code = String((await server.app.catalogue.listReports(1)).items[0]?.code);
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

const openVisitorPage = (): Promise<Page> => openPage(browser);
const waitForEmail = (to: string, subject: RegExp): Promise<string> =>
  waitForEmailText(server.mailboxUrl, to, subject);
const fillForm = async (page: Page, values: Record<string, string>): Promise<void> => {
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
  const page = await openVisitorPage();
  const email = 'customer@company.example';
  await page.goto(`${server.url}/buy-now?id=${code}&type=multiple-user`);
  await fillForm(page, { ...billing, email });
  await page.selectOption('main [name="country"]', { label: 'Italy' });
  await page.check('[name="policy"]');
  await page.click('button:has-text("Continue to PayPal")');
  await page.click('button:has-text("Pay now")');
  await page.waitForURL(/payment-success\?order=/);
  await expectAccessiblePage(page);

  const other = await openVisitorPage();
  await other.goto(`${server.url}/profile`);
  expect(new URL(other.url()).pathname).toBe('/login');
  await other.goto(`${server.url}/signup`);
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
  await fillForm(other, {
    name: billing.name,
    email,
    mobile_no: billing.mobile_no,
    address: 'Via 1',
    password: 'correct horse',
  });
  await other.click('main button');
  await other.waitForSelector('main [role="status"]');
  const confirm =
    /http\S+confirm-email\S+/.exec(await waitForEmail(email, /confirm your email/))?.[0] ?? '';
  await other.goto(confirm);
  await expectAccessiblePage(other);
  await other.fill('main [name="password"]', 'not the one');
  await other.click('main form button');
  await other.waitForSelector('#password-error');
  await expectAccessiblePage(other);
  await other.fill('main [name="password"]', 'correct horse');
  await other.click('main form button');
  await other.waitForSelector('main [role="status"]');

  await other.goto(`${server.url}/login?from=/profile`);
  await other.focus('main [name="email"]');
  await other.waitForSelector('form[novalidate]');
  await fillForm(other, { email: 'no', password: '' });
  await other.click('main button');
  expect(await other.locator('#email-error').innerText()).toBe('Invalid email format');
  await other.fill('main [name="email"]', email);
  expect(await other.locator('#email-error').count()).toBe(0);
  await other.fill('main [name="password"]', 'correct horse');
  await other.click('main button');
  await other.waitForURL((url) => url.pathname === '/profile');
  await expectAccessiblePage(other);
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
  await expectAccessiblePage(other);
  await other.selectOption('#edit [name="country"]', { label: 'Italy' });
  await other.fill('#edit [name="city"]', 'Milano');
  await other.click('#edit button:has-text("Submit")');
  await other.waitForSelector('main [role="status"]');
  expect(await other.locator('main').innerText()).toContain('Milano');
  await other.goto(server.url);
  expect(await other.locator('header .when-in').first().isVisible()).toBe(true);
  await other.click('header button:has-text("Profile")');
  await other.click('#profile-menu button');
  await other.waitForURL(/\/login/);
  await other.goto(`${server.url}/profile`);
  expect(new URL(other.url()).pathname).toBe('/login');
}, 60_000);

test('a buyer gives the address of his corporate licence to colleagues, who take seats by themselves', async () => {
  const page = await openVisitorPage();
  await page.goto(`${server.url}/buy-now?id=${code}&type=corporate-user`);
  await fillForm(page, {
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
  await expectAccessiblePage(page);
  await page.setViewportSize({ width: 390, height: 800 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  const address = await page.locator('input[name="join"]').inputValue();
  const colleague = await openVisitorPage();
  await colleague.goto(address);
  await expectAccessiblePage(colleague);
  await colleague.fill('[name="name"]', '王小明');
  await colleague.fill('[name="email"]', 'wang@other.example');
  await colleague.click('main form button');
  await colleague.waitForSelector('#email-error');
  await expectAccessiblePage(colleague);
  await colleague.fill('[name="email"]', 'wang@corporate.example');
  await colleague.click('main form button');
  await colleague.waitForSelector('main [role="status"]');
  await expectAccessiblePage(colleague);
  const seat =
    /http\S+\/seat\/\w+/.exec(
      await waitForEmail('wang@corporate.example', /You have a seat/),
    )?.[0] ?? '';
  await colleague.goto(seat);
  await colleague.click('button:has-text("Accept seat")');
  await colleague.waitForSelector('a[download]');
  await expectAccessiblePage(colleague);
}, 60_000);

test('a buyer invites a colleague, who accepts and downloads a copy of his own, and upgrades for the difference', async () => {
  const page = await openVisitorPage();
  await page.goto(`${server.url}/buy-now?id=${code}&type=multiple-user`);
  await fillForm(page, { ...billing, email: 'owner@team.example' });
  await page.selectOption('main [name="country"]', { label: 'Italy' });
  await page.check('[name="policy"]');
  await page.click('button:has-text("Continue to PayPal")');
  await page.click('button:has-text("Pay now")');
  await page.waitForURL(/payment-success\?order=/);
  await fillForm(page, { name: 'Bo Reader', email: 'bo@team.example' });
  await page.click('button:has-text("Invite")');
  await page.waitForSelector('main [role="status"]');
  await expectAccessiblePage(page);
  const reader = await openVisitorPage();
  await reader.goto(
    /http\S+\/seat\/\S+/.exec(await waitForEmail('bo@team.example', /You have a seat/))?.[0] ?? '',
  );
  await expectAccessiblePage(reader);
  await reader.click('main form button');
  const link = String(await reader.locator('a[download]').first().getAttribute('href'));
  expect((await fetch(link)).status).toBe(200);
  expect((await fetch(`${link}x`)).status).toBe(404);
  await page.reload();
  const invoice = await page.locator('a:has-text("Invoice INV-")').getAttribute('href');
  const paper = await fetch(server.url + String(invoice));
  expect(
    Buffer.from(await paper.arrayBuffer())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-');
  await page.click('a:has-text("Licence certificate")');
  await expectAccessiblePage(page);
  await page.goBack();
  await page.click('button:has-text("Upgrade for")');
  await page.click('button:has-text("Pay now")');
  await page.waitForURL(/payment-success\?order=/);
  expect(await page.locator('h1').innerText()).toBe('Thank you. Your payment is confirmed.');
}, 60_000);

test('a bank transfer shows where to pay, and the files when staff saw the money', async () => {
  const page = await openVisitorPage();
  await page.goto(`${server.url}/buy-now?id=${code}&type=single-user`);
  await page.check('[name="method"][value="bank"]');
  await fillForm(page, { ...billing, email: 'bank@team.example' });
  await page.selectOption('main [name="country"]', { label: 'Italy' });
  await page.check('[name="policy"]');
  await page.click('button:has-text("Place order")');
  await page.waitForURL(/payment-success\?order=/);
  await expectAccessiblePage(page);
  const number = new URL(page.url()).searchParams.get('order') ?? '';
  expect(await page.locator('main').innerText()).toContain(number);
  await server.app.orders.bankTransfers.confirmTransfer(number, 'staff');
  await page.reload();
  expect(await page.locator('a[download]').count()).toBe(2);
}, 60_000);

test.each([390, 1440])(
  'at %i px the pages of accounts are sound and not wider than the window',
  async (width) => {
    const page = await openVisitorPage();
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
      await page.goto(server.url + path);
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
        path,
      ).toBe(true);
      await expectAccessiblePage(page);
    }
  },
  60_000,
);
