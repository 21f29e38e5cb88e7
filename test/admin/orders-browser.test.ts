import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  collectPageErrors,
  expectAccessiblePages,
  launchBrowser,
  openPage,
} from '../support/browser.ts';
import { tabTo } from '../support/tab-to.ts';
import { insertEnquiry } from '../support/test-enquiries.ts';
import { startOffice, type AdminClient, type AdminTestServer } from './admin-test-client.ts';
import { createOrderPlacer, type OrderPlacer } from './order-placer.ts';

let admin: AdminTestServer;
let owner: AdminClient;
let buyers: OrderPlacer;
let browser: Browser;
beforeAll(async () => {
  ({ admin, owner } = await startOffice(['owner']));
  buyers = await createOrderPlacer(admin.server);
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await admin?.close();
});

test('F40: a refunded order and its forms are accessible at 390 and 1440 px', async () => {
  const number = await buyers.placeOrder('card');
  await buyers.placeOrder('bank');
  const refund = { intent: 'refund', amount: '1', reason: 'Goodwill', place: '1' };
  await owner.post(`/admin/orders/${number}/refund`, refund);
  const page = await openPage(browser);
  const errors = collectPageErrors(page);
  await page.context().addCookies([{ ...owner.cookie, url: admin.server.url }]);
  await expectAccessiblePages(page, admin.server.url, [
    '/admin/attention',
    '/admin/orders',
    '/admin/orders?q=nothing-at-all',
    `/admin/orders/${number}`,
    `/admin/orders/${number}/refund`,
  ]);
  expect(errors).toEqual([]);
  await page.context().close();
});

test('F40: with the keyboard alone a refund is made', async () => {
  const number = await buyers.placeOrder('card');
  const page = await openPage(browser, { width: 1440 });
  await page.context().addCookies([{ ...owner.cookie, url: admin.server.url }]);
  await page.goto(new URL(`/admin/orders/${number}`, admin.server.url).href);
  await tabTo(page, `a[href*="${number}/refund"]`);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/refund*');
  await tabTo(page, '[name="amount"]');
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('5');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Typed by hand');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/admin/orders/${number}`);
  expect(await page.getByRole('status').first().textContent()).toContain('$5 of');
  // Not at the top of the page again.
  await page.waitForSelector('main .admin-flash:focus');
  expect(await buyers.readState(number)).toBe('partly-refunded');
  await page.context().close();
});

test('F40: with the keyboard alone an enquiry is answered; a draft that is not saved says so', async () => {
  const enquiry = await insertEnquiry(admin.server.db, { email: 'keys@answer.example' });
  const page = await openPage(browser, { width: 1440 });
  const useSession = () => page.context().addCookies([{ ...owner.cookie, url: admin.server.url }]);
  await useSession();
  await page.goto(new URL(`/admin/enquiries/${enquiry}`, admin.server.url).href);
  await page.context().clearCookies();
  await tabTo(page, '#body');
  await page.keyboard.type('Yes, ');
  await page.getByText('your session has ended').waitFor();
  await useSession();
  await page.keyboard.type('it does.');
  await page.getByText('Draft saved.').waitFor();
  await page.keyboard.press('Control+Enter');
  await page.getByText(/^Your answer to .* is on its way/).waitFor();
  await page.context().close();
});

test('F40: with the keyboard alone a report is published', async () => {
  const page = await openPage(browser, { width: 1440 });
  await page.context().addCookies([{ ...owner.cookie, url: admin.server.url }]);
  const open = (path: string) => page.goto(new URL(path, admin.server.url).href);
  const { id } = await admin.server.db
    .selectFrom('report')
    .select('id')
    .where('state', '=', 'published')
    .orderBy('id')
    .executeTakeFirstOrThrow();
  await open(`/admin/reports/${id}/edit`);
  await page.waitForSelector('form[data-connected]');
  await tabTo(page, '[data-path="title"] input');
  await page.keyboard.press('End');
  await page.keyboard.type(' by keys');
  await page.keyboard.press('Control+Enter');
  await page.waitForURL(`**/admin/reports/${id}/publish`);
  await tabTo(page, 'form:has(input[value="publish"]) button');
  await page.keyboard.press('Enter');
  await page.getByText('The report was published.').waitFor();
  await page.context().close();
});

