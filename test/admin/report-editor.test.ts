import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Route } from 'playwright-core';
import { collectPageErrors, expectAccessiblePages } from '../support/browser.ts';
import { waitUntil } from '../support/wait-until.ts';
import type { AdminClient, AdminTestServer } from './admin-test-client.ts';
import { openReportEditors, type ReportEditors } from './report-editors.ts';

let admin: AdminTestServer;
let anna: AdminClient;
let goToEditor: ReportEditors['goToEditor'];
let waitForDraft: ReportEditors['waitForDraft'];
let editors: ReportEditors;
let createReport: ReportEditors['createReport'];
let openEditor: ReportEditors['openEditor'];
let readDraft: ReportEditors['readDraft'];
beforeAll(async () => {
  editors = await openReportEditors();
  ({ createReport, openEditor, readDraft, goToEditor, waitForDraft, admin, anna } = editors);
});
afterAll(() => editors?.close());

const title = '[data-path="title"] input';
const isSaveRequest = (route: Route): boolean => route.request().method() === 'POST';

test('what is typed saves itself, Ctrl+S at once, and Ctrl+Enter goes on to the checks', async () => {
  const id = await createReport();
  const page = await openEditor(id);
  const errors = collectPageErrors(page);
  await page.fill(title, 'Tin and lead');
  await waitForDraft(id, 'title', 'Tin and lead');
  await page.waitForSelector('[data-edit-status][data-state="saved"]');
  await page.fill('[data-path="pages"] input', '12');
  await page.keyboard.press('Control+s');
  await waitForDraft(id, 'pages', 12);
  await page.click('[data-path="faqs"] [data-add-row]');
  await page.keyboard.type('Why?');
  await page.keyboard.press('Control+Enter');
  await page.waitForURL(`**/admin/reports/${id}/publish`);
  expect((await readDraft(id))['faqs']).toEqual([{ question: 'Why?', answer: '' }]);
  expect(errors).toEqual([]);
});

test('F24: the server is killed before and after it has saved: nothing that was typed is lost', async () => {
  const id = await createReport();
  const page = await openEditor(id);
  let requests = 0;
  await page.route('**/save', async (route) => {
    if (!isSaveRequest(route)) return route.continue();
    requests++;
    // Killed before it saved, killed after it saved, and alive: in turns.
    if (requests % 3 === 1) return route.abort('connectionreset');
    if (requests % 3 === 0) return route.continue();
    await route.fetch();
    return route.abort('connectionreset');
  });
  const words = 'Tin is soft and melts early'.split(' ');
  await page.fill(title, '');
  for (const word of words) {
    await page.locator(title).pressSequentially(`${word} `);
    const seen = requests;
    await waitUntil('a request is made', () => requests > seen);
  }
  await waitForDraft(id, 'title', `${words.join(' ')} `);
  expect(requests).toBeGreaterThan(words.length);
  expect(await page.inputValue(title)).toBe(`${words.join(' ')} `);
  await page.waitForSelector('[data-edit-status][data-state="saved"]');
});

test('F24: a tab that is closed with unsaved text has it again, and saves it', async () => {
  const id = await createReport();
  const page = await openEditor(id);
  await page.route('**/save', (route) => route.abort('connectionreset'));
  await page.fill(title, 'Written in a tunnel');
  await page.locator('.ProseMirror').pressSequentially('Under ground.');
  await page.waitForSelector('[data-edit-status][data-state="unreachable"]');
  await page.unroute('**/save');
  await page.route('**/save', (route) => route.abort('connectionreset'));
  await goToEditor(page, id);
  await page.waitForFunction(
    (query) => document.querySelector<HTMLInputElement>(query)?.value === 'Written in a tunnel',
    title,
  );
  await page.unroute('**/save');
  await waitForDraft(id, 'title', 'Written in a tunnel');
  await waitUntil('the description is saved', async () =>
    JSON.stringify((await readDraft(id))['description'])?.includes('Under ground.'),
  );
});

test('F23: the session ends while typing: sign in on top, and the text saves itself', async () => {
  const id = await createReport();
  const client = await admin.signIn('editor');
  const page = await openEditor(id, client);
  const { db } = admin.server;
  const session = await db
    .deleteFrom('staffSession')
    .where('staffId', '=', client.staffId)
    .returningAll()
    .executeTakeFirstOrThrow();
  await page.fill(title, 'Typed while signed out');
  const dialog = page.locator('dialog.edit-sign-in[open]');
  await dialog.waitFor();
  expect(await dialog.locator('a').getAttribute('href')).toMatch(/^\/admin\/login\?next=/);
  await page.keyboard.press('Escape');
  await page.locator(title).pressSequentially(', and more');
  await db.insertInto('staffSession').values(session).execute();
  await waitForDraft(id, 'title', 'Typed while signed out, and more');
  await page.waitForSelector('[data-edit-status][data-state="saved"]');
  expect(await page.inputValue(title)).toBe('Typed while signed out, and more');
});

