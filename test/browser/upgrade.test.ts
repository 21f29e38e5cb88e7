import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from 'playwright-core';
import { expectAccessiblePage, launchBrowser, openPage } from '../support/browser.ts';
import { payAtPaypal, submitCheckout } from '../support/checkout-page.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';

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

test('a buyer opens the invoice and the certificate, and upgrades for the difference', async () => {
  const page = await openPage(browser);
  await submitCheckout(page, server.url, {
    reportCode: reportCodes[0],
    licence: 'multiple-user',
    changes: { email: 'owner@team.example' },
  });
  await payAtPaypal(page);
  const invoicePath = await page.locator('a:has-text("Invoice INV-")').getAttribute('href');
  const invoice = await (await fetch(server.url + String(invoicePath))).arrayBuffer();
  expect(Buffer.from(invoice).subarray(0, 5).toString()).toBe('%PDF-');
  await page.click('a:has-text("Licence certificate")');
  await expectAccessiblePage(page);
  await page.goBack();
  await page.click('button:has-text("Upgrade for")');
  await page.waitForURL(/checkoutnow/);
  expect(await page.locator('main').innerText()).toMatch(/Upgrade of order QI-\d+ to: /);
  await payAtPaypal(page);
  expect(await page.locator('h1').innerText()).toBe('Thank you. Your payment is confirmed.');
});

test('cancelling an upgrade leads back to the order, at the same difference', async () => {
  const page = await openPage(browser);
  await submitCheckout(page, server.url, { reportCode: reportCodes[1] });
  await payAtPaypal(page);
  const upgradeButton = page.locator('button:has-text("Upgrade for")').first();
  const upgradeLabel = await upgradeButton.innerText();
  await upgradeButton.click();
  await page.click('text=Cancel');
  await page.waitForURL(/payment-success\?order=/);
  expect(await page.locator('main').innerText()).toContain(
    'Payment cancelled. You have not been charged.',
  );
  await page.reload();
  expect(await page.locator('main').innerText()).not.toContain('Payment cancelled');
  expect(await upgradeButton.innerText()).toBe(upgradeLabel);
});
