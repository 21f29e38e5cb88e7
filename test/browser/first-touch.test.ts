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

/** Every script but the loader waits until it is released: a slow line. */
async function openOnSlowLine(path: string, hasTouch = false) {
  const page = await openPage(browser, { hasTouch });
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(/\/assets\/(?!loader)[^/]+\.js/, async (route) => {
    await released;
    await route.continue();
  });
  await page.goto(server.url + path);
  await page.waitForSelector('html[data-ready]');
  return { page, release };
}

type Touch = readonly [how: string, act: (page: Page, selector: string) => Promise<void>];
const touches: readonly Touch[] = [
  // Dispatched at once, without a pointer that would announce itself.
  ['a click without hover', (page, selector) => page.dispatchEvent(selector, 'click')],
  ['a tap', (page, selector) => page.tap(selector)],
  ['the keyboard', (page, selector) => page.press(selector, 'Enter')],
];

const lastTab = '.industry-tabs li:last-child';
const isLastTabShown = (page: Page): Promise<unknown> =>
  page.waitForSelector(lastTab, { state: 'visible' });

test.each(touches)('Show More hears the first touch by %s', async (_, act) => {
  const { page, release } = await openOnSlowLine('/', true);
  await act(page, '.industry-tabs button');
  expect(await page.isVisible(lastTab)).toBe(false);
  release();
  await isLastTabShown(page);
  expect(await page.getAttribute('.industry-tabs button', 'aria-expanded')).toBe('true');
  await page.context().close();
});

test('each of several early clicks on Show More counts', async () => {
  const { page, release } = await openOnSlowLine('/');
  await page.dispatchEvent('.industry-tabs button', 'click');
  await page.dispatchEvent('.industry-tabs button', 'click');
  await page.dispatchEvent('.industry-tabs button', 'click');
  release();
  await isLastTabShown(page);
  await page.context().close();
});

test.each(touches)('the carousel hears the first touch by %s', async (_, act) => {
  const { page, release } = await openOnSlowLine('/', true);
  await act(page, '.slide-mark:nth-child(2)');
  release();
  await page.waitForSelector('.slide-mark:nth-child(2)[aria-current=true]');
  await page.context().close();
});

test('an early choice of an industry follows its link', async () => {
  const { page } = await openOnSlowLine('/');
  const link = page.locator('.industry-tabs li:nth-child(2) a');
  const name = await link.textContent();
  await link.dispatchEvent('click');
  await page.waitForURL(/industry=/);
  expect(await page.textContent('.industry-tabs a[aria-current]')).toBe(name);
  await page.context().close();
});

test('what is typed into the search early is searched when its script has come', async () => {
  const { page, release } = await openOnSlowLine('/about');
  await page.fill('#header-search', 'wheat');
  release();
  await page.waitForSelector('#header-search-list a');
  await page.context().close();
});

test('a search sent early is a search', async () => {
  const { page } = await openOnSlowLine('/about');
  await page.fill('#header-search', 'wheat');
  await page.press('#header-search', 'Enter');
  await page.waitForURL(/custom_search\?q=wheat/);
  await page.context().close();
});

test('an early newsletter address stays when the form wakes', async () => {
  const { page, release } = await openOnSlowLine('/about');
  await page.fill('#newsletter-email', 'early@forms.example.com');
  release();
  await page.waitForSelector('footer [data-challenge]');
  expect(await page.inputValue('#newsletter-email')).toBe('early@forms.example.com');
  await page.context().close();
});
