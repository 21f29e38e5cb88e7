import { afterAll, beforeAll, test } from 'vitest';
import type { Browser, Page, Route } from 'playwright-core';
import { launchBrowser, openPage } from '../support/browser.ts';
import { browserTexts, type BrowserText } from '../support/spec-texts.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';

let server: TestServer;
let browser: Browser;
let reportCode: string;
beforeAll(async () => {
  [server, browser] = [await startTestServer(), await launchBrowser()];
  reportCode = String((await server.app.catalogue.reports.list(1)).items[0]?.code);
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

/**
 * The end of the form's request: its real answer, an answer without a word of ours, none, or one
 * that is still to come.
 */
type Fate = 'answered' | 'silent' | 'lost' | 'waiting';
type FormSituation = { readonly path: string; readonly fate: Fate; readonly form?: string };

const values: Readonly<Record<string, string>> = {
  name: 'Ada Example',
  email: 'ada@texts.example',
  mobile_no: '202 555 0100',
  phone: '+1 202 555 0100',
  company_name: 'Example',
  designation: 'Analyst',
  position: 'Analyst',
  message: 'A question',
  preciserequirement: 'Everything',
  address: '1 Main Street',
  password: 'correct horse',
};

async function decideFate(page: Page, fate: Fate): Promise<void> {
  if (fate === 'answered') return;
  const answers: Record<typeof fate, (route: Route) => Promise<void>> = {
    silent: (route) => route.fulfill({ status: 502, body: '<h1>Bad gateway</h1>' }),
    lost: (route) => route.abort(),
    waiting: () => Promise.resolve(),
  };
  await page.route('**/data/{forms,account}/*', answers[fate]);
}

/** Fills in every field that the form has, with its captcha, and sends it. */
async function sendForm({ path, fate, form = 'main form' }: FormSituation): Promise<Page> {
  const page = await openPage(browser);
  await page.goto(server.url + path);
  await decideFate(page, fate);
  const fields = page.locator(form).first();
  await fields.locator('[name="email"]').focus();
  await page.waitForFunction(
    (selector) =>
      Object.keys(document.querySelector(selector) ?? {}).some((key) =>
        key.startsWith('__reactProps'),
      ),
    form,
  );
  for (const [name, value] of Object.entries(values))
    if (await fields.locator(`[name="${name}"]`).count())
      await fields.locator(`[name="${name}"]`).fill(value);
  for (const select of await fields.locator('select').all())
    await select.selectOption({ index: 1 });
  for (const name of ['privacy_policy', 'policy'])
    if (await fields.locator(`[name="${name}"]`).count())
      await fields.locator(`[name="${name}"]`).check();
  if (await fields.locator('[name="cv"]').count())
    await fields.locator('[name="cv"]').setInputFiles({
      name: 'cv.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from('%PDF-1.4\n%%EOF'),
    });
  if (await fields.locator('[name="turnstile_token"]').count()) {
    await fields.locator('[data-challenge]').check();
    await fields.locator('text=Checked').waitFor();
  }
  await fields.locator('button').last().click();
  return page;
}

/** A form whose captcha reports an error, or expires, as soon as it is there. */
async function openWithCaptcha(callback: 'error-callback' | 'expired-callback'): Promise<Page> {
  const page = await openPage(browser);
  await page.addInitScript((name) => {
    window.turnstile = {
      render: (_element: HTMLElement, options: object) => {
        setTimeout((options as Record<string, () => void>)[name] ?? (() => {}), 50);
        return 'widget';
      },
      reset: () => {},
      remove: () => {},
    };
  }, callback);
  await page.route(`${server.captchaUrl}/**`, (route) => route.abort());
  await page.goto(`${server.url}/contact`);
  await page.focus('main form [name="name"]');
  return page;
}

/** A form whose captcha's script is blocked, or answered with an empty file, and which was sent. */
async function sendWithBlockedScript(answer: 'none' | 'empty'): Promise<Page> {
  const page = await openPage(browser);
  await page.route(`${server.captchaUrl}/**`, (route) =>
    answer === 'none' ? route.abort() : route.fulfill({ contentType: 'text/javascript', body: '' }),
  );
  await page.goto(`${server.url}/contact`);
  await page.focus('main form [name="name"]');
  const error = page.locator('main form').getByText('Captcha error. Please try again.');
  await error.waitFor();
  await page.locator('main form button').last().click();
  await page.locator('main form [aria-invalid="true"]').first().waitFor();
  return page;
}

async function searchForNothing(): Promise<Page> {
  const page = await openPage(browser);
  await page.goto(`${server.url}/about`);
  await page.fill('#header-search', 'qqzzxxqq');
  return page;
}

const newsletter = 'footer form';
const sample = (): string => `/sample/${reportCode}`;

/** How a visitor comes to each text. */
const situations: Readonly<Record<BrowserText, readonly (() => Promise<Page>)[]>> = {
  'Thank you for subscribing!': [
    () => sendForm({ path: '/about', fate: 'answered', form: newsletter }),
  ],
  'Subscription failed. Please try again.': [
    () => sendForm({ path: '/about', fate: 'silent', form: newsletter }),
  ],
  'Something went wrong. Please try again later.': [
    () => sendForm({ path: '/about', fate: 'lost', form: newsletter }),
    () => sendForm({ path: sample(), fate: 'lost' }),
    () => sendForm({ path: sample(), fate: 'silent' }),
  ],
  'Captcha error. Please try again.': [
    () => openWithCaptcha('error-callback'),
    () => sendWithBlockedScript('none'),
    () => sendWithBlockedScript('empty'),
  ],
  'Captcha expired. Please complete again.': [() => openWithCaptcha('expired-callback')],
  'Failed to send message.': [() => sendForm({ path: '/contact', fate: 'silent' })],
  'Something went wrong!': [
    () => sendForm({ path: '/contact', fate: 'lost' }),
    () => sendForm({ path: '/career', fate: 'silent' }),
    () => sendForm({ path: '/become-reseller', fate: 'silent' }),
  ],
  'Application submitted successfully!': [() => sendForm({ path: '/career', fate: 'answered' })],
  'Error submitting form. Please try again later.': [
    () => sendForm({ path: '/career', fate: 'lost' }),
  ],
  'Login failed': [() => sendForm({ path: '/login', fate: 'silent' })],
  'Something went wrong. Please try again.': [() => sendForm({ path: '/login', fate: 'lost' })],
  'Signup failed': [
    () => sendForm({ path: '/signup', fate: 'silent' }),
    () => sendForm({ path: '/signup', fate: 'lost' }),
  ],
  'Something went wrong.': [() => sendForm({ path: '/forgot-password', fate: 'silent' })],
  'Network error. Please try again later.': [
    () => sendForm({ path: '/forgot-password', fate: 'lost' }),
  ],
  'Request submitted successfully!': [
    () => sendForm({ path: '/become-reseller', fate: 'answered' }),
  ],
  'Server error. Please try again.': [() => sendForm({ path: '/become-reseller', fate: 'lost' })],
  'Sending...': [
    () => sendForm({ path: '/contact', fate: 'waiting' }),
    () => sendForm({ path: '/forgot-password', fate: 'waiting' }),
  ],
  'Signing up...': [
    () => sendForm({ path: '/about', fate: 'waiting', form: newsletter }),
    () => sendForm({ path: '/signup', fate: 'waiting' }),
  ],
  'No results found.': [searchForNothing],
};

test.each(browserTexts)(
  'section 8 of the specification: a form says "%s" in its situation',
  async (text) => {
    for (const show of situations[text]) {
      const page = await show();
      await page.getByText(text, { exact: true }).first().waitFor();
      await page.context().close();
    }
  },
);