test('F23: what is typed into a post survives an ended session, and is forgotten once it is saved', async () => {
  const page = await openPage(browser, { width: 1440 });
  const errors = collectPageErrors(page);
  const editor = await admin.signIn('editor');
  const visit = (path: string) => page.goto(new URL(path, admin.server.url).href);
  const useSession = () => page.context().addCookies([{ ...editor.cookie, url: admin.server.url }]);
  await useSession();
  await visit('/admin/content/blog/new');
  await page.getByLabel('Title').first().fill('Typed by hand');
  // The plain field stands there first, and hides once the editor has loaded.
  await page.locator('.ProseMirror').click();
  await page.keyboard.type('Words that nobody has saved');
  await page.context().clearCookies();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.waitForURL('**/admin/login**');
  await useSession();
  await visit('/admin/content/blog/new');
  await page.getByText('is back in the form').waitFor();
  expect(await page.getByLabel('Title').first().inputValue()).toBe('Typed by hand');
  const text = page.locator('.ProseMirror');
  expect(await text.textContent()).toContain('Words that nobody has saved');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.waitForURL(/content\/blog\/\d+$/);
  expect(await text.innerHTML()).toBe('<p>Words that nobody has saved</p>');
  await visit('/admin/content/blog/new');
  expect(await page.getByLabel('Title').first().inputValue()).toBe('');
  expect(errors).toEqual([]);
  await page.context().close();
});

test('F24: what was typed just before the tab crashed is back in the form', async () => {
  const page = await openPage(browser, { width: 1440 });
  const context = page.context();
  const editor = await admin.signIn('editor');
  await context.addCookies([{ ...editor.cookie, url: admin.server.url }]);
  // Unlike a tab that is closed, one that crashes hears nothing of its end.
  await context.addInitScript(() =>
    addEventListener('pagehide', (event) => event.stopImmediatePropagation(), { capture: true }),
  );
  const url = new URL('/admin/content/press/new', admin.server.url).href;
  await page.goto(url);
  await page.locator('.ProseMirror').click();
  await page.keyboard.type('The last words before the end');
  await page.close();
  const reopened = await context.newPage();
  await reopened.goto(url);
  await reopened.getByText('is back in the form').waitFor();
  const text = await reopened.locator('.ProseMirror').textContent();
  expect(text).toBe('The last words before the end');
  await context.close();
});

test('F25: back from an order the filter, the page and the scroll are as they were', async () => {
  for (let i = 0; i < 4; i++) await buyers.placeOrder('bank');
  const page = await openPage(browser, { width: 390 });
  await page.setViewportSize({ width: 390, height: 300 });
  await page.context().addCookies([{ ...owner.cookie, url: admin.server.url }]);
  const url = new URL('/admin/orders?view=transfers&sort=date', admin.server.url).href;
  await page.goto(url);
  const readScroll = () => page.evaluate(() => scrollY);
  const last = page.locator('[data-row]').last();
  await last.scrollIntoViewIfNeeded();
  const scroll = await readScroll();
  expect(scroll).toBeGreaterThan(0);
  await last.locator('th a').click();
  await page.waitForURL(/\/admin\/orders\/[^?]+/);
  await page.goBack();
  expect(page.url()).toBe(url);
  await expect.poll(readScroll).toBe(scroll);
  await last.locator('th a').click();
  await page.waitForURL(/\/admin\/orders\/[^?]+/);
  await page.getByRole('link', { name: 'Orders' }).last().click();
  await page.waitForURL(url);
  await page.context().close();
});

test('the keyboard searches everything, walks and chooses rows, goes to screens, and helps', async () => {
  const page = await openPage(browser, { width: 1440 });
  await page.context().addCookies([{ ...owner.cookie, url: admin.server.url }]);
  const open = (path: string) => page.goto(new URL(path, admin.server.url).href);
  await open('/admin');
  await page.keyboard.type('gr');
  await page.waitForURL('**/admin/reports');
  const focused = () => page.evaluate(() => document.activeElement?.closest('tr')?.rowIndex);
  await page.keyboard.type('jj');
  expect(await focused()).toBe(2);
  await page.keyboard.type('kx');
  expect([await focused(), await page.locator('[data-select-row]:checked').count()]).toEqual([
    1, 1,
  ]);
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/admin\/reports\/\d+\//);
  await open('/admin/reports');
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await help.waitFor();
  await page.keyboard.press('Escape');
  const title = (await page.locator('[data-row] th').first().textContent()) ?? '';
  await page.keyboard.press('Control+k');
  await page.keyboard.type(title.slice(0, 20));
  const found = page.getByRole('listbox', { name: 'Found' }).getByRole('option');
  await found.first().waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/admin\/reports\/\d+/);
  await open('/admin/shortcuts');
  await page.getByRole('checkbox').uncheck();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Single letters are off.').waitFor();
  await page.keyboard.press('?');
  await page.keyboard.type('gr');
  await page.keyboard.press('Control+k');
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('admin-search');
  expect([page.url(), await help.isVisible()]).toEqual([
    new URL('/admin/shortcuts', admin.server.url).href,
    false,
  ]);
  await page.context().close();
});
