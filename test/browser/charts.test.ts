import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectAccessiblePage, launchBrowser, openPage } from '../support/browser.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';

let server: TestServer;
let browser: Browser;
let slug: string;
beforeAll(async () => {
  [server, browser] = [await startTestServer(), await launchBrowser()];
  slug = String((await server.app.catalogue.reports.list(1)).items[0]?.slug);
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

const findLineChart = (page: Page) => page.locator('[data-chart="lines"][tabindex="0"]').first();

/** The text that a live region says, once it is there. */
async function readValue(page: Page, pattern: RegExp): Promise<string> {
  const region = findLineChart(page).getByRole('status').filter({ hasText: pattern });
  await region.waitFor();
  return region.innerText();
}

test('arrow keys walk the years of a chart, and each is said with its value', async () => {
  const page = await openPage(browser);
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url());
  });
  await page.goto(`${server.url}/${slug}`, { waitUntil: 'networkidle' });
  expect(scripts.filter((url) => url.includes('chart-values'))).toEqual([]);
  await findLineChart(page).focus();
  await page.keyboard.press('End');
  const newest = await readValue(page, /^\d{4}[ef]?: \S/);
  await page.keyboard.press('ArrowLeft');
  const before = await readValue(page, new RegExp(`^${parseInt(newest, 10) - 1}`));
  expect(before).toMatch(/^\d{4}[ef]?: \S/);
  await page.keyboard.press('Home');
  await readValue(page, /^19|^20/);
  await expectAccessiblePage(page);
  await page.keyboard.press('Escape');
  expect(await findLineChart(page).getByRole('status').isVisible()).toBe(false);
});

test('a tap on a chart shows the value of the year below it', async () => {
  const page = await openPage(browser, { width: 390, hasTouch: true });
  await page.goto(`${server.url}/${slug}`);
  await findLineChart(page).tap({ position: { x: 200, y: 60 } });
  expect(await readValue(page, /^\d{4}/)).toMatch(/^\d{4}[ef]?: \S/);
});

test.each([390, 768, 1366])(
  'at %i px charts show their newest value, unscrolled',
  async (width) => {
    const page = await openPage(browser, { width, javaScriptEnabled: false });
    await page.goto(`${server.url}/${slug}`);
    const charts = await page.locator('figure.chart').all();
    expect(charts.length).toBeGreaterThan(0);
    for (const chart of charts) {
      const drawings = chart.locator('.chart-drawings svg:visible');
      expect(await drawings.count()).toBe(1);
      const box = await drawings.boundingBox();
      expect((box?.x ?? -1) >= 0 && (box?.x ?? 0) + (box?.width ?? 0) <= width).toBe(true);
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  },
);

test('without script a chart opens its numbers and its citation', async () => {
  const page = await openPage(browser, { width: 390, javaScriptEnabled: false });
  await page.goto(`${server.url}/${slug}`);
  const chart = page.locator('figure.chart').first();
  await chart.locator('summary', { hasText: 'Numbers' }).click();
  expect(await chart.getByRole('row').count()).toBeGreaterThan(2);
  await chart.locator('summary', { hasText: 'Cite' }).click();
  expect(await chart.getByText('@misc{').isVisible()).toBe(true);
});

test('the code that embeds a chart is copied, or selected where copying is not allowed', async () => {
  const page = await openPage(browser);
  await page.goto(`${server.url}/${slug}`);
  await page.waitForSelector('html[data-ready]');
  const tools = page.locator('.chart-tools details', { hasText: 'Embed' }).first();
  await tools.locator('summary').click();
  const code = await tools.locator('code').innerText();
  const copy = tools.locator('button');
  // A shop over plain HTTP has no clipboard.
  await page.evaluate(() =>
    Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true }),
  );
  await copy.click();
  await tools.getByText('Selected: copy it').waitFor();
  expect(await page.evaluate(() => String(getSelection()))).toBe(code);
  await page.evaluate(() => Reflect.deleteProperty(navigator, 'clipboard'));
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await copy.click();
  await tools.getByText('Copied').waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(code);
});

test('a phone shows eight rows of a long ranking, and all of them when asked', async () => {
  const maize = await server.app.catalogue.reports.getByCode('QM-CRG-1008');
  const page = await openPage(browser, { width: 390, javaScriptEnabled: false });
  await page.goto(`${server.url}/${maize?.slug}`);
  const ranking = page.locator('figure:has(.more-rows)').first();
  const measure = async () => (await ranking.locator('.chart-narrow').boundingBox())?.height ?? 0;
  const folded = await measure();
  await ranking.getByText('All 15 rows').click();
  const whole = await measure();
  expect(folded / whole).toBeGreaterThan(0.4);
  expect(folded / whole).toBeLessThan(0.7);
  await page.setViewportSize({ width: 1366, height: 900 });
  expect(await ranking.locator('.more-rows').isVisible()).toBe(false);
});
