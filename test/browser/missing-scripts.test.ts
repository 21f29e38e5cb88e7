import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser, openPage } from '../support/browser.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';

let server: TestServer;
let browser: Browser;
let reportSlug: string;
let reportCode: string;
beforeAll(async () => {
  [server, browser] = [await startTestServer(), await launchBrowser()];
  const report = (await server.app.catalogue.reports.list(1)).items[0];
  [reportSlug, reportCode] = [String(report?.slug), String(report?.code)];
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

const anyScript = /\/assets\/[^/]+\.js/;
/** All that the loader imports: islands, React, and what they share. */
const scriptsOfIslands = /\/assets\/(?!loader)[^/]+\.js/;

async function openWithout(scripts: RegExp, path: string): Promise<Page> {
  const page = await openPage(browser);
  await page.route(scripts, (route) => route.abort());
  await page.goto(server.url + path);
  return page;
}

/** Buttons that do nothing by themselves: they open no popover, and send no form. */
const listDeadButtons = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    for (const details of document.querySelectorAll('details')) details.open = true;
    return [...document.querySelectorAll('button')]
      .filter(
        (button) =>
          button.type === 'button' &&
          !button.hasAttribute('popovertarget') &&
          button.checkVisibility({ visibilityProperty: true }),
      )
      .map((button) => button.innerText);
  });

test.each(['/', '/{report}', '/contact', '/buy-now?id={code}'])(
  '%s shows no button that nobody hears while no script is there',
  async (path) => {
    const page = await openWithout(
      anyScript,
      path.replace('{report}', reportSlug).replace('{code}', reportCode),
    );
    expect(await listDeadButtons(page)).toEqual([]);
    await page.context().close();
  },
);

test.each(['/contact', '/sample/{code}', '/become-reseller'])(
  '%s keeps what was typed and ticked where no script is there',
  async (path) => {
    const page = await openWithout(anyScript, path.replace('{code}', reportCode));
    await page.fill('main [name=name]', 'Ada Early');
    await page.check('main form input[type=checkbox]');
    await page.$eval('main form', (form: HTMLFormElement) => (form.noValidate = true));
    await page.press('main [name=name]', 'Enter');
    await page.waitForSelector('main [aria-invalid=true]');
    expect(await page.inputValue('main [name=name]')).toBe('Ada Early');
    expect(await page.isChecked('main form input[type=checkbox]')).toBe(true);
    await page.context().close();
  },
);

test('a form that lacks its captcha alone says how to go on without it', async () => {
  const page = await openWithout(anyScript, '/about');
  await page.fill('footer [name=email]', 'ada@missing.example');
  await page.press('footer [name=email]', 'Enter');
  await page.waitForSelector('main >> text=Please complete the CAPTCHA.');
  expect(await page.innerText('main')).toContain('email us');
  await page.context().close();
});

test('Show More shows all industries where its script can not be loaded', async () => {
  const page = await openWithout(scriptsOfIslands, '/');
  await page.waitForSelector('html[data-ready]');
  await page.click('.industry-tabs button');
  await page.waitForSelector('.industry-tabs li:last-child', { state: 'visible' });
  expect(await listDeadButtons(page)).not.toContain('Show More');
  await page.context().close();
});

test('a form says so where the script of its captcha could not be loaded', async () => {
  const page = await openWithout(scriptsOfIslands, '/contact');
  await page.waitForSelector('html[data-ready]');
  await page.focus('main form [name=name]');
  await page.waitForSelector('main form >> text=could not be loaded');
  await page.context().close();
});
