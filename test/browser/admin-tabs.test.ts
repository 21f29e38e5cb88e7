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
    expect([view, await isInSight(page, '.admin-tabs [aria-current]')]).toEqual([view, true]);
    expect(await page.evaluate(() => scrollY)).toBe(0);
  }
  await page.context().close();
});
