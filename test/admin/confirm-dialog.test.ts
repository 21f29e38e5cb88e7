import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, test } from 'vitest';
import { launchBrowser, openPage } from '../support/browser.ts';
import { tabTo } from '../support/tab-to.ts';
import { waitUntil } from '../support/wait-until.ts';
import { startOffice, type AdminClient, type AdminTestServer } from './admin-test-client.ts';
import { createOrderPlacer, type OrderPlacer } from './order-placer.ts';

let admin: AdminTestServer;
let owner: AdminClient;
let buyers: OrderPlacer;
let browser: Browser;
beforeAll(async () => {
  ({ admin, owner } = await startOffice(['owner']));
  buyers = await createOrderPlacer(admin.server);
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await admin?.close();
});

test('F40: with the keyboard alone a transfer is marked paid; the dialog holds the focus', async () => {
  const number = await buyers.placeOrder('bank');
  const page = await openPage(browser, { width: 1440 });
  await page.context().addCookies([{ ...owner.cookie, url: admin.server.url }]);
  await page.goto(new URL(`/admin/orders/${number}`, admin.server.url).href);
  const opener = `button[popovertarget="paid-${number}"]`;
  const dialog = `#paid-${number}:popover-open`;
  await tabTo(page, opener);
  await page.keyboard.press('Enter');
  await page.waitForSelector(`${dialog}:focus`);
  await page.keyboard.press('Escape');
  await page.waitForSelector(`${opener}:focus`);
  await page.keyboard.press('Enter');
  await page.waitForSelector(`${dialog}:focus`);
  for (let presses = 0; presses < 4; presses++) {
    await page.keyboard.press('Tab');
    await page.waitForSelector(`${dialog}:focus-within`, { timeout: 60_000 });
  }
  await tabTo(page, `${dialog} button[type=submit], ${dialog} form button`);
  await page.keyboard.press('Enter');
  await page.waitForSelector('main .admin-flash:focus');
  await waitUntil('the order is delivered', async () => {
    return (await buyers.readState(number)) === 'fulfilled';
  });
});
