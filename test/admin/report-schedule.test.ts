import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AdminClient, AdminTestServer } from './admin-test-client.ts';
import { readForm } from './read-form.ts';
import { openReportEditors, type ReportEditors } from './report-editors.ts';

let editors: ReportEditors;
let admin: AdminTestServer;
let anna: AdminClient;
let createReport: ReportEditors['createReport'];
let openEditor: ReportEditors['openEditor'];
let goToEditor: ReportEditors['goToEditor'];
beforeAll(async () => {
  editors = await openReportEditors();
  ({ createReport, openEditor, goToEditor, admin, anna } = editors);
});
afterAll(() => editors?.close());

test('what is edited after a publication was planned says so, and leads to planning it again', async () => {
  const id = await createReport();
  const path = `/admin/reports/${id}/publish`;
  const plan = { intent: 'schedule', kind: 'correction', publishAt: '2099-01-02T09:00' };
  const { revision } = readForm(await (await anna.get(path)).text(), 'schedule');
  await anna.post(path, { ...plan, revision: revision ?? '', zone: 'Asia/Tokyo' });
  const page = await openEditor(id);
  const note = page.locator('[data-planned-revision]');
  expect(await note.isVisible()).toBe(false);
  await page.fill('[data-path="shortDescription"] textarea', 'Tin in 2099.');
  await note.waitFor();
  expect(await note.innerText()).toContain('2 Jan 2099, 09:00 in Tokyo (2 Jan 2099, 00:00 UTC)');
  expect(await page.innerText('[data-shows="metaDescription shortDescription"]')).toBe(
    'Tin in 2099.',
  );
  expect(await page.innerText('[data-path="shortDescription"]')).toContain('12 of 300 characters');
  await note.getByRole('link').click();
  await page.waitForURL(`**${path}#schedule`);
  expect(await page.inputValue('#schedule-publishAt')).toBe('2099-01-02T09:00');
  expect(await page.inputValue('#schedule-zone')).toBe('Asia/Tokyo');
  await page.click('text=Schedule again');
  await page.waitForSelector('text=It will be published on 2 Jan 2099, 09:00 in Tokyo');
  await goToEditor(page, id);
  expect(await note.isVisible()).toBe(false);
});

test('a publication is planned in the time zone of the browser unless another is chosen', async () => {
  const id = await createReport();
  const page = await openEditor(id);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setTimezoneOverride', { timezoneId: 'Europe/Paris' });
  await page.goto(`${admin.server.url}/admin/reports/${id}/publish`);
  const zone = page.locator('#schedule-zone');
  expect(await zone.inputValue()).toBe('Europe/Paris');
  expect(await zone.locator('option').first().innerText()).toBe('Europe/Paris');
  await page.fill('#schedule-publishAt', '2099-01-02T09:00');
  await page.click('button:has-text("Schedule")');
  await page.waitForSelector('text=09:00 in Paris (2 Jan 2099, 08:00 UTC)');
  await devtools.send('Emulation.setTimezoneOverride', { timezoneId: 'Asia/Tokyo' });
  await page.reload();
  expect(await zone.inputValue()).toBe('Europe/Paris');
  expect(await zone.locator('option').first().innerText()).toBe('Asia/Tokyo');
});

test('a post is planned in the time zone of the browser as well, and shown in it again', async () => {
  const page = await openEditor(await createReport());
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setTimezoneOverride', { timezoneId: 'Europe/Paris' });
  const form = { intent: 'save', name: 'Wheat in 2099', state: 'draft', html: '<p>Text.</p>' };
  const made = await anna.post('/admin/content/press/new', form);
  await page.goto(`${admin.server.url}${made.headers.get('location')}`);
  expect(await page.inputValue('#zone')).toBe('Europe/Paris');
  await page.selectOption('#state', 'scheduled');
  await page.fill('#createdAt', '2099-07-02T09:00');
  await page.click('button:has-text("Save")');
  await page.waitForSelector('text=Saved.');
  expect(await page.inputValue('#createdAt')).toBe('2099-07-02T09:00');
  expect(await page.getAttribute('#createdAt', 'data-instant')).toBe('2099-07-02T07:00:00.000Z');
  await devtools.send('Emulation.setTimezoneOverride', { timezoneId: 'Asia/Tokyo' });
  await page.reload();
  expect(await page.inputValue('#createdAt')).toBe('2099-07-02T16:00');
  expect(await page.inputValue('#zone')).toBe('Asia/Tokyo');
  await page.click('button:has-text("Save")');
  await page.waitForSelector('text=Saved.');
  expect(await page.getAttribute('#createdAt', 'data-instant')).toBe('2099-07-02T07:00:00.000Z');
});
