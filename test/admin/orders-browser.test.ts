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
let owner: AdminClient;
let buyers: OrderPlacer;
let browser: Browser;
beforeAll(async () => {
  admin = await startAdminTestServer({ template: 'small' });
  owner = await admin.signIn('owner');
  buyers = await createOrderPlacer(admin.server);
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await admin?.close();
});

test('F40: orders, their forms and settings have no accessibility faults at 390 and 1440 px', async () => {
  const number = await buyers.placeOrder('card');
  await buyers.placeOrder('bank');
  const refund = { intent: 'refund', amount: '1', reason: 'Goodwill', place: '1' };
  await owner.post(`/admin/orders/${number}/refund`, refund);
  for (const width of [1440, 390]) {
    const page = await openPage(browser, { width });
    const errors = collectPageErrors(page);
    await page.context().addCookies([{ ...owner.cookie, url: admin.server.url }]);
    for (const path of [
      '/admin/attention',
      '/admin/orders',
      '/admin/orders?q=nothing-at-all',
      '/admin/orders/books',
      '/admin/settings',
      '/admin/settings/tax',
      '/admin/settings/licences',
      '/admin/settings/tokens',
      '/admin/content/blog',
      '/admin/content/blog/1',
      '/admin/content/faq',
      '/admin/content/faq/1',
      '/admin/content/testimonials/1',
      '/admin/content/logos',
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
  await page.context().addCookies([{ ...owner.cookie, url: admin.server.url }]);
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

test('F23: what is typed into a post survives an ended session, and is forgotten once it is saved', async () => {
  const page = await openPage(browser, { width: 1440 });
  const errors = collectPageErrors(page);
  const editor = await admin.signIn('editor');
  const visit = (path: string) => page.goto(new URL(path, admin.server.url).href);
  const useSession = () => page.context().addCookies([{ ...editor.cookie, url: admin.server.url }]);
  await useSession();
  await visit('/admin/content/blog/new');
  await page.getByLabel('Title').first().fill('Typed by hand');
  await page.getByRole('textbox', { name: 'Text' }).click();
  await page.keyboard.type('Words that nobody has saved');
  await page.context().clearCookies();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.waitForURL('**/admin/login**');
  await useSession();
  await visit('/admin/content/blog/new');
  await page.getByText('is back in the form').waitFor();
  expect(await page.getByLabel('Title').first().inputValue()).toBe('Typed by hand');
  const text = page.getByRole('textbox', { name: 'Text' });
  expect(await text.textContent()).toContain('Words that nobody has saved');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.waitForURL(/content\/blog\/\d+$/);
  expect(await text.innerHTML()).toBe('<p>Words that nobody has saved</p>');
  await visit('/admin/content/blog/new');
  expect(await page.getByLabel('Title').first().inputValue()).toBe('');
  expect(errors).toEqual([]);
  await page.context().close();
});
