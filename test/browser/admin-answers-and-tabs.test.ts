import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startOffice, type AdminClient, type AdminTestServer } from '../admin/admin-test-client.ts';
import { launchBrowser, openPage } from '../support/browser.ts';

let admin: AdminTestServer;
let owner: AdminClient;
let browser: Browser;
beforeAll(async () => {
  ({ admin, owner } = await startOffice(['owner']));
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await admin?.close();
});

const open = async (path: string, options: Parameters<typeof openPage>[1]): Promise<Page> => {
  const page = await openPage(browser, options);
  await page.context().addCookies([{ ...owner.cookie, url: admin.server.url }]);
  await page.goto(admin.server.url + path);
  return page;
};

const isInSight = (page: Page, selector: string): Promise<boolean> =>
  page.locator(selector).evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight;
  });

test('after a form the message has the focus and is in sight, also at an address with a hash', async () => {
  const path = '/admin/content/navigation';
  const page = await open(`${path}#navigation.footer.2`, { width: 1280 });
  const isFocused = () =>
    page.evaluate(() => document.activeElement?.matches('.admin-errors, .admin-flash') ?? false);
  expect(await isFocused()).toBe(false);
  const save = () => page.locator('.admin-form .admin-buttons button').click();
  await page.fill('[name="navigation.footer.0.title"]', '');
  await save();
  await page.waitForSelector('.admin-errors');
  await page.waitForLoadState('load');
  expect(new URL(page.url()).hash).toBe('#navigation.footer.2');
  await expect.poll(isFocused).toBe(true);
  await expect.poll(() => isInSight(page, '.admin-errors')).toBe(true);
  // The link of an error leads to its field, and leaves its hash in the address.
  await page.click('.admin-errors a');
  expect(new URL(page.url()).hash).toBe('#navigation.footer.0.title');
  await save();
  await page.waitForSelector('.admin-errors');
  await expect.poll(isFocused).toBe(true);
  await page.fill('[name="navigation.footer.0.title"]', 'Menu');
  await save();
  await page.waitForSelector('.admin-flash');
  await expect.poll(isFocused).toBe(true);
  await expect.poll(() => isInSight(page, '.admin-flash')).toBe(true);
  await page.context().close();
});

test('a form without an answer leaves the part that its hash names alone', async () => {
  const page = await open('/admin/content/navigation#navigation.footer.2', { width: 1280 });
  await page.click('button[value="navigation.footer.2.links.add"]');
  await page.waitForURL(/links\.\d+$/);
  await page.waitForLoadState('load');
  const hash = new URL(page.url()).hash.slice(1);
  await expect
    .poll(() => page.locator(`[id="${hash}"]`).evaluate((row) => row.getBoundingClientRect().top))
    .toBeLessThan(900);
  expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true);
  await page.context().close();
});

const isTabInSight = (page: Page, selector: string): Promise<boolean> =>
  page.locator(selector).evaluate((element) => {
    const row = (element.closest('.admin-tabs') ?? element).getBoundingClientRect();
    const { left, right } = element.getBoundingClientRect();
    return left >= row.left - 1 && right <= row.right + 1;
  });

test.each([
  [320, true],
  [390, true],
  [390, false],
])('at %i px the chosen tab is in sight, with scripts: %s', async (width, javaScriptEnabled) => {
  const page = await open('/admin/enquiries', { width, javaScriptEnabled });
  const views = await page
    .locator('.admin-tabs a')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
  expect(views.length).toBeGreaterThan(3);
  for (const view of views) {
    await page.goto(admin.server.url + view);
    expect([view, await isTabInSight(page, '.admin-tabs [aria-current]')]).toEqual([view, true]);
    expect(await page.evaluate(() => scrollY)).toBe(0);
  }
  await page.context().close();
});
