import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { fitsViewport, launchBrowser, openPage } from '../support/browser.ts';
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

const listShownTabs = (page: Page): Promise<number> =>
  page
    .locator('.industry-tabs li')
    .evaluateAll((tabs) => tabs.filter((tab) => tab.checkVisibility()).length);

test.each([390, 1440])('at %i px five industries are shown before Show More', async (width) => {
  const page = await openPage(browser, { width });
  await page.goto(server.url);
  await page.waitForSelector('html[data-ready]');
  expect(await listShownTabs(page)).toBe(5);
  expect(await fitsViewport(page)).toBe(true);
  await page.click('.industry-tabs button');
  await page.waitForSelector('.industry-tabs button[aria-expanded=true]');
  expect(await listShownTabs(page)).toBe(30);
  await page.context().close();
});

test('on a phone the row of industries shows the one that was chosen from all', async () => {
  const page = await openPage(browser, { width: 390 });
  await page.goto(server.url);
  await page.waitForSelector('html[data-ready]');
  await page.click('.industry-tabs button');
  await page.waitForSelector('.industry-tabs button[aria-expanded=true]');
  await page.click('.industry-tabs li:last-child a');
  await page.waitForSelector('.industry-tabs button[aria-expanded=false]');
  await page.waitForFunction(() => {
    const { left = -1, right = Infinity } =
      document.querySelector('.industry-tabs [aria-current]')?.getBoundingClientRect() ?? {};
    return left >= 0 && right <= innerWidth;
  });
  await page.context().close();
});
