import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import {
  collectPageErrors,
  expectAccessiblePage,
  launchBrowser,
  openPage,
} from '../support/browser.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';

const dialogDelayMs = 10_000;

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

const isDialogVisible = (page: Page): Promise<boolean> =>
  page.locator('#sample-dialog').isVisible();

/** Records the delays of all timers, as the element's data-timer-delays. */
function recordTimerDelays(): void {
  const setTimeout = window.setTimeout.bind(window);
  const delays: number[] = [];
  window.setTimeout = ((handler: TimerHandler, delay?: number, ...args: unknown[]) => {
    delays.push(delay ?? 0);
    document.documentElement.dataset['timerDelays'] = delays.join(' ');
    return setTimeout(handler, delay, ...args);
  }) as typeof setTimeout;
}

/** A report page whose clock only the test moves, and whose timer of the dialog is running. */
async function openReportPage(): Promise<Page> {
  const page = await openPage(browser, { hasSeenSampleDialog: false });
  const openedAt = Date.UTC(2026, 10, 22, 12);
  await page.clock.install({ time: openedAt - 1000 });
  // An installed clock goes on by itself until it is paused.
  await page.clock.pauseAt(openedAt);
  await page.addInitScript(recordTimerDelays);
  await page.goto(`${server.url}/${slug}`);
  await page.waitForSelector(`html[data-timer-delays~="${dialogDelayMs}"]`);
  return page;
}

test('the sample dialog opens after ten seconds, once a visit, and closes with Esc', async () => {
  const page = await openReportPage();
  const errors = collectPageErrors(page);
  await page.clock.runFor(9000);
  expect(await isDialogVisible(page)).toBe(false);
  await page.clock.runFor(1500);
  await page.locator('#sample-dialog').waitFor();
  // The check waits by timers of its own.
  await page.clock.resume();
  await expectAccessiblePage(page);
  expect(errors).toEqual([]);
  await page.keyboard.press('Escape');
  expect(await isDialogVisible(page)).toBe(false);
  await page.reload({ waitUntil: 'networkidle' });
  await page.clock.runFor(15_000);
  expect(await isDialogVisible(page)).toBe(false);
});

test('the sample dialog never covers a field that somebody has typed in', async () => {
  const page = await openReportPage();
  await page.fill('#header-search', 'wheat');
  await page.locator('body').click({ position: { x: 5, y: 300 } });
  await page.clock.runFor(11_000);
  expect(await isDialogVisible(page)).toBe(false);
});

test('the form comes when the dialog opens, and is sent from the page of the report', async () => {
  const page = await openReportPage();
  const form = page.locator('#sample-dialog form[method="post"]');
  expect(await form.count()).toBe(0);
  await page.clock.runFor(11_000);
  await page.locator('#sample-dialog').waitFor();
  await page.clock.resume();
  const email = 'dialog@forms.example.com';
  for (const [name, value] of Object.entries({
    name: 'Ada Example',
    mobile_no: '202 555 0100',
    company_name: 'Example & Sons',
    email,
    message: 'Why?',
  }))
    await form.locator(`[name="${name}"]`).fill(value);
  await form.and(page.locator('[novalidate]')).waitFor();
  await form.locator('select').selectOption('+39');
  await form.locator('[type="checkbox"][name="privacy_policy"]').check();
  await form.locator('[data-challenge]').check();
  await form.locator('text=Checked').waitFor();
  await expectAccessiblePage(page);
  await form.locator('button').click();
  await page.waitForURL(/thank-you/);
  expect(new URL(page.url()).searchParams.get('from')).toBe(`/${slug}`);
  const lead = await server.db
    .selectFrom('lead')
    .selectAll()
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  expect(JSON.stringify(lead)).toContain(`/${slug}`);
});

test('the dialog stays closed where its form cannot be had', async () => {
  const page = await openReportPage();
  await page.route('**/contact', (route) => route.abort());
  const asked = page.waitForRequest('**/contact');
  await page.clock.runFor(11_000);
  await asked;
  expect(await isDialogVisible(page)).toBe(false);
  expect(await page.evaluate(() => sessionStorage.getItem('sampleDialogSeen'))).toBeNull();
});

test('a page of a report lists the phone codes once', async () => {
  const html = await (await fetch(`${server.url}/${slug}`)).text();
  expect(html.match(/autoComplete="tel-country-code"/g)).toHaveLength(1);
});
