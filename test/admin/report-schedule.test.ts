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

/** The store keeps its days in Paris; the browser's own clock is another's. */
async function beInParis(): Promise<void> {
  const { store } = admin.server.app;
  const settings = await store.getSettings();
  await store.replaceSettings({ ...settings, timeZone: 'Europe/Paris' }, 'test');
}

test('a publication is planned in the zone of the store; the browser’s own is offered first', async () => {
  await beInParis();
  const id = await createReport();
  const page = await openEditor(id);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setTimezoneOverride', { timezoneId: 'Asia/Tokyo' });
  await page.goto(`${admin.server.url}/admin/reports/${id}/publish`);
  const zone = page.locator('#schedule-zone');
  expect(await zone.inputValue()).toBe('Europe/Paris');
  expect(await zone.locator('option').first().innerText()).toBe('Asia/Tokyo');
  const listed = () => zone.locator('option', { hasText: /Calcutta|Kolkata/ }).allInnerTexts();
  await devtools.send('Emulation.setTimezoneOverride', { timezoneId: 'Asia/Calcutta' });
  await page.reload();
  expect(await listed()).toEqual(['Asia/Kolkata']);
  await page.fill('#schedule-publishAt', '2099-01-02T09:00');
  await page.click('button:has-text("Schedule")');
  await page.waitForSelector('text=published on 2 Jan 2099, 09:00 UTC+1.');
  await zone.selectOption('Asia/Tokyo');
  await page.fill('#schedule-publishAt', '2099-01-02T09:00');
  await page.click('button:has-text("Schedule again")');
  await page.waitForSelector('text=09:00 in Tokyo (2 Jan 2099, 01:00 UTC+1)');
  expect(await zone.inputValue()).toBe('Asia/Tokyo');
});

test('a post is planned in the zone of the store as well, and shown in it again', async () => {
  await beInParis();
  const page = await openEditor(await createReport());
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setTimezoneOverride', { timezoneId: 'Asia/Tokyo' });
  const form = { intent: 'save', name: 'Wheat in 2099', state: 'draft', html: '<p>Text.</p>' };
  const made = await anna.post('/admin/content/press/new', form);
  await page.goto(`${admin.server.url}${made.headers.get('location')}`);
  expect(await page.inputValue('#zone')).toBe('Europe/Paris');
  await page.selectOption('#state', 'scheduled');
  await page.fill('#createdAt', '2099-07-02T09:00');
  await page.click('button:has-text("Save")');
  await page.waitForSelector('text=Saved.');
  expect(await page.inputValue('#createdAt')).toBe('2099-07-02T09:00');
  const shown = '[name="createdAt.shown"]';
  expect(await page.getAttribute(shown, 'value')).toBe('2099-07-02T07:00:00.000Z');
  await page.click('button:has-text("Save")');
  await page.waitForSelector('text=Saved.');
  expect(await page.getAttribute(shown, 'value')).toBe('2099-07-02T07:00:00.000Z');
});

test.each([
  ['2027-03-28T02:30', '2027-03-28T01:30:00.000Z'],
  ['2027-10-31T02:30', '2027-10-31T00:30:00.000Z'],
])('%s, which clocks leave out or repeat, is %s in every form', async (typed, instant) => {
  await beInParis();
  const id = await createReport();
  const path = `/admin/reports/${id}/publish`;
  const { revision = '' } = readForm(await (await anna.get(path)).text(), 'schedule');
  const plan = { intent: 'schedule', kind: 'correction', revision, publishAt: typed };
  expect((await anna.post(path, plan)).status).toBe(303);
  const schedules = admin.server.db.selectFrom('reportSchedule').select('publishAt');
  expect(await schedules.where('reportId', '=', id).execute()).toEqual([
    { publishAt: new Date(instant) },
  ]);
  const post = { intent: 'save', name: `Rye ${typed}`, state: 'draft', createdAt: typed };
  expect((await anna.post('/admin/content/press/new', post)).status).toBe(303);
  const posts = admin.server.db.selectFrom('pressRelease').select('createdAt');
  expect(await posts.where('name', '=', post.name).execute()).toEqual([
    { createdAt: new Date(instant) },
  ]);
});

test('a day that no calendar has is refused with a sentence at its field', async () => {
  const id = await createReport();
  const path = `/admin/reports/${id}/publish`;
  const { revision = '' } = readForm(await (await anna.get(path)).text(), 'schedule');
  const plan = { intent: 'schedule', kind: 'correction', revision, publishAt: '2027-02-30T09:00' };
  const refused = await anna.post(path, plan);
  expect(refused.status).toBe(422);
  expect(await refused.text()).toContain('There is no such day or time: 2027-02-30, 09:00.');
  const post = { intent: 'save', name: 'Rye', state: 'draft', createdAt: '2027-02-30T09:00' };
  const refusedPost = await anna.post('/admin/content/press/new', post);
  expect(refusedPost.status).toBe(422);
  expect(await refusedPost.text()).toContain('There is no such day or time');
});
