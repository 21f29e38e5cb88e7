import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fitsViewport, launchBrowser, openPage } from '../support/browser.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';

let server: TestServer;
let browser: Browser;
let reportPath: string;
beforeAll(async () => {
  [server, browser] = [await startTestServer(), await launchBrowser()];
  // Its page has small charts beside each other.
  const lithium = await server.app.catalogue.reports.getByCode('QM-BCM-1001');
  reportPath = `/${lithium?.slug}`;
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

/** Paragraphs and headings so narrow that each line has a word or less. */
const listSqueezedTexts = (page: Page): Promise<string[]> =>
  page.locator('main :is(p, h1, h2, h3)').evaluateAll((elements) =>
    elements
      .filter((element) => element.checkVisibility() && element.clientWidth > 1)
      .filter(({ clientWidth, textContent }) => clientWidth < 60 && textContent.length > 30)
      .map(({ textContent }) => textContent.slice(0, 40)),
  );

test('no column of a page is squeezed between the widths that are drawn', async () => {
  const page = await openPage(browser);
  for (const path of ['/', reportPath, '/industries', '/report-store']) {
    await page.goto(server.url + path);
    for (const width of [320, 600, 768, 900, 1000, 1199]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await listSqueezedTexts(page), `${path} at ${width} px`).toEqual([]);
      expect(await fitsViewport(page), `${path} at ${width} px`).toBe(true);
    }
  }
});

test('an industry leads to the newest post that links to it', async () => {
  const page = await openPage(browser);
  await page.goto(`${server.url}/industries/battery-and-critical-minerals`);
  await page.click('.industry-facts a:has-text("Read: ")');
  expect(new URL(page.url()).pathname).toBe('/blog-detail/lithium-reserves-in-years');
  await page.click('main a:has-text("Battery & Critical Minerals")');
  expect(new URL(page.url()).pathname).toBe('/industries/battery-and-critical-minerals');
  await page.goto(`${server.url}/industries/aerospace-and-defense`);
  expect(await page.locator('.industry-facts a:has-text("Read: ")').count()).toBe(0);
});

test("on a phone the header's results end with the window, under its whole header", async () => {
  const page = await openPage(browser, { width: 390 });
  await page.goto(`${server.url}/about`);
  await page.locator('#header-search').fill('copper', { force: true });
  const results = page.locator('.search-results');
  await results.getByText('Copper').first().waitFor();
  const { y = 0, height = 0 } = (await results.boundingBox()) ?? {};
  const header = await page.locator('.site-header').boundingBox();
  expect(Math.abs(y - Number(header?.y) - Number(header?.height))).toBeLessThanOrEqual(2);
  expect(Math.round(y + height)).toBe(900);
});

test('what a visitor does with the best match is one line beside its figures', async () => {
  const page = await openPage(browser);
  await page.goto(`${server.url}/custom_search?q=copper`);
  for (const width of [390, 1000, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const actions = page.locator('.best-match-actions a');
    const heights = await actions.evaluateAll((links) => links.map((link) => link.clientHeight));
    expect(Math.max(...heights), `at ${width} px`).toBeLessThanOrEqual(44);
    expect(await fitsViewport(page), `at ${width} px`).toBe(true);
  }
});
