import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { expectAccessiblePage, launchBrowser, openPage } from '../support/browser.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';
import { waitUntil } from '../support/wait-until.ts';

let server: TestServer;
let browser: Browser;
beforeAll(async () => {
  [server, browser] = [await startTestServer(), await launchBrowser()];
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

type CookieChoice = { version?: string; analytics?: boolean; functional?: boolean };

const readChoice = (page: Page): Promise<CookieChoice> =>
  page.evaluate(() => JSON.parse(localStorage.getItem('cookieChoice') ?? '{}') as object);

test('A-32 only our own is requested before consent, and the choice can change', async () => {
  const page = await openPage(browser, { hasAnsweredCookies: false, width: 390 });
  const foreignRequests: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(server.url)) foreignRequests.push(request.url());
  });
  await page.goto(server.url);
  const banner = page.locator('#cookie-banner');
  await banner.waitFor();
  await expectAccessiblePage(page);
  await page.click('[data-consent="refuse"]');
  await banner.waitFor({ state: 'hidden' });
  expect(await page.evaluate(() => localStorage.getItem('gdprAccepted'))).toBe('true');
  expect(await readChoice(page)).toMatchObject({
    version: '2026-11',
    analytics: false,
    at: expect.any(String),
  });
  await page.reload();
  expect(await banner.isVisible()).toBe(false);
  expect(foreignRequests).toEqual([]);
  await page.click('footer [data-consent="settings"]');
  await expectAccessiblePage(page);
  await page.check('#cookie-settings [name="functional"]');
  await page.click('#cookie-settings button[value="save"]');
  await waitUntil('the choice is saved', async () => (await readChoice(page)).functional);
  expect(await readChoice(page)).toMatchObject({ functional: true, marketing: false });
});
