import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { expectAccessiblePage, launchBrowser, openPage } from '../support/browser.ts';
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
  await page.clock.runFor(9000);
  expect(await isDialogVisible(page)).toBe(false);
  await page.clock.runFor(1500);
  await page.locator('#sample-dialog').waitFor();
  // The check waits by timers of its own.
  await page.clock.resume();
  await expectAccessiblePage(page);
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
