import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from 'playwright-core';
import { collectPageErrors, launchBrowser, openPage } from '../support/browser.ts';
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

test('rules for fetching ahead come with the first move, not before', async () => {
  const page = await openPage(browser);
  const errors = collectPageErrors(page);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(`${server.url}/about`, { waitUntil: 'networkidle' });
  // As Chromium does when a page opens under a resting mouse.
  await page.evaluate(() => dispatchEvent(new PointerEvent('pointermove')));
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  expect(asked).not.toContain('/speculation-rules.json');
  for (const x of [100, 120, 140]) await page.mouse.move(x, 300);
  const rules = page.locator('head > script[type=speculationrules]');
  await rules.waitFor({ state: 'attached' });
  expect(JSON.parse((await rules.textContent()) ?? '')).toHaveProperty('prefetch');
  expect(asked.filter((path) => path === '/speculation-rules.json')).toHaveLength(1);
  expect(errors).toEqual([]);
  await page.context().close();
});
