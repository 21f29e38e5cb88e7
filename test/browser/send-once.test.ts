import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { billingTexts } from '../support/billing.ts';
import { collectPageErrors, fillFields, launchBrowser, openPage } from '../support/browser.ts';
import { fillCheckout } from '../support/checkout-page.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';

let server: TestServer;
let browser: Browser;
let reportCodes: string[];
beforeAll(async () => {
  [server, browser] = [await startTestServer(), await launchBrowser()];
  reportCodes = (await server.app.catalogue.reports.list(1)).items.map(({ code }) => code);
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

/** Clicks a button twice at once, sends its form once more, and answers how all looks then. */
const clickTwice = (page: Page, selector: string) =>
  page.locator(selector).evaluate((element) => {
    const button = element as HTMLButtonElement;
    button.focus();
    button.click();
    button.click();
    button.form?.requestSubmit();
    return {
      label: button.textContent,
      isDisabled: button.ariaDisabled,
      isBusy: button.form?.ariaBusy,
      hasFocus: button === document.activeElement,
      announced: document.getElementById('announcements')?.textContent,
    };
  });

const countPosts = (page: Page): (() => number) => {
  let posts = 0;
  page.on('request', (request) => void (posts += Number(request.method() === 'POST')));
  return () => posts;
};

/** Runs in the page. */
const isHydrated = (): boolean =>
  Object.keys(document.querySelector('main form') ?? {}).some((key) =>
    key.startsWith('__reactProps'),
  );

const approvalPage = (): RegExp => new RegExp(`^${server.paypalUrl}/checkoutnow`);
/** The one that companies see, as who buys is at first. */
const payButton = 'main button.by-card.for-company';

test('F-36 a checkout that is clicked twice posts once, and works again after going back', async () => {
  const page = await openPage(browser, { width: 390 });
  await page.goto(`${server.url}/buy-now?id=${reportCodes[0]}&type=single-user`);
  await fillCheckout(page);
  const getPostCount = countPosts(page);
  expect(await clickTwice(page, payButton)).toEqual({
    label: expect.stringMatching(/^Opening PayPal…\$/),
    isDisabled: 'true',
    isBusy: 'true',
    hasFocus: true,
    announced: 'Opening PayPal…',
  });
  await page.waitForURL(approvalPage());
  expect(getPostCount()).toBe(1);
  await page.goBack();
  await page.waitForURL(/buy-now/);
  const button = page.locator(payButton);
  expect(await button.innerText()).toMatch(/^Continue to PayPal\s*\$/);
  expect(await button.getAttribute('aria-disabled')).toBeNull();
  expect(await page.inputValue('main [name="zip"]')).toBe(billingTexts.zip);
  await page.check('main [name="policy"]');
  await button.click();
  await page.waitForURL(approvalPage());
});

test.each(['a cut line', 'a 500'])(
  'F-36 after %s the checkout is there again with what was typed',
  async (failure) => {
    const page = await openPage(browser);
    const url = `${server.url}/buy-now?id=${reportCodes[1]}&type=single-user`;
    await page.goto(url);
    await fillCheckout(page);
    await page.route('**/buy-now*', (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      return failure === 'a 500' ? route.fulfill({ status: 500, body: 'x' }) : route.abort();
    });
    await page.click(payButton);
    await page.waitForURL(failure === 'a 500' ? url : /chrome-error:/);
    await page.unroute('**/buy-now*');
    await page.goto(url);
    expect(await page.inputValue('main [name="city"]')).toBe(billingTexts.city);
    expect(await page.locator('main [name="country"] option:checked').innerText()).toBe(
      'United States (+1)',
    );
    await page.check('main [name="policy"]');
    await page.click(payButton);
    await page.waitForURL(approvalPage());
  },
);

test('F-36 a form that was answered is not filled again', async () => {
  const page = await openPage(browser);
  await page.goto(`${server.url}/renew-download`);
  await page.fill('main [name="number"]', 'QI-000000');
  await page.fill('main [name="email"]', 'nobody@forms.example.com');
  await page.click('main form button');
  await page.waitForSelector('main [role="status"]');
  await page.goto(`${server.url}/renew-download`);
  expect(await page.inputValue('main [name="number"]')).toBe('');
});

test.each(['a cut line', 'a 500'])(
  'F-36 an enquiry that is clicked twice posts once, and works again after %s',
  async (failure) => {
    const page = await openPage(browser);
    await page.goto(`${server.url}/forgot-password`);
    await page.fill('main [name="email"]', 'twice@forms.example.com');
    await page.locator('main form button').hover();
    let posts = 0;
    let fail = (): void => {};
    const failed = new Promise<void>((resolve) => (fail = resolve));
    await page.waitForFunction(isHydrated);
    await page.route('**/data/account/*', async (route) => {
      if (++posts > 1) return route.continue();
      await failed;
      return failure === 'a 500' ? route.fulfill({ status: 500, body: 'x' }) : route.abort();
    });
    const button = page.locator('main form button');
    expect(await clickTwice(page, 'main form button')).toMatchObject({ hasFocus: true });
    await page.waitForSelector('main form[aria-busy="true"]');
    expect(await button.innerText()).toBe('Sending...');
    expect(await button.getAttribute('aria-disabled')).toBe('true');
    expect(await page.locator('#announcements').innerText()).toBe('Sending...');
    expect(await button.evaluate((element) => element === document.activeElement)).toBe(true);
    fail();
    await page.waitForSelector('main [role="alert"]');
    expect(posts).toBe(1);
    expect(await page.inputValue('main [name="email"]')).toBe('twice@forms.example.com');
    await button.click();
    await page.waitForSelector('main form [role="status"]');
    expect(posts).toBe(2);
  },
);

/** Resolves when React and an island have come. */
const waitForScripts = (page: Page): Promise<unknown> =>
  Promise.all(
    [/\/assets\/hydrate/, /\/assets\/\w+-form/].map(async (address) =>
      (await page.waitForResponse(address)).finished(),
    ),
  );

const earlyForms = {
  '/login': { email: 'early@forms.example.com', password: 'early' },
  '/contact': { name: 'Ada', email: 'early@forms.example.com', message: 'At once' },
};

test.each(Object.entries(earlyForms))(
  'F-36 a form of %s that is sent before its script has come is sent once, then works again',
  async (path, typed) => {
    const page = await openPage(browser);
    const errors = collectPageErrors(page);
    await page.clock.install();
    let release = (): void => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route(/\/assets\/(?!loader)[^/]+\.js/, async (route) => {
      await released;
      await route.continue();
    });
    // An answer without content leaves the page as it is.
    await page.route(`**${path}*`, async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      await released;
      await route.fulfill({ status: 204 });
    });
    await page.goto(server.url + path);
    await fillFields(page, typed);
    const form = page.locator('main form').first();
    await form.evaluate((element: HTMLFormElement) => (element.noValidate = true));
    const getPostCount = countPosts(page);
    const button = form.locator('button[data-busy-label]');
    await button.evaluate((element: HTMLButtonElement) => element.click());
    const loaded = waitForScripts(page);
    release();
    await loaded;
    await button.evaluate((element: HTMLButtonElement) => element.click());
    expect(await button.getAttribute('aria-disabled')).toBe('true');
    expect(getPostCount()).toBe(1);
    expect(errors).toEqual([]);
    await page.clock.fastForward(20_000);
    await page.waitForFunction(isHydrated);
    expect(await button.getAttribute('aria-disabled')).toBeNull();
    expect(await form.locator('[name=email]').inputValue()).toBe(typed.email);
    expect(errors).toEqual([]);
  },
);
