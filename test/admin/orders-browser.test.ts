import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  collectPageErrors,
  expectAccessiblePage,
  launchBrowser,
  openPage,
} from '../support/browser.ts';
import {
  startAdminTestServer,
  type AdminClient,
  type AdminTestServer,
} from './admin-test-client.ts';
import { createOrderPlacer, type OrderPlacer } from './order-placer.ts';

let admin: AdminTestServer;
let finance: AdminClient;
let buyers: OrderPlacer;
let browser: Browser;
beforeAll(async () => {
  admin = await startAdminTestServer({ template: 'small' });
  finance = await admin.signIn('finance');
  buyers = await createOrderPlacer(admin.server);
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await admin?.close();
});

test('F40: lists, an order and its forms have no accessibility faults at 390 and 1440 px', async () => {
  const number = await buyers.placeOrder('card');
  await buyers.placeOrder('bank');
  const refund = { intent: 'refund', amount: '1', reason: 'Goodwill', place: '1' };
  await finance.post(`/admin/orders/${number}/refund`, refund);
  for (const width of [1440, 390]) {
    const page = await openPage(browser, { width });
    const errors = collectPageErrors(page);
    await page.context().addCookies([{ ...finance.cookie, url: admin.server.url }]);
    for (const path of [
      '/admin/attention',
      '/admin/orders',
      '/admin/orders?q=nothing-at-all',
      `/admin/orders/${number}`,
      `/admin/orders/${number}/refund`,
      `/admin/orders/${number}/address`,
    ]) {
      await page.goto(new URL(path, admin.server.url).href);
      await expectAccessiblePage(page);
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect([path, width, overflow]).toEqual([path, width, 0]);
    }
    expect(errors).toEqual([]);
    await page.context().close();
  }
});

test('F40: with the keyboard alone a refund is made', async () => {
  const number = await buyers.placeOrder('card');
  const page = await openPage(browser, { width: 1440 });
  await page.context().addCookies([{ ...finance.cookie, url: admin.server.url }]);
  await page.goto(new URL(`/admin/orders/${number}/refund`, admin.server.url).href);
  await page.getByLabel('Amount').focus();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('5');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Typed by hand');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/admin/orders/${number}`);
  expect(await page.getByRole('status').first().textContent()).toContain('$5 of');
  expect(await buyers.readState(number)).toBe('partly-refunded');
  await page.context().close();
});
