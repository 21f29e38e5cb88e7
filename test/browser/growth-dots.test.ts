import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  collectPageErrors,
  expectAccessiblePage,
  launchBrowser,
  openPage,
} from '../support/browser.ts';
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

const readout = (page: Page) => page.locator('.interlude .chart-readout');

/** The middle of the dot of a report in the picture, in pixels of the window. */
async function findDot(page: Page, place: string): Promise<{ x: number; y: number }> {
  const picture = page.locator('[data-dots] svg');
  await picture.scrollIntoViewIfNeeded();
  return picture.evaluate((svg: SVGSVGElement, at) => {
    const [x = 0, y = 0] = at.split(' ').map(Number);
    const box = svg.getBoundingClientRect();
    const scale = box.width / svg.viewBox.baseVal.width;
    return { x: box.left + x * scale, y: box.top + y * scale };
  }, place);
}

test('every dot of the picture is a row of its numbers, and leads to the report of that row', async () => {
  const page = await openPage(browser, { javaScriptEnabled: false });
  await page.goto(`${server.url}/report-store`);
  const drawn = await page
    .locator('[data-dots] .interlude-dots')
    .evaluateAll((all) => all.flatMap((dots) => dots.getAttribute('d')?.match(/[\d. ]+(?=h0)/g)));
  await page.getByRole('link', { name: 'The numbers as a table' }).click();
  const rows = page.locator('[data-dot]');
  const places = await rows.evaluateAll((all) => all.map((row) => row.getAttribute('data-dot')));
  expect(places.length).toBeGreaterThan(20);
  expect(drawn).toHaveLength(places.length);
  expect(new Set(drawn)).toEqual(new Set(places));
  const subject = await rows.nth(3).getByRole('link').innerText();
  await rows.nth(3).getByRole('link').click();
  expect(await page.locator('h1').innerText()).toContain(subject);
});

test('a dot says its report under the pointer, and a click opens it', async () => {
  const page = await openPage(browser, { width: 1440 });
  const errors = collectPageErrors(page);
  await page.goto(`${server.url}/report-store/growth`);
  await expectAccessiblePage(page);
  const row = page.locator('[data-dot]').nth(7);
  const [place, subject] = [await row.getAttribute('data-dot'), await row.locator('a').innerText()];
  const growth = await row.locator('td').innerText();
  const href = await row.locator('a').getAttribute('href');
  await page.goto(`${server.url}/report-store`);
  const { x, y } = await findDot(page, place ?? '');
  await page.mouse.move(x - 2, y - 40);
  await page.mouse.move(x, y);
  await expect
    .poll(async () => {
      // The names are on their way after the first move.
      await page.mouse.move(x + 1, y);
      await page.mouse.move(x, y);
      return readout(page).allInnerTexts();
    })
    .toEqual([`${subject}, ${growth} a year`]);
  await expectAccessiblePage(page);
  expect(errors).toEqual([]);
  await page.mouse.click(x, y);
  await page.waitForURL(server.url + href);
});

test('without script the picture leads to its numbers', async () => {
  const page = await openPage(browser, { width: 1440, javaScriptEnabled: false });
  await page.goto(`${server.url}/report-store`);
  await page.locator('[data-dots] svg').click();
  expect(new URL(page.url()).pathname).toBe('/report-store/growth');
  expect(await page.getByRole('row').count()).toBeGreaterThan(20);
});
