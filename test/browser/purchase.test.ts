import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import {
  collectPageErrors,
  expectAccessiblePage,
  expectAccessiblePages,
  launchBrowser,
  openPage,
} from '../support/browser.ts';
import { fillCheckout, payAtPaypal, submitCheckout } from '../support/checkout-page.ts';
import { listEmailsTo, waitForEmail } from '../support/emails.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';

const email = 'ada@buyer.example.com';
const confirmedTitle = 'Thank you. Your payment is confirmed.';

let server: TestServer;
let browser: Browser;
beforeAll(async () => {
  [server, browser] = [await startTestServer(), await launchBrowser()];
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

async function findReport(page: Page): Promise<void> {
  await page.goto(server.url);
  await expectAccessiblePage(page);
  await page.fill('#header-search', 'semiconductors market');
  await page.waitForSelector('[role="option"]');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForURL(/semiconductor/);
  await expectAccessiblePage(page);
}

async function checkOut(page: Page): Promise<void> {
  await page.check('input[value="multiple-user"]');
  await page.click('button:has-text("BUY NOW")');
  await page.waitForURL(/buy-now/);
  await expectAccessiblePage(page);
  const total = await page.locator('aside dd').last().innerText();
  await page.click('button:has-text("Continue to PayPal")');
  await page.waitForSelector('[role="alert"]');
  await expectAccessiblePage(page);
  await fillCheckout(page, { email, company_name: 'Example & Sons' });
  await page.click('button:has-text("Continue to PayPal")');
  await page.waitForURL(new RegExp(`^${server.paypalUrl}/checkoutnow`));
  await expectAccessiblePage(page);
  expect(await page.locator('main').innerText()).toContain('Multiple users licence');
  expect(await page.locator('.sum').innerText()).toContain(total.replace('$', '').trim());
  await payAtPaypal(page);
  await expectAccessiblePage(page);
}

async function expectPrivateFiles(page: Page): Promise<void> {
  const links = await page
    .locator('a[download]')
    .evaluateAll((found) => found.map((link) => (link as HTMLAnchorElement).href));
  expect(links).toHaveLength(2);
  for (const [i, start] of ['%PDF', 'PK'].entries()) {
    const link = String(links[i]);
    const file = await page.context().request.get(link);
    expect(file.status()).toBe(200);
    expect((await file.body()).toString('latin1').slice(0, start.length)).toBe(start);
    expect((await fetch(link)).status).toBe(404);
  }
}

async function expectSignedLinkInEmail(): Promise<void> {
  const { text } = await waitForEmail(server.mailboxUrl, email);
  expect(await listEmailsTo(server.mailboxUrl, email)).toHaveLength(1);
  const link = /http\S+\/download\/\S+/.exec(text)?.[0] ?? '';
  expect((await fetch(link)).status).toBe(200);
  expect((await fetch(`${link}x`)).status).toBe(404);
}

test('a buyer finds a report, pays and has both files, and nobody else has', async () => {
  const page = await openPage(browser, { width: 1440, hasAnsweredCookies: false });
  const errors = collectPageErrors(page);
  await findReport(page);
  await checkOut(page);
  await expectPrivateFiles(page);
  await expectSignedLinkInEmail();
  expect(errors).toEqual([]);
});

test('every kind of page is accessible at 390 and 1440 px, and fits at 768 px, too', async () => {
  const page = await openPage(browser, { hasAnsweredCookies: false });
  const [report] = (await server.app.catalogue.reports.list(1)).items;
  await expectAccessiblePages(page, server.url, [
    '/',
    '/industries',
    `/industries/${report?.industrySlug}`,
    '/report-store',
    '/custom_search?q=steel',
    '/custom_search?q=semicondctors',
    '/custom_search?q=zzzzqqq',
    `/${report?.slug}`,
    '/services',
    '/blog',
    '/press-release',
    '/faq',
    `/buy-now?id=${report?.code}&type=single-user`,
    '/payment-success',
    '/nothing-here',
  ]);
});

test('errors of the checkout lead to their fields, and each goes as it is mended', async () => {
  const page = await openPage(browser, { width: 390 });
  const [report] = (await server.app.catalogue.reports.list(1)).items;
  await page.goto(`${server.url}/buy-now?id=${report?.code}&type=single-user`);
  await fillCheckout(page, { email: 'ada@buyer', zip: '1011', mobile_no: '030 555 0142' });
  await page.selectOption('main [name="country"]', { label: 'Germany (+49)' });
  expect(await page.locator('[data-phone-code]').innerText()).toBe('+49');
  await page.uncheck('main [name="policy"]');
  await page.click('button:has-text("Continue to PayPal")');
  const summary = page.locator('main [role="alert"]');
  expect(await summary.innerText()).toMatch(/^Please check three things/);
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('email');
  expect(await page.inputValue('main [name="mobile_no"]')).toBe('030 555 0142');
  await page.fill('main [name="email"]', email);
  expect(await summary.innerText()).toMatch(/^Please check two things/);
  await page.fill('main [name="zip"]', '10119');
  await page.click('main [role="alert"] a[href="#policy"]');
  await page.check('main [name="policy"]');
  expect(await page.locator('main :is([role="alert"], .error, [aria-invalid])').count()).toBe(0);
});

test('postal code and city are in the order of the chosen country', async () => {
  const page = await openPage(browser);
  const [report] = (await server.app.catalogue.reports.list(1)).items;
  await page.goto(`${server.url}/buy-now?id=${report?.code}&type=single-user`);
  const readOrder = () =>
    page.locator('[data-town] input').evaluateAll((found) => found.map(({ id }) => id));
  expect(await readOrder()).toEqual(['zip', 'city']);
  await page.selectOption('main [name="country"]', { label: 'United States (+1)' });
  expect(await readOrder()).toEqual(['city', 'zip']);
});

test('a report is bought without scripts', async () => {
  const page = await openPage(browser, { javaScriptEnabled: false, width: 390 });
  await page.goto(`${server.url}/industries`);
  await page.click('main h2 a');
  await page.click('main article h3 a');
  await page.click('button:has-text("BUY NOW")');
  await fillCheckout(page, { email });
  await page.click('button:has-text("Continue to PayPal")');
  await payAtPaypal(page);
  expect(await page.locator('h1').innerText()).toBe(confirmedTitle);
});

test('after a declined card the same order is paid with another one', async () => {
  const page = await openPage(browser, { hasAnsweredCookies: false });
  const [report] = (await server.app.catalogue.reports.list(1)).items;
  const checkout = { reportCode: report?.code, changes: { email } };
  await submitCheckout(page, server.url, checkout);
  await page.click('button:has-text("declined")');
  await page.waitForURL(/payment-success/);
  expect(await page.locator('[role="alert"]').innerText()).toBe('Payment capture failed.');
  await submitCheckout(page, server.url, checkout);
  await payAtPaypal(page);
  expect(await page.locator('h1').innerText()).toBe(confirmedTitle);
});
