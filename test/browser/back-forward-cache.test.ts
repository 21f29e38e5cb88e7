import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startPageTestServer, type PageTestServer } from '../pages/page-test-server.ts';
import { paths } from '#src/paths.ts';
import { launchChromium } from '../support/browser.ts';

let pages: PageTestServer;
let browser: Browser;
beforeAll(async () => {
  pages = await startPageTestServer();
  browser = await launchChromium({ keepsPages: true });
});
afterAll(async () => {
  await browser?.close();
  await pages?.server.close();
});

/** One address of every kind of page that everybody may read. */
async function listPublicPages(): Promise<string[]> {
  const { catalogue, content } = pages.server.app;
  const [[blog], [press], [author]] = await Promise.all([
    content.listPosts('blogPost', 1),
    content.listPosts('pressRelease', 1),
    catalogue.authors.listSlugs(1),
  ]);
  const { slug, industrySlug, code } = pages.report;
  return [
    '/',
    '/report-store',
    '/industries',
    `/industries/${industrySlug}`,
    `/${slug}`,
    '/custom_search',
    '/custom_search?q=steel',
    '/custom_search?q=zzzzqqq',
    '/blog',
    `/blog-detail/${blog?.slug}`,
    paths.pressReleases(),
    `/press-details/${press?.slug}`,
    '/faq',
    '/about',
    '/services',
    '/testimonials',
    '/client',
    '/contact',
    '/career',
    '/become-reseller',
    '/newsletter',
    '/privacy-policies',
    `/request-details/${code}`,
    '/report-store?page=2',
    '/how-to-order',
    '/gdpr-policy',
    '/login',
    `/sample/${code}`,
    `/author/${author}`,
  ];
}

/**
 * Goes away and back; 'kept' if the page has what its script remembered, and else why not. The way
 * back begins after the evaluation, so that the old page may answer first: its path says which one
 * it is.
 */
async function leaveAndReturn(page: Page, address: string): Promise<unknown> {
  await page.goto(pages.server.url + address);
  await page.evaluate(() => Object.assign(globalThis, { wasHere: true }));
  await page.goto(`${pages.server.url}/healthz`);
  await page.evaluate(() => void setTimeout(() => history.back()));
  const returned = await page.waitForFunction(() => {
    if (location.pathname === '/healthz' || document.readyState !== 'complete') return undefined;
    if ('wasHere' in globalThis) return 'kept';
    const [entry] = performance.getEntriesByType('navigation');
    return JSON.stringify((entry as { notRestoredReasons?: unknown }).notRestoredReasons);
  });
  return returned.jsonValue();
}

test('the way back shows every public page as it was left', async () => {
  const page = await browser.newPage();
  const results: [string, unknown][] = [];
  for (const address of await listPublicPages())
    results.push([address, await leaveAndReturn(page, address)]);
  expect(results.filter(([, result]) => result !== 'kept')).toEqual([]);
});

test('a page that returns after a logout offers the login, also in another tab', async () => {
  const context = await browser.newContext();
  const [page, other] = [await context.newPage(), await context.newPage()];
  await page.goto(`${pages.server.url}/about`);
  await page.evaluate(() => localStorage.setItem('isLoggedIn', 'true'));
  for (const one of [page, other]) {
    await one.goto(`${pages.server.url}/faq`);
    await one.waitForFunction(() => document.documentElement.hasAttribute('data-logged-in'));
  }
  await page.evaluate(() => Object.assign(globalThis, { wasHere: true }));
  // This page knows that nobody is logged in.
  await page.goto(`${pages.server.url}/login`);
  await page.waitForFunction(() => localStorage.getItem('isLoggedIn') === null);
  await page.evaluate(() => void setTimeout(() => history.back()));
  await page.waitForFunction(() => location.pathname === '/faq' && 'wasHere' in globalThis);
  for (const one of [page, other])
    await one.waitForFunction(() => !document.documentElement.hasAttribute('data-logged-in'));
  await context.close();
});

// Chromium keeps no page with another status than 200: that is all that it names.
test('nothing of ours keeps the page of an unknown address from being kept', async () => {
  const page = await browser.newPage();
  const result = String(await leaveAndReturn(page, '/no-such-report'));
  expect(result.match(/"reason":"[^"]*"/g)).toEqual(['"reason":"response-status-not-ok"']);
});
