import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import type { islands } from '#site/islands/runtime/loader.ts';
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

test('of two industries that are chosen the second is shown, whichever is answered first', async () => {
  const page = await openPage(browser);
  await page.goto(server.url);
  await page.waitForSelector('html[data-ready]');
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  let asked = 0;
  await page.route('**/data/latest?*', async (route) => {
    if (asked++ === 0) await released;
    await route.continue();
  });
  const [second, third] = [2, 3].map((n) => page.locator(`.industry-tabs li:nth-child(${n}) a`));
  await page.locator('.industry-tabs button').click();
  await page.waitForSelector('.industry-tabs button[aria-expanded=true]');
  await second?.click();
  await third?.click();
  await page.waitForSelector('.publications[aria-busy=false]');
  const answered = page.waitForResponse('**/data/latest?*');
  release();
  await (await answered).finished();
  const chosen = page.locator('.industry-tabs a[aria-current]');
  expect(await chosen.textContent()).toBe(await third?.textContent());
  await page.context().close();
});

test('what is typed into the search early is searched when its script has come', async () => {
  const { page, release } = await openOnSlowLine('/about');
  await page.fill('#header-search', 'wheat');
  release();
  await page.waitForSelector('#header-search-list a');
  await page.context().close();
});

test('an arrow key that is pressed early chooses the first result when it is there', async () => {
  const { page, release } = await openOnSlowLine('/about');
  await page.fill('#header-search', 'wheat');
  await page.press('#header-search', 'ArrowDown');
  release();
  await page.waitForSelector('#header-search-0[aria-selected=true]');
  await page.context().close();
});

test('an arrow key that is pressed before the results are there chooses the first', async () => {
  const page = await openPage(browser);
  await page.goto(`${server.url}/about`);
  await page.fill('#header-search', 'wheat');
  await page.waitForSelector('#header-search-list [role=option]');
  await page.fill('#header-search', 'steel');
  await page.press('#header-search', 'ArrowDown');
  const chosen = page.locator('#header-search-list [aria-selected=true]');
  await page.waitForSelector('#header-search-list >> text=All results for “steel”');
  await chosen.waitFor();
  expect(await chosen.getAttribute('id')).toBe('header-search-0');
  await page.context().close();
});

test('a search sent early is a search', async () => {
  const { page } = await openOnSlowLine('/about');
  await page.fill('#header-search', 'wheat');
  await page.press('#header-search', 'Enter');
  await page.waitForURL(/custom_search\?q=wheat/);
  await page.context().close();
});

/** A visitor's input: an island's form by its fields' names. */
type FormIsland = {
  readonly path: string;
  readonly form: string;
  readonly typed: Readonly<Record<string, string>>;
  readonly chosen?: Readonly<Record<string, string>>;
  readonly ticked?: readonly string[];
  /** Found once the island is hydrated. */
  readonly hydrated: string;
};

const contact = { name: 'Ada Early', email: 'early@forms.example.com', message: 'At once' };
/** Every island that the cases above don't have: a new one is missing here, or there. */
const formIslands: Readonly<
  Record<
    Exclude<keyof typeof islands, 'search-box' | 'latest-publications' | 'testimonial-carousel'>,
    FormIsland
  >
> = {
  'newsletter-form': {
    path: '/about',
    form: 'footer form',
    typed: { email: contact.email },
    hydrated: 'footer [data-challenge]',
  },
  'lead-form': {
    path: '/contact',
    form: 'main form',
    typed: contact,
    ticked: ['privacy_policy'],
    chosen: { country_code: '+39' },
    hydrated: 'main form [data-challenge]',
  },
  'account-form': {
    path: '/login',
    form: 'main form',
    typed: { email: contact.email, password: 'early' },
    hydrated: 'main form[novalidate]',
  },
  'captcha-field': {
    path: '/buy-now',
    form: 'main form',
    typed: { name: contact.name, city: 'Rome' },
    ticked: ['policy'],
    chosen: { country: '1' },
    hydrated: 'main form [data-challenge]',
  },
};

/** Fills the form in while no script is there but the loader. */
async function fillEarly(island: FormIsland) {
  const isCheckout = island.path === '/buy-now';
  const { code } = (await server.app.catalogue.reports.list(1)).items[0] ?? {};
  const path = isCheckout ? `/buy-now?id=${code}&type=single-user` : island.path;
  const { page, release } = await openOnSlowLine(path);
  const form = page.locator(island.form).first();
  if (isCheckout) await form.locator('[name=method][value=bank]').check();
  for (const [name, value] of Object.entries(island.typed))
    await form.locator(`[name=${name}]`).fill(value);
  for (const [name, value] of Object.entries(island.chosen ?? {}))
    await form.locator(`select[name=${name}]`).selectOption(value);
  for (const name of island.ticked ?? []) await form.locator(`[name=${name}]`).check();
  return { page, release, form };
}

test.each(Object.entries(formIslands))(
  'what is typed, chosen and ticked early stays when %s is hydrated',
  async (_, island) => {
    const { page, release, form } = await fillEarly(island);
    release();
    await page.waitForSelector(island.hydrated);
    for (const [name, value] of Object.entries({ ...island.typed, ...island.chosen }))
      expect(await form.locator(`[name=${name}]`).inputValue(), name).toBe(value);
    for (const name of island.ticked ?? [])
      expect(await form.locator(`[name=${name}]`).isChecked(), name).toBe(true);
    await page.context().close();
  },
);

test.each(Object.entries(formIslands))(
  'Enter before %s is hydrated sends the form, and the answer keeps what was typed',
  async (_, island) => {
    const { page, form } = await fillEarly(island);
    const [first = '', value = ''] = Object.entries(island.typed)[0] ?? [];
    await form.evaluate((element: HTMLFormElement) => (element.noValidate = true));
    const answered = page.waitForResponse((response) => response.request().method() === 'POST');
    await form.locator(`[name=${first}]`).press('Enter');
    await answered;
    await page.waitForSelector(`main [name=${first}]`);
    expect(await page.locator(`main [name=${first}]`).first().inputValue()).toBe(value);
    await page.context().close();
  },
);
