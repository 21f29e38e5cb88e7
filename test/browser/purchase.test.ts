import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { waitForEmailsTo, launchBrowser, expectAccessiblePage } from '../support/browser.ts';
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

const buyer = {
  name: 'Ada Example',
  email: 'ada@buyer.example.com',
  mobile_no: '+1 202-555-0100',
  company_name: 'Example & Sons',
  title: 'Analyst',
  address: '1 Main Street',
  city: 'Springfield',
  state: 'Illinois',
  zip: '62701',
};

async function fillBilling(page: Page): Promise<void> {
  for (const [name, value] of Object.entries(buyer)) await page.fill(`[name="${name}"]`, value);
  await page.selectOption('[name="country"]', { label: 'United States' });
  await page.check('[name="policy"]');
}

test('a buyer finds a report, pays and has both files, and nobody else has', async () => {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    acceptDownloads: true,
  });
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  await page.goto(server.url);
  await expectAccessiblePage(page);
  await page.fill('#header-search', 'semiconductors market');
  await page.waitForSelector('[role="option"]');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForURL(/semiconductor/);
  await expectAccessiblePage(page);
  await page.check('input[value="multiple-user"]');
  await page.click('button:has-text("BUY NOW")');
  await page.waitForURL(/buy-now/);
  await expectAccessiblePage(page);
  const total = await page.locator('aside dd').last().innerText();
  await page.click('button:has-text("Continue to PayPal")');
  await page.waitForSelector('[role="alert"]');
  await expectAccessiblePage(page);
  await fillBilling(page);
  await page.click('button:has-text("Continue to PayPal")');
  await page.waitForURL(new RegExp(`^${server.paypalUrl}/checkoutnow`));
  await expectAccessiblePage(page);
  expect(await page.locator('.sum').innerText()).toContain(total.replace('$', '').trim());
  await page.click('button:has-text("Pay now")');
  await page.waitForURL(/payment-success\?order=/);
  await expectAccessiblePage(page);
  const links = await page
    .locator('a[download]')
    .evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href));
  expect(links).toHaveLength(2);
  for (const [link, start] of [
    [links[0], '%PDF'],
    [links[1], 'PK'],
  ] as const) {
    const file = await context.request.get(String(link));
    expect(file.status()).toBe(200);
    expect((await file.body()).toString('latin1').slice(0, start.length)).toBe(start);
    expect((await fetch(String(link))).status).toBe(404);
  }
  const letters = await waitForEmailsTo(server.mailboxUrl, buyer.email);
  expect(letters).toHaveLength(1);
  const signed = /http\S+\/download\/\S+/.exec(letters[0]?.text ?? '')?.[0] ?? '';
  expect((await fetch(signed)).status).toBe(200);
  expect((await fetch(`${signed}x`)).status).toBe(404);
  expect(errors).toEqual([]);
  await context.close();
});

test.each([390, 768, 1440])(
  'at %i px no page is wider than the window, and axe finds nothing',
  async (width) => {
    const context = await browser.newContext({ viewport: { width, height: 900 } });
    const page = await context.newPage();
    const [report] = (await server.app.catalogue.listReports(1)).items;
    for (const path of [
      '/',
      '/industries',
      `/industries/${report?.industrySlug}`,
      '/report-store',
      `/${report?.slug}`,
      '/services',
      '/blog',
      '/faq',
      `/buy-now?id=${report?.code}&type=single-user`,
      '/payment-success',
      '/nothing-here',
    ]) {
      await page.goto(server.url + path);
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
        path,
      ).toBe(true);
      await expectAccessiblePage(page);
    }
    await context.close();
  },
  90_000,
);

test('without scripts the whole path works', async () => {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    viewport: { width: 390, height: 844 },
  });
  const page = await context.newPage();
  await page.goto(`${server.url}/industries`);
  await page.click('main h2 a');
  await page.click('main article h2 a');
  await page.click('button:has-text("BUY NOW")');
  await fillBilling(page);
  await page.click('button:has-text("Continue to PayPal")');
  await page.click('button:has-text("Pay now")');
  expect(await page.locator('h1').innerText()).toBe('Thank you. Your payment is confirmed.');
  await context.close();
});

test('a declined card is told, and the same order is paid with another one', async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  const [report] = (await server.app.catalogue.listReports(1)).items;
  await page.goto(`${server.url}/buy-now?id=${report?.code}&type=single-user`);
  await fillBilling(page);
  await page.click('button:has-text("Continue to PayPal")');
  await page.click('button:has-text("declined")');
  expect(await page.locator('[role="alert"]').innerText()).toBe('Payment capture failed.');
  await page.goto(`${server.url}/buy-now?id=${report?.code}&type=single-user`);
  await fillBilling(page);
  await page.click('button:has-text("Continue to PayPal")');
  await page.click('button:has-text("Pay now")');
  expect(await page.locator('h1').innerText()).toBe('Thank you. Your payment is confirmed.');
  await context.close();
});
