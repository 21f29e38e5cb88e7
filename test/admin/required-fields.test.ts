import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser, openPage } from '../support/browser.ts';
import { waitUntil } from '../support/wait-until.ts';
import { startOffice, type AdminClient, type AdminTestServer } from './admin-test-client.ts';
import { listScreens } from './screen-addresses.ts';

let admin: AdminTestServer;
let owner: AdminClient;
let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
  ({ admin, owner } = await startOffice(['owner'], { DEMO_OFFICE: 'on' }));
  await waitUntil('the office is lived in', async () => {
    const issues = await admin.server.db.selectFrom('newsletterIssue').select('id').execute();
    return issues.length === 3;
  });
});
afterAll(async () => {
  await browser?.close();
  await admin?.close();
});

async function openOffice(): Promise<Page> {
  const page = await openPage(browser, { width: 1440 });
  await page.context().addCookies([{ ...owner.cookie, url: admin.server.url }]);
  return page;
}

/** Fields that are refused when they are empty, but not always. */
const conditional: Readonly<Record<string, string>> = {
  '/admin/enquiries/:id answer template': 'only the button beside it needs it',
  '/admin/content/redirects/import import lines': 'a file may be sent instead',
  '/admin/industries/new create slug': 'made of the name',
};

type Refused = { readonly intent: string; readonly field: string; readonly isRequired: boolean };

/** Sends each form of the page with its fields left empty. Returns the fields that are at fault. */
const sendEmptyForms = (page: Page): Promise<Refused[]> =>
  page.evaluate(async () => {
    type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;
    const untyped = new Set(['hidden', 'submit', 'button', 'checkbox', 'radio']);
    const isTyped = (control: Element): control is Control =>
      'name' in control && control.name !== '' && !untyped.has((control as Control).type);
    const empty = (form: HTMLFormElement, typed: readonly Control[]): BodyInit => {
      const data = new FormData(form);
      for (const control of typed) {
        if (control.type === 'file') data.set(control.name, new File([], ''));
        else if (control.tagName !== 'SELECT' || control.querySelector('option[value=""]'))
          data.set(control.name, '');
      }
      const texts = [...data].filter(
        (pair): pair is [string, string] => typeof pair[1] === 'string',
      );
      return form.enctype.includes('multipart') ? data : new URLSearchParams(texts);
    };
    const refused: Refused[] = [];
    for (const form of document.querySelectorAll<HTMLFormElement>('form[method=post]')) {
      const typed = [...form.elements].filter(isTyped);
      if (typed.length === 0) continue;
      const answer = await fetch(form.action, {
        method: 'POST',
        body: empty(form, typed),
        redirect: 'manual',
      });
      const shown = new DOMParser().parseFromString(await answer.text(), 'text/html');
      const faulty = [...shown.querySelectorAll('[aria-invalid=true]')].map((one) =>
        one.getAttribute('name'),
      );
      const intent = form.querySelector<HTMLInputElement>('[name=intent]')?.value ?? '';
      for (const control of typed)
        if (faulty.includes(control.name))
          refused.push({ intent, field: control.name, isRequired: control.required });
    }
    return refused;
  });

test('a field that the office refuses when it is empty is required by the browser', async () => {
  const page = await openOffice();
  const screens = await listScreens(owner);
  const missing: string[] = [];
  let required = 0;
  for (const { pattern, path } of screens) {
    await page.goto(admin.server.url + path);
    for (const { intent, field, isRequired } of await sendEmptyForms(page)) {
      const name = `${pattern} ${intent} ${field}`;
      if (isRequired) required++;
      else if (!(name in conditional)) missing.push(name);
    }
  }
  expect(missing).toEqual([]);
  expect(required).toBeGreaterThan(80);
  await page.context().close();
});

test('until a script is there the browser asks for the file, from then on the office does', async () => {
  const page = await openOffice();
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(/\/assets\/[^/]+\.js/, async (route) => {
    await released;
    await route.continue();
  });
  await page.goto(`${admin.server.url}/admin/imports`, { waitUntil: 'commit' });
  const button = page.getByRole('button', { name: 'Upload and check' });
  await button.click();
  const isAskedFor = await page.$eval(
    'main input[type=file]',
    (field: HTMLInputElement) => field.validity.valueMissing && !field.form?.noValidate,
  );
  expect(isAskedFor).toBe(true);
  release();
  await page.waitForSelector('form[data-ready]');
  await button.click();
  await page.waitForSelector('main input[type=file][aria-invalid=true]');
  await page.context().close();
});

test('a file that was refused for its content is not called uploaded, one for another reason is', async () => {
  const page = await openOffice();
  const [report] = (await admin.server.app.catalogue.reports.list(1)).items;
  await page.goto(`${admin.server.url}/admin/reports/${report?.id}/files`);
  await page.waitForSelector('form[data-ready]');
  const send = async (name: string, content: string): Promise<void> => {
    const buffer = Buffer.from(content);
    await page.setInputFiles('main input[type=file]', { name, mimeType: 'text/csv', buffer });
    await page.getByRole('button', { name: 'Upload', exact: true }).click();
    await page.waitForSelector('.admin-errors');
  };
  await send('bad.pdf', '%PDF-1.7 and nothing else');
  expect(await page.innerText('main')).not.toContain('Uploaded already');
  expect(
    await page.$eval('main input[type=file]', (field: HTMLInputElement) => field.required),
  ).toBe(true);
  await page.check('main [name=new-edition]');
  await page.uncheck('main [name="licence.corporate-user"]');
  await send('good.csv', 'a,b\n1,2\n');
  expect(await page.innerText('main')).toContain('Uploaded already: good.csv.');
  expect(await page.isChecked('main [name="licence.corporate-user"]')).toBe(false);
  expect(await page.isChecked('main [name="licence.single-user"]')).toBe(true);
  await page.context().close();
});
