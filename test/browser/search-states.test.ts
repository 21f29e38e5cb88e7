import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { expectAccessiblePage, launchBrowser, openPage } from '../support/browser.ts';
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

const list = '#header-search-list';

async function openSearch(): Promise<Page> {
  const page = await openPage(browser);
  await page.goto(server.url);
  return page;
}

test('while the answer takes long the dropdown says so, and shows what came in the end', async () => {
  const page = await openSearch();
  let answer: () => void = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/data/search?*', async (route) => {
    await held;
    await route.continue();
  });
  await page.fill('#header-search', 'semiconductors');
  await page.waitForSelector(`${list}:visible >> text=Searching…`);
  await page.keyboard.press('Escape');
  await page.waitForSelector(list, { state: 'hidden' });
  answer();
  await page.waitForSelector(`${list} [role="option"]`);
  expect(await page.locator(list).innerText()).not.toContain('Searching…');
  await page.close();
});

test('a search that finds nothing, or fails, says which, and Enter leads to the page of results', async () => {
  const page = await openSearch();
  await page.fill('#header-search', 'zzzzqqqq');
  await page.waitForSelector(`${list} >> text=No results found.`);
  await page.route('**/data/search?*', (route) => route.abort());
  await page.fill('#header-search', 'zzzzqqqqx');
  await page.waitForSelector(`${list} >> text=Suggestions are not available right now.`);
  await page.keyboard.press('Enter');
  await page.waitForURL(/custom_search\?q=zzzzqqqqx/);
  await page.close();
});

test('pages of the store are a group of their own, which the keyboard reaches', async () => {
  const page = await openSearch();
  await page.fill('#header-search', 'refund policy');
  const own = page.locator(`${list} [role="group"][aria-label^="On this site"] [role="option"]`);
  await own.first().waitFor();
  await expectAccessiblePage(page);
  const options = await page
    .locator(`${list} [role="option"]`)
    .evaluateAll((found) => found.map((option) => option.getAttribute('href')));
  for (let step = options.indexOf('/refund-policy'); step >= 0; step--)
    await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForURL(/refund-policy/);
  await page.close();
});