test('F22: of one field both texts are offered, and neither input is overwritten', async () => {
  const id = await createReport();
  const page = await openEditor(id);
  const bo = await admin.signIn('editor');
  const changes = JSON.stringify([{ path: 'title', before: 'Tin', after: 'Bo’s title' }]);
  await bo.post(`/admin/reports/${id}/save`, { changes, revision: '1' });
  await page.fill(title, 'Anna’s title');
  const note = page.locator('[data-path="title"] [data-note]');
  await note.waitFor();
  expect(await note.textContent()).toMatch(/Test editor.*Anna’s title.*Bo’s title/);
  expect(await page.inputValue(title)).toBe('Anna’s title');
  expect((await readDraft(id))['title']).toBe('Bo’s title');
  await note.getByText('Keep mine').click();
  await waitForDraft(id, 'title', 'Anna’s title');
});

test('two windows of one person lose nothing of each other, and each says who wrote', async () => {
  const id = await createReport();
  const page = await openEditor(id);
  const other = await page.context().newPage();
  await goToEditor(other, id);
  // Neither reaches the server: each window keeps what was typed in it.
  await page.context().route('**/save', (route) => route.abort('connectionreset'));
  // A page that is being closed may send its last request past the route.
  await other.evaluate(() => (globalThis.fetch = () => Promise.reject(new TypeError('cut'))));
  await page.fill(title, 'Written in the first window');
  await other.fill(title, 'Written in the second');
  await page.waitForSelector('[data-edit-status][data-state="unreachable"]');
  await other.waitForSelector('[data-edit-status][data-state="unreachable"]');
  await other.close();
  await goToEditor(page, id);
  const note = page.locator('[data-path="title"] [data-note]');
  await note.waitFor();
  expect(await page.inputValue(title)).toBe('Written in the first window');
  expect(await note.textContent()).toContain('Written in the second');
  // What the page sent last, before it was loaded again, arrives now.
  const changes = [{ path: 'title', before: 'Tin', after: 'Written in the first window' }];
  await anna.post(`/admin/reports/${id}/save`, { changes: JSON.stringify(changes), revision: '1' });
  await note.getByText('Use that text').click();
  await page.context().unroute('**/save');
  await waitForDraft(id, 'title', 'Written in the second');
  await page.waitForSelector('[data-edit-status][data-state="saved"]');
  const third = await page.context().newPage();
  await goToEditor(third, id);
  await page.fill(title, 'Again');
  await waitForDraft(id, 'title', 'Again');
  await third.fill(title, 'From another window');
  const conflict = third.locator('[data-path="title"] [data-note]');
  await conflict.waitFor();
  expect(await conflict.textContent()).toMatch(/^You, in another window, have changed this/);
});

test('a draft that is published while somebody types keeps what they write for the next time', async () => {
  const id = await createReport();
  const page = await openEditor(id);
  await page.fill('[data-path="prices.single"] input', '4000');
  await page.locator('.ProseMirror').pressSequentially('Tin is soft.');
  await page.waitForSelector('[data-edit-status][data-state="saved"]');
  await waitUntil('the text is saved', async () =>
    JSON.stringify((await readDraft(id))['description'])?.includes('soft.'),
  );
  const bo = await admin.signIn('editor');
  await page.fill(title, 'Tin for the next edition');
  await waitForDraft(id, 'title', 'Tin for the next edition');
  const { revision } = await admin.server.db
    .selectFrom('reportDraft')
    .select('revision')
    .where('reportId', '=', id)
    .executeTakeFirstOrThrow();
  const publishing = bo.post(`/admin/reports/${id}/publish`, {
    intent: 'publish',
    kind: 'correction',
    revision: String(revision),
  });
  await page.locator(title).press('End');
  await page.locator(title).pressSequentially(', and after it');
  expect((await publishing).status).toBeLessThan(500);
  await waitUntil('what was typed is in the draft or on the page', async () => {
    const { title: stored } = await admin.server.db
      .selectFrom('report')
      .select('title')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return ((await readDraft(id))['title'] ?? stored) === 'Tin for the next edition, and after it';
  });
  expect(await page.locator('[data-note]:not([hidden])').count()).toBe(0);
});

test('F40: pages of reports and imports are accessible at 390 and 1440 px', async () => {
  const id = await createReport();
  const page = await openEditor(id);
  await anna.post(`/admin/reports/${id}/preview`, { intent: 'share' });
  await expectAccessiblePages(page, admin.server.url, [
    '/admin/reports',
    '/admin/reports/new',
    '/admin/reports/bin',
    ...['edit', 'files', 'preview', 'publish', 'versions'].map(
      (part) => `/admin/reports/${id}/${part}`,
    ),
    '/admin/imports',
  ]);
});

test('on a phone a list begins in the first screen, and filters that are set are open', async () => {
  const page = await openEditor(await createReport());
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${admin.server.url}/admin/reports`);
  const author = page.locator('[name="author"]');
  expect(await author.isVisible()).toBe(false);
  const firstRow = await page.locator('main tbody tr').first().boundingBox();
  expect(firstRow?.y).toBeLessThan(600);
  await page.click('summary:has-text("More filters")');
  await author.fill('Nobody of this name');
  await page.click('button:has-text("Filter")');
  await page.waitForURL(/author=Nobody/);
  expect(await author.isVisible()).toBe(true);
  await page.setViewportSize({ width: 1280, height: 844 });
  await page.goto(`${admin.server.url}/admin/reports`);
  expect(await author.isVisible()).toBe(true);
  expect(await page.isVisible('summary:has-text("More filters")')).toBe(false);
});
