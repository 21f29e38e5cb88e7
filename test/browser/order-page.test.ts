import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { billing, billingTexts } from '../support/billing.ts';
import { expectAccessiblePage, launchBrowser, openPage } from '../support/browser.ts';
import { payAtPaypal, submitCheckout } from '../support/checkout-page.ts';
import { createCaptchaToken } from '../support/captcha.ts';
import { callPaypalControl } from '../support/paypal.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';
import { waitUntil } from '../support/wait-until.ts';

let server: TestServer;
let browser: Browser;
let reportCodes: string[];
beforeAll(async () => {
  [server, browser] = [await startTestServer(), await launchBrowser()];
  reportCodes = (await server.app.catalogue.reports.list(1)).items.map(({ code }) => code);
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

const readMainText = (page: Page): Promise<string> => page.locator('main').innerText();

test('a declined card leads back to PayPal or to a checkout that is filled already', async () => {
  const page = await openPage(browser, { width: 390 });
  await submitCheckout(page, server.url, { reportCode: reportCodes[0] });
  await page.click('button:has-text("Decline")');
  await page.waitForURL(/payment-success/);
  expect(await readMainText(page)).toMatch(/declined: nothing was charged/);
  expect(await readMainText(page)).toContain(reportCodes[0]);
  await expectAccessiblePage(page);
  const orderNumber = await page.locator('.receipt dt:text-is("Order") + dd').innerText();
  await page.goto(`${server.url}/payment-success?order=${orderNumber}`);
  expect(await readMainText(page)).toContain('This order is not paid');
  expect(await readMainText(page)).toMatch(/Status\s+Declined/);
  await page.click('a:has-text("Checkout, or pay by bank transfer")');
  expect(await page.inputValue('main [name="email"]')).toBe(billingTexts.email);
  expect(await page.locator('main [name="country"] option:checked').innerText()).toBe(
    'United States (+1)',
  );
  await page.goBack();
  await page.click('a:has-text("Pay another way at PayPal")');
  await payAtPaypal(page);
  const { pages } = (await server.app.catalogue.reports.getByCode(reportCodes[0] ?? '')) ?? {};
  expect(await readMainText(page)).toContain(`${pages} pages, your name on every page`);
  await page.goto(`${server.url}/buy-now?id=${reportCodes[0]}&type=single-user`);
  expect(await readMainText(page)).toContain('You already have this licence');
  await expectAccessiblePage(page);
});

test('the order page in another browser says how to get access, and is 404', async () => {
  const page = await openPage(browser);
  await submitCheckout(page, server.url, { reportCode: reportCodes[1] });
  await payAtPaypal(page);
  const number = new URL(page.url()).searchParams.get('order');
  const otherPage = await openPage(browser, { width: 390 });
  const response = await otherPage.goto(page.url());
  expect(response?.status()).toBe(404);
  expect(await readMainText(otherPage)).not.toMatch(/failed|BUY NOW/);
  expect(await otherPage.locator('main a:has-text("Login")').getAttribute('href')).toBe(
    `/login?from=${encodeURIComponent(`/payment-success?order=${number}`)}`,
  );
  await expectAccessiblePage(otherPage);
  await otherPage.click('main a:has-text("Send me new links")');
  expect(new URL(otherPage.url()).pathname).toBe('/renew-download');
});

test('a checkout that a new browser sends twice at once is one order', async () => {
  const page = await openPage(browser);
  const checkoutUrl = `${server.url}/buy-now?id=${reportCodes[2]}`;
  await page.goto(`${checkoutUrl}&type=single-user`);
  const cookies = await page.context().cookies();
  const buyerSecret = cookies.find(({ name }) => name === 'buyer')?.value;
  const token = await createCaptchaToken(server.captchaUrl);
  const sendCheckout = (): Promise<Response> =>
    fetch(checkoutUrl, {
      method: 'POST',
      body: new URLSearchParams({
        ...billing,
        report_id: String(reportCodes[2]),
        type: 'single-user',
        method: 'bank',
        turnstile_token: token,
      }),
      redirect: 'manual',
      headers: { cookie: `buyer=${buyerSecret}`, origin: server.url },
    });
  const [first, second] = await Promise.all([sendCheckout(), sendCheckout()]);
  expect(first.status).toBe(303);
  expect(first.headers.get('location')).toBe(second.headers.get('location'));
});

test('an order in dispute is on hold, and a refunded one is refunded as a whole', async () => {
  const page = await openPage(browser);
  await submitCheckout(page, server.url, { reportCode: reportCodes[3] });
  await payAtPaypal(page);
  const captureId = await page.locator('.receipt dt:text-is("Transaction") + dd').innerText();
  const tellPaypal = (control: string, input: object = {}): Promise<unknown> =>
    callPaypalControl(server.paypalUrl, control, { captureId, ...input });
  const waitForTitle = (title: string): Promise<boolean> =>
    waitUntil(`the page says "${title}"`, async () => {
      await page.reload();
      return (await readMainText(page)).includes(title);
    });
  await tellPaypal('dispute');
  await waitForTitle('The downloads of this order are paused');
  expect(await readMainText(page)).toContain('Its payment is in dispute. Downloads resume');
  expect(await readMainText(page)).toMatch(/Status\s+On hold/);
  await expectAccessiblePage(page);
  await tellPaypal('dispute', { outcome: 'RESOLVED_SELLER_FAVOUR' });
  await tellPaypal('refund', { value: '100.00' });
  await waitForTitle('Part of this order was refunded');
  expect(await readMainText(page)).toMatch(/We refunded \$100 of \$[\d,]+ to the account/);
  expect(await readMainText(page)).toMatch(/Status\s+Partly refunded/);
  await tellPaypal('refund');
  await waitForTitle('This order was refunded');
  expect(await readMainText(page)).toMatch(/Status\s+Refunded/);
  expect(await readMainText(page)).not.toMatch(/Completed|Part of this order/);
  await expectAccessiblePage(page);
});
