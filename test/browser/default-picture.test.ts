import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser, openPage } from '../support/browser.ts';
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

/** The first picture of a page, once it has something to show: its width as it is drawn by itself. */
const readShown = async (page: Page): Promise<{ own: number; shown: number }> => {
  const picture = page.locator('main img').first();
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(120);
  return picture.evaluate((img: HTMLImageElement) => ({
    own: img.naturalWidth,
    shown: img.getBoundingClientRect().width,
  }));
};

test.each([true, false])(
  'a picture that is not there is the default one, with scripts: %s',
  async (javaScriptEnabled) => {
    const page = await openPage(browser, { javaScriptEnabled });
    // The server is asked for a picture that nobody has.
    await page.route('**/picture/**', (route) =>
      route.continue({ url: `${server.url}/picture/nobody-has-it.jpg?width=320&format=avif` }),
    );
    await page.goto(`${server.url}/services`);
    expect((await readShown(page)).shown).toBeGreaterThan(100);
    await page.context().close();
  },
);

test('a picture that does not arrive is the default one, before the script and after it', async () => {
  const page = await openPage(browser);
  await page.route('**/picture/**', (route) => route.abort());
  await page.goto(`${server.url}/services`);
  expect((await readShown(page)).shown).toBeGreaterThan(100);
  await page.evaluate(() => {
    const late = document.createElement('img');
    late.id = 'late';
    late.src = '/picture/late.jpg';
    document.querySelector('main')?.append(late);
  });
  const late = page.locator('#late');
  await expect.poll(() => late.getAttribute('src')).toMatch(/^data:image\/svg/);
  await page.context().close();
});
