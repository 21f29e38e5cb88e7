import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser, Page } from 'playwright-core';
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

/** The page while its scripts (those that match) are on their way. */
async function openBefore(page: Page, scripts: RegExp, path: string): Promise<() => void> {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(scripts, async (route) => {
    await released;
    await route.continue();
  });
  await page.goto(server.url + path, { waitUntil: 'commit' });
  await page.waitForSelector('footer', { state: 'attached' });
  return release;
}

test('a licence that is chosen before any script is there stays chosen', async () => {
  const page = await openPage(browser);
  await page.goto(`${server.url}/${slug}`);
  await page.waitForSelector('html[data-ready]');
  await page.check('[data-offer] [value=multiple-user]');
  const release = await openBefore(page, /\/assets\/loader[^/]*\.js/, `/${slug}`);
  await page.check('[data-offer] [value=corporate-user]');
  release();
  await page.waitForSelector('html[data-ready]');
  expect(await page.isChecked('[data-offer] [value=corporate-user]')).toBe(true);
  await page.reload();
  await page.waitForSelector('html[data-ready]');
  expect(await page.isChecked('[data-offer] [value=corporate-user]')).toBe(true);
  await page.context().close();
});

test('the focus stays where a visitor types when a refused form is hydrated', async () => {
  const page = await openPage(browser);
  await page.goto(`${server.url}/contact`, { waitUntil: 'commit' });
  const release = await openBefore(page, /\/assets\/(?!loader)[^/]+\.js/, '/contact');
  await page.waitForSelector('html[data-ready]');
  await page.$eval('main form', (form: HTMLFormElement) => (form.noValidate = true));
  await page.press('main form [name=name]', 'Enter');
  await page.waitForSelector('main form [aria-invalid=true]');
  await page.waitForSelector('html[data-ready]');
  await page.click('main form [name=message]');
  await page.keyboard.type('Half a sen');
  await page.keyboard.press('Shift+ArrowLeft');
  release();
  await page.waitForSelector('main form [data-challenge]');
  const typed = await page.$eval('main form [name=message]', (field: HTMLTextAreaElement) => ({
    isFocused: document.activeElement === field,
    value: field.value,
    selected: [field.selectionStart, field.selectionEnd],
  }));
  expect(typed).toEqual({ isFocused: true, value: 'Half a sen', selected: [9, 10] });
  await page.context().close();
});

test('a search that finds nothing is no list, and breaks no rule', async () => {
  const page = await openPage(browser);
  await page.goto(`${server.url}/about`);
  await page.fill('#header-search', 'qqzzxxqq');
  await page.waitForSelector('#header-search-list >> text=No results found.');
  await expectAccessiblePage(page, 'header');
  expect(await page.innerText('#announcements')).toBe('No results found.');
  await page.context().close();
});
