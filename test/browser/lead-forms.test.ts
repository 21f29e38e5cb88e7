import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser, Locator } from 'playwright-core';
import {
  collectPageErrors,
  expectAccessiblePage,
  expectAccessiblePages,
  launchBrowser,
  openPage,
} from '../support/browser.ts';
import { waitForEmailLink } from '../support/emails.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';

let server: TestServer;
let browser: Browser;
let code: string;
let slug: string;
beforeAll(async () => {
  [server, browser] = [await startTestServer(), await launchBrowser()];
  const [report] = (await server.app.catalogue.reports.list(1)).items;
  [code, slug] = [String(report?.code), String(report?.slug)];
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

/** Filled in, and hydrated: before that, the browser sends the form by itself. */
async function fillForm(form: Locator, values: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(values))
    await form.locator(`[name="${name}"]`).fill(value);
  await form.and(form.page().locator('[novalidate]')).waitFor();
}

const sampleRequest = {
  name: 'Ada Example',
  mobile_no: '202 555 0100',
  company_name: 'Example & Sons',
  email: 'sample@forms.example.com',
  message: 'Why?',
};

/** The link leads to a PDF, and to nothing with its last character changed. */
async function expectSampleFile(link: string): Promise<void> {
  const file = Buffer.from(await (await fetch(link)).arrayBuffer());
  expect(file.subarray(0, 5).toString()).toBe('%PDF-');
  expect(file.length).toBeGreaterThan(10_000);
  const changed = link.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
  expect((await fetch(changed)).status).toBe(404);
}

test('a sample request loads the captcha on first focus and emails a PDF', async () => {
  const page = await openPage(browser);
  const errors = collectPageErrors(page);
  await page.goto(`${server.url}/sample/${code}`);
  expect(await page.locator('script[data-challenge-script]').count()).toBe(0);
  const form = page.locator('main form[method="post"]').first();
  await form.locator('[name="name"]').focus();
  await page.waitForSelector('main [data-challenge]');
  await form.locator('button').click();
  await form.locator('[role="alert"]').waitFor();
  expect(await form.locator('#sample-name-error').innerText()).toBe('Please give your name.');
  expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('name');
  await expectAccessiblePage(page);
  await fillForm(form, sampleRequest);
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
  await expectSampleFile(
    await waitForEmailLink(server.mailboxUrl, sampleRequest.email, { pathPart: 'sample-file' }),
  );
  expect(errors).toEqual([]);
});

test('a career application accepts a CV and refuses another file at its field', async () => {
  const page = await openPage(browser);
  const errors = collectPageErrors(page);
  await page.goto(`${server.url}/career`);
  const form = page.locator('main form[method="post"]');
  await fillForm(form, {
    name: 'Cee',
    email: 'cv@forms.example.com',
    phone: '+1 202 555 0100',
    position: 'Analyst',
    message: 'Hello',
  });
  const chooseCv = (text: string): Promise<void> =>
    form.locator('[name="cv"]').setInputFiles({
      name: 'cv.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from(text),
    });
  await chooseCv('MZ no document');
  await form.locator('button').click();
  await form.locator('#career-cv-error').waitFor();
  await expectAccessiblePage(page);
  await chooseCv('%PDF-1.4\n%%EOF');
  await form.locator('button').click();
  await form.locator('[role="status"]').waitFor();
  expect(await form.locator('[role="status"]').innerText()).toBe(
    'Application submitted successfully!',
  );
  expect(await form.locator('[name="cv"]').inputValue()).toBe('');
  expect(errors).toEqual([]);
});

test('on a phone the answer of a long form comes into view', async () => {
  const page = await openPage(browser, { width: 390 });
  await page.goto(`${server.url}/career`);
  const form = page.locator('main form[method="post"]');
  const send = async (): Promise<void> => {
    await fillForm(form, {
      name: 'Dee',
      email: 'view@forms.example.com',
      phone: '+1 202 555 0100',
      position: 'Analyst',
      message: 'Hello',
    });
    await form.locator('[name="cv"]').setInputFiles({
      name: 'cv.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from('%PDF-1.4\n%%EOF'),
    });
    await form.locator('button').click();
  };
  const seeAnswer = async (text: string): Promise<void> => {
    const answer = form.getByText(text, { exact: true });
    await answer.waitFor();
    await page.waitForFunction(
      (element) => {
        const { x, y } = element?.getBoundingClientRect() ?? { x: 0, y: -1 };
        return y > 0 && element?.contains(document.elementFromPoint(x + 8, y + 8));
      },
      await answer.elementHandle(),
    );
  };
  await page.route('**/data/forms/*', (route) => route.abort());
  await send();
  await seeAnswer('Error submitting form. Please try again later.');
  await page.unroute('**/data/forms/*');
  await send();
  await seeAnswer('Application submitted successfully!');
});

test('the licence that was chosen goes along to every page of the report', async () => {
  const page = await openPage(browser);
  await page.goto(`${server.url}/${slug}`);
  await page.check('input[value="corporate-user"]');
  await page.goto(`${server.url}/discount/${code}`);
  expect(await page.locator('input[value="corporate-user"]').isChecked()).toBe(true);
  await page.goto(`${server.url}/report-store`);
  expect(await page.locator(`a[href*="id=${code}"]`).first().getAttribute('href')).toContain(
    'corporate-user',
  );
});

/** /thank-you leaves by itself after five seconds, which a slow machine takes to check it. */
function keepThankYouPage(): void {
  const setTimeout = window.setTimeout.bind(window);
  window.setTimeout = ((handler: TimerHandler, delay?: number, ...args: unknown[]) =>
    delay === 5000 ? 0 : setTimeout(handler, delay, ...args)) as typeof setTimeout;
}

test('the pages of all forms are accessible and fit', async () => {
  const page = await openPage(browser);
  await page.addInitScript(keepThankYouPage);
  await expectAccessiblePages(page, server.url, [
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
  ]);
});
