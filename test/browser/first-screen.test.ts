import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser, openPage } from '../support/browser.ts';
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

/** The window's picture when a page has come, with its sheets in files or without any. */
async function takeFirstScreen(path: string, width: number, hasFiles: boolean): Promise<Buffer> {
  const page = await openPage(browser, { width, javaScriptEnabled: false });
  if (!hasFiles) await page.route('**/*.css', (route) => route.abort());
  await page.goto(server.url + path, { waitUntil: 'networkidle' });
  // The bar at a phone's lower edge comes with the end of the page, as it always did.
  const clip = { x: 0, y: 0, width, height: 810 };
  const picture = await page.screenshot({ animations: 'disabled', clip });
  await page.context().close();
  return picture;
}

test.each([390, 1440])('at %i px the first screen needs no sheet in a file', async (width) => {
  for (const path of ['/', '/report-store', `/${slug}`]) {
    const [before, after] = [
      await takeFirstScreen(path, width, false),
      await takeFirstScreen(path, width, true),
    ];
    expect(before.equals(after), path).toBe(true);
  }
});
