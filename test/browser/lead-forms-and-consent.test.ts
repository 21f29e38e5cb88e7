import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { waitForEmailsTo, launchBrowser, expectAccessiblePage } from '../support/browser.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';

let server: TestServer;
let browser: Browser;
let code: string;
let slug: string;

beforeAll(async () => {
  [server, browser] = [await startTestServer(), await launchBrowser()];
  const [report] = (await server.app.catalogue.listReports(1)).items;
  [code, slug] = [String(report?.code), String(report?.slug)];
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

async function openPageAt(
  path: string,
  options: { width?: number; answered?: boolean } = {},
): Promise<{ page: Page; context: BrowserContext; errors: string[] }> {
  const context = await browser.newContext({
    viewport: { width: options.width ?? 1280, height: 900 },
    reducedMotion: 'reduce',
  });
  if (options.answered !== false)
    await context.addInitScript(() => {
      localStorage.setItem('gdprAccepted', 'true');
      localStorage.setItem('cookieChoice', '{"version":"2026-11"}');
    });
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on(
    'console',
    (message) =>
      message.type() === 'error' &&
      !message.text().includes('status of 4') &&
      errors.push(message.text()),
  );
  await page.goto(server.url + path);
  return { page, context, errors };
}

const person = { name: 'Ada Example', mobile_no: '202 555 0100', company_name: 'Example & Sons' };

test('a sample: the captcha comes with the first touch, faults are told at their fields, and the letter brings a PDF', async () => {
  const { page, context, errors } = await openPageAt(`/sample/${code}`);
  expect(await page.locator('script[data-challenge-script]').count()).toBe(0);
  const form = page.locator('main form[method="post"]').first();
  await form.locator('[name="name"]').focus();
  await page.waitForSelector('main [data-challenge]');
  await form.locator('button').click();
  await form.locator('[role="alert"]').waitFor();
  expect(await form.locator('#sample-name-error').innerText()).toBe('Please give your name.');
  expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('name');
  await expectAccessiblePage(page);
  for (const [name, value] of Object.entries({
    ...person,
    email: 'sample@forms.example.com',
    message: 'Why?',
  }))
    await form.locator(`[name="${name}"]`).fill(value);
  await form.locator('[name="country"]').selectOption('+39');
  await form.locator('[name="privacy_policy"]').check();
  await form.locator('button').click();
  await form.locator('.error:has-text("Please complete the CAPTCHA.")').waitFor();
  await expectAccessiblePage(page);
  expect(await form.locator('[name="message"]').inputValue()).toBe('Why?');
  await form.locator('[data-challenge]').check();
  await form.locator('text=Checked').waitFor();
  await form.locator('button').click();
  await form.locator('[role="status"]').waitFor();
  expect(await form.locator('[name="name"]').inputValue()).toBe('');
  expect(await form.locator('[data-challenge]').isChecked()).toBe(false);
  await expectAccessiblePage(page);
  const [letter] = await waitForEmailsTo(server.mailboxUrl, 'sample@forms.example.com');
  const link = /http\S+sample-file\S+/.exec(letter?.text ?? '')?.[0] ?? '';
  const file = Buffer.from(await (await fetch(link)).arrayBuffer());
  expect(file.subarray(0, 5).toString()).toBe('%PDF-');
  expect(file.length).toBeGreaterThan(10_000);
  expect((await fetch(link.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')))).status).toBe(404);
  expect(errors).toEqual([]);
  await context.close();
});

test('a career application keeps a CV and refuses another file at its field', async () => {
  const { page, context, errors } = await openPageAt('/career');
  const form = page.locator('main form[method="post"]');
  for (const [name, value] of Object.entries({
    name: 'Cee',
    email: 'cv@forms.example.com',
    phone: '+1 202 555 0100',
    position: 'Analyst',
    message: 'Hello',
  }))
    await form.locator(`[name="${name}"]`).fill(value);
  const file = (name: string, text: string) =>
    form
      .locator('[name="cv"]')
      .setInputFiles({ name, mimeType: 'application/pdf', buffer: Buffer.from(text) });
  await file('cv.pdf', 'MZ no document');
  await form.locator('button').click();
  await form.locator('#career-cv-error').waitFor();
  await expectAccessiblePage(page);
  await file('cv.pdf', '%PDF-1.4\n%%EOF');
  await form.locator('button').click();
  await form.locator('[role="status"]').waitFor();
  expect(await form.locator('[role="status"]').innerText()).toBe(
    'Application submitted successfully!',
  );
  expect(await form.locator('[name="cv"]').inputValue()).toBe('');
  expect(errors).toEqual([]);
  await context.close();
});

test('the newsletter is confirmed with a button, and a mail program ends it with one post', async () => {
  const { page, context } = await openPageAt('/about');
  await page.locator('#newsletter-email').fill('news@forms.example.com');
  await page.locator('footer [data-challenge]').check();
  await page.locator('footer >> text=Checked').waitFor();
  await page.click('footer button:has-text("Sign up")');
  await page.waitForFunction(
    () => document.getElementById('newsletter-said')?.textContent === 'Thank you for subscribing!',
  );
  const [letter] = await waitForEmailsTo(server.mailboxUrl, 'news@forms.example.com');
  const path = /\/newsletter\/[0-9a-f]+/.exec(letter?.text ?? '')?.[0] ?? '';
  await page.goto(server.url + path);
  await expectAccessiblePage(page);
  await page.click('main button');
  await page.waitForSelector('main [role="status"]');
  expect(
    (
      await fetch(server.url + path.replace('newsletter', 'unsubscribe'), {
        method: 'POST',
        body: 'List-Unsubscribe=One-Click',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      })
    ).status,
  ).toBe(200);
  expect(await server.app.leads.getSubscription(path.split('/')[2] ?? '')).toMatchObject({
    state: 'unsubscribed',
  });
  await context.close();
});

test('the dialog of sample reports opens after ten seconds, once a visit, closes with Esc, and its form leads to thanks and back', async () => {
  const { page, context } = await openPageAt(`/${slug}`);
  await page.clock.install();
  await page.reload();
  await page.waitForTimeout(300);
  await page.clock.runFor(9000);
  expect(await page.locator('#sample-dialog').isVisible()).toBe(false);
  await page.clock.runFor(1500);
  await page.locator('#sample-dialog').waitFor();
  await page.clock.runFor(1000);
  await expectAccessiblePage(page);
  await page.keyboard.press('Escape');
  expect(await page.locator('#sample-dialog').isVisible()).toBe(false);
  await page.reload();
  await page.clock.runFor(15_000);
  expect(await page.locator('#sample-dialog').isVisible()).toBe(false);
  await context.close();
});

test('a half-filled field is never covered by the dialog', async () => {
  const { page, context } = await openPageAt(`/${slug}`);
  await page.clock.install();
  await page.reload();
  await page.waitForTimeout(300);
  await page.fill('#header-search', 'wheat');
  await page.locator('body').click({ position: { x: 5, y: 300 } });
  await page.clock.runFor(11_000);
  expect(await page.locator('#sample-dialog').isVisible()).toBe(false);
  await context.close();
});

test('A-32 consent: nothing but our own is asked before it, refusing is one press, and the choice can be changed', async () => {
  const { page, context } = await openPageAt('/', { answered: false, width: 390 });
  const banner = page.locator('#cookie-banner');
  await banner.waitFor();
  await expectAccessiblePage(page);
  await page.click('[data-consent="refuse"]');
  expect(await banner.isVisible()).toBe(false);
  expect(
    await page.evaluate(() => [
      localStorage.getItem('gdprAccepted'),
      JSON.parse(localStorage.getItem('cookieChoice') ?? '{}') as object,
    ]),
  ).toMatchObject(['true', { version: '2026-11', analytics: false, at: expect.any(String) }]);
  await page.reload();
  expect(await banner.isVisible()).toBe(false);
  await page.click('footer [data-consent="settings"]');
  await expectAccessiblePage(page);
  await page.check('#cookie-settings [name="functional"]');
  await page.click('#cookie-settings button[value="save"]');
  await expect
    .poll(() =>
      page.evaluate(() => JSON.parse(localStorage.getItem('cookieChoice') ?? '{}') as object),
    )
    .toMatchObject({ functional: true, marketing: false });
  await context.close();
});

test('the licence that was chosen goes along to every page of the report', async () => {
  const { page, context } = await openPageAt(`/${slug}`);
  await page.check('input[value="corporate-user"]');
  await page.goto(`${server.url}/discount/${code}`);
  expect(await page.locator('input[value="corporate-user"]').isChecked()).toBe(true);
  await page.goto(`${server.url}/report-store`);
  expect(await page.locator(`a[href*="id=${code}"]`).first().getAttribute('href')).toContain(
    'corporate-user',
  );
  await context.close();
});

test.each([390, 1440])(
  "at %i px every form's page is sound and not wider than the window",
  async (width) => {
    const { page, context } = await openPageAt('/', { width });
    for (const path of [
      '/contact',
      '/career',
      '/become-reseller',
      `/request-details/${code}`,
      `/sample/${code}`,
      `/discount/${code}`,
      `/inquiry/${code}`,
      `/customization/${code}`,
      '/thank-you',
      '/newsletter',
    ]) {
      await page.goto(server.url + path);
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
        path,
      ).toBe(true);
      await expectAccessiblePage(page);
    }
    await context.close();
  },
  90_000,
);
