import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectAccessiblePage, launchBrowser, openPage } from '../support/browser.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';

let server: TestServer;
let browser: Browser;
let slugs: string[];
beforeAll(async () => {
  [server, browser] = [await startTestServer(), await launchBrowser()];
  slugs = (await server.app.catalogue.reports.list(1)).items.map(({ slug }) => slug);
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

async function openReport(size: { width: number; height?: number }, slug = slugs[0]) {
  const page = await openPage(browser, { hasTouch: size.width < 500, width: size.width });
  if (size.height) await page.setViewportSize({ width: size.width, height: size.height });
  await page.goto(`${server.url}/${slug}`, { waitUntil: 'networkidle' });
  return page;
}

/** Where a visible element begins and ends, in pixels from the page's top. */
const readEdges = (page: Page, selector: string) =>
  page.evaluate((css) => {
    const box = document.querySelector(css)?.getBoundingClientRect();
    return { top: (box?.top ?? 0) + scrollY, bottom: (box?.bottom ?? 0) + scrollY };
  }, selector);

test('the whole price box stands on the first screen of 1366 × 768', async () => {
  const page = await openReport({ width: 1366, height: 768 });
  expect((await readEdges(page, '.price-box')).bottom).toBeLessThan(768);
  expect((await readEdges(page, '.figure-band')).bottom).toBeLessThan(768);
});

test('on a phone price and buy button come within two screens, and bars leave 80 % of the height', async () => {
  for (const slug of slugs.slice(0, 4)) {
    const page = await openReport({ width: 390, height: 844 }, slug);
    expect((await readEdges(page, '.price-box-buy')).bottom).toBeLessThan(2 * 844);
    await page.evaluate(() => document.getElementById('segmentation')?.scrollIntoView());
    await page.waitForSelector('.jump-bar[data-stuck]');
    const covered = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('body *')]
        .filter((element) => getComputedStyle(element).position === 'sticky')
        .map((element) => element.getBoundingClientRect())
        .filter(({ top, bottom }) => bottom > 0 && top < innerHeight)
        .reduce((sum, { height }) => sum + height, 0),
    );
    expect(covered).toBeLessThan(0.2 * 844);
    await page.close();
  }
});

test('every price and every buy button follow the chosen licence', async () => {
  const page = await openReport({ width: 1440 });
  await page.getByLabel('Corporate').check();
  const prices = await page.locator('.chosen-price:visible').allInnerTexts();
  const price = await page
    .locator('.price-box-licence:has(:checked) .price-box-price')
    .first()
    .innerText();
  expect(prices.length).toBeGreaterThan(1);
  expect(prices.every((text) => text.endsWith(price))).toBe(true);
  await page.locator('.bottom-bar button').click();
  expect(page.url()).toContain('type=corporate-user');
});

test('licences are compared in a table on demand, which Escape closes', async () => {
  const page = await openReport({ width: 1440 });
  await page.getByRole('button', { name: 'Compare licences' }).click();
  await page.getByRole('table').filter({ hasText: 'everyone employed' }).waitFor();
  await expectAccessiblePage(page);
  await page.keyboard.press('Escape');
  expect(await page.locator('.licence-table').isVisible()).toBe(false);
});

test('the bar of parts marks the part in view, and takes the price along', async () => {
  const page = await openReport({ width: 1440 });
  expect(await page.locator('.jump-bar-buy').isVisible()).toBe(false);
  await page.locator('.jump-bar a', { hasText: 'Segmentation' }).click();
  await page.waitForSelector('.jump-bar a[href="#segmentation"][aria-current="true"]');
  expect(await page.locator('.jump-bar-buy').isVisible()).toBe(true);
  await expectAccessiblePage(page);
});

test('a phone loads 35 KB of fonts; a finding is one sentence, and unfolds to the rest', async () => {
  const page = await openReport({ width: 390 });
  const fontBytes = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter((entry) => entry instanceof PerformanceResourceTiming)
      .filter(({ name }) => name.endsWith('.woff2'))
      .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
  );
  expect(fontBytes).toBeGreaterThan(0);
  expect(fontBytes).toBeLessThanOrEqual(35 * 1024);
  const finding = page.locator('.findings li:has(details)').first();
  expect(await finding.locator('p:visible').count()).toBe(1);
  await finding.getByText('Read on').click();
  await finding.locator('details p').first().waitFor();
  await expectAccessiblePage(page);
});

/** Of A4 without the margins, in CSS pixels. */
const sheetWidth = 680;

test('a printed report page is one whole sheet without buttons', async () => {
  for (const slug of slugs.slice(0, 6)) {
    const page = await openReport({ width: 1440 }, slug);
    const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
    expect(pdf.match(/\/Type\s*\/Page\b(?!s)/g), slug).toHaveLength(1);
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('main :is(button, .button):visible').count(), slug).toBe(0);
    await page.setViewportSize({ width: sheetWidth, height: 1010 });
    const cut = await page
      .locator('main')
      .evaluate((main) => main.scrollHeight - main.clientHeight);
    expect(cut, `what of ${slug} is behind the sheet's end`).toBe(0);
    await page.close();
  }
});
