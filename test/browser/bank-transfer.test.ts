import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from 'playwright-core';
import { billingTexts } from '../support/billing.ts';
import { expectAccessiblePage, launchBrowser, openPage } from '../support/browser.ts';
import { submitCheckout } from '../support/checkout-page.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';
import { testProgram } from '../support/test-staff.ts';

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

test('a bank transfer shows where to pay, and the files once staff confirmed it', async () => {
  const page = await openPage(browser);
  await submitCheckout(page, server.url, { reportCode: reportCodes[0], method: 'bank' });
  await page.waitForURL(/payment-success\?order=/);
  await expectAccessiblePage(page);
  const number = new URL(page.url()).searchParams.get('order') ?? '';
  expect(await page.locator('main').innerText()).toContain(number);
  await server.app.orders.bankTransfers.confirmTransfer(testProgram, number);
  await page.reload();
  expect(await page.locator('a[download]').count()).toBe(2);
});

test('paying by card closes the transfer for the same licence, which is owed no more', async () => {
  const page = await openPage(browser);
  await submitCheckout(page, server.url, { reportCode: reportCodes[1], method: 'bank' });
  await page.waitForURL(/payment-success\?order=/);
  const transferUrl = page.url();
  expect(await page.locator('main').innerText()).toMatch(/Please transfer by/);
  await expectAccessiblePage(page);
  await page.click('a:has-text("Pay by card instead")');
  expect(await page.inputValue('main [name="zip"]')).toBe(billingTexts.zip);
  await page.check('main [name="policy"]');
  await page.click('button:has-text("Continue to PayPal")');
  await page.click('button:has-text("Pay now")');
  await page.waitForURL(
    (url) => url.href !== transferUrl && /payment-success\?order=/.test(url.href),
  );
  await page.goto(transferUrl);
  expect(await page.locator('main').innerText()).toContain('Nothing is owed');
  await expectAccessiblePage(page);
});
