import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser, openPage } from '../support/browser.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';

let server: TestServer;
let browser: Browser;
beforeAll(async () => {
  [server, browser] = [await startTestServer({ template: 'small' }), await launchBrowser()];
  const { catalogue } = server.app;
  const inputs = ['One', 'Two'].map((name) => ({
    code: `PLAIN-${name}`,
    title: `Plain ${name}`,
    industry: 'Plain Things',
    state: 'published' as const,
    prices: { single: 100_000 },
    delivery: { kind: 'by-us' as const, days: 5 },
    description: [{ kind: 'paragraph' as const, runs: [{ text: 'Words alone.' }] }],
  }));
  await server.db.transaction().execute(async (tx) => {
    await catalogue.industries.ensure(tx, ['Plain Things']);
    await catalogue.writing.write(tx, inputs, { actor: 'a test' });
  });
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

const listColumns = (page: Page): Promise<string[]> =>
  page.locator('.report-list-columns > :visible').allInnerTexts();

test('a list of reports without figures has no columns for them, and room for its texts', async () => {
  const page = await openPage(browser, { width: 1440 });
  await page.goto(`${server.url}/industries/plain-things`);
  expect(await page.locator('.report-row').count()).toBe(2);
  expect(await listColumns(page)).toEqual(['Report', 'Price']);
  expect(await page.locator('.report-row-figure:visible').count()).toBe(0);
  const text = await page.locator('.report-row-text').first().boundingBox();
  expect(text?.width).toBeGreaterThan(700);
});

test('beside reports that have figures one without keeps the columns', async () => {
  const page = await openPage(browser, { width: 1440 });
  await page.goto(`${server.url}/report-store`);
  expect(await page.locator('.report-row-plain').count()).toBe(2);
  expect(await listColumns(page)).toHaveLength(5);
  expect(await page.locator('.report-row-plain .report-row-figure:visible').count()).toBe(2);
});
