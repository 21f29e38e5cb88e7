import { sql } from 'kysely';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser, openPage } from '../support/browser.ts';
import { startDelayedDatabaseProxy, type DelayedDatabase } from '../support/delayed-database.ts';
import { waitUntil } from '../support/wait-until.ts';
import {
  createUpload,
  startAdminTestServer,
  type AdminClient,
  type AdminTestServer,
} from './admin-test-client.ts';

let proxy: DelayedDatabase;
let admin: AdminTestServer;
let owner: AdminClient;
let browser: Browser;
beforeAll(async () => {
  admin = await startAdminTestServer({
    template: 'small',
    env: { LOG_LEVEL: 'silent' },
    interposeProxy: async (databaseUrl) => {
      proxy = await startDelayedDatabaseProxy(databaseUrl, 0);
      return proxy.url;
    },
  });
  owner = await admin.signIn('owner');
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await admin?.close();
  proxy?.close();
});

const path = '/admin/services/new';
const html = { accept: 'text/html' };
const isUp = () =>
  waitUntil('the store has its database again', async () => (await owner.get(path)).status === 200);

test('F-50 a form that meets a fault before its page was not saved, and the page says so', async () => {
  proxy.setDown(true);
  const form = { intent: 'create', name: 'Typed at length', priority: '1', image: '' };
  const failed = await owner.post(path, form, html);
  const [text, read] = [await failed.text(), await (await owner.get(path, html)).text()];
  const forProgram = await (await owner.post(path, form)).text();
  proxy.setDown(false);
  await isUp();
  expect(failed.status).toBe(503);
  expect(text).toContain('Nothing was saved. Reload this page to send the form again');
  expect(text).not.toContain('Try again');
  expect(read).toContain('>Try again</a>');
  expect(read).not.toContain('Nothing was saved');
  expect(forProgram).not.toContain('Reload');
});

test('a form with a file that meets a bug in its page is not asked for as a read', async () => {
  const upload = createUpload({ intent: 'import' }, { 'redirects.csv': '/a,/b' });
  await sql`alter table redirect rename to table_of_a_bug`.execute(admin.server.db);
  const failed = await owner.post('/admin/content/redirects/import', upload, html);
  await sql`alter table table_of_a_bug rename to redirect`.execute(admin.server.db);
  expect(failed.status).toBe(500);
  const text = await failed.text();
  expect(text).toContain('It is not certain whether the form was saved.');
  expect(text).not.toContain('Try again');
});

test('F-50 going back there keeps what was typed, and a reload sends it', async () => {
  const page = await openPage(browser);
  await page.context().addCookies([{ ...owner.cookie, url: admin.server.url }]);
  const openForm = () => page.goto(admin.server.url + path);
  const send = async (name: string) => {
    await page.fill('[name="name"]', name);
    await page.fill('[name="priority"]', '7');
    proxy.setDown(true);
    await page.click('form[data-keeps-text] button:has-text("Add"), .admin-form .button');
    await page.waitForSelector('text=Nothing was saved.');
    proxy.setDown(false);
    await isUp();
  };
  await openForm();
  await send('Kept on the way back');
  await page.goBack();
  expect(await page.inputValue('[name="name"]')).toBe('Kept on the way back');
  expect(await page.inputValue('[name="priority"]')).toBe('7');
  await openForm();
  await send('Sent by a reload');
  await page.reload();
  await page.waitForSelector('.admin-flash');
  const services = await admin.server.app.content.listServices();
  expect(services.map(({ name }) => name)).toContain('Sent by a reload');
  expect(services.map(({ name }) => name)).not.toContain('Kept on the way back');
  await page.context().close();
});
