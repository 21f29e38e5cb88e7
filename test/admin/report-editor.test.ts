import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser, Page, Route } from 'playwright-core';
import {
  collectPageErrors,
  expectAccessiblePages,
  launchBrowser,
  openPage,
} from '../support/browser.ts';
import { waitUntil } from '../support/wait-until.ts';
import {
  startAdminTestServer,
  type AdminClient,
  type AdminTestServer,
} from './admin-test-client.ts';

let admin: AdminTestServer;
let browser: Browser;
let anna: AdminClient;
beforeAll(async () => {
  [admin, browser] = [await startAdminTestServer({ template: 'small' }), await launchBrowser()];
  anna = await admin.signIn('editor');
});
afterAll(async () => {
  await browser?.close();
  await admin?.close();
});

let count = 0;
async function createReport(): Promise<number> {
  const [industry] = await admin.server.app.catalogue.listIndustries();
  const made = await anna.post('/admin/reports/new', {
    ...{ intent: 'create', code: `ED-${(count += 1)}`, title: 'Tin' },
    industry: industry?.slug ?? '',
  });
  return Number(made.headers.get('location')?.split('/')[3]);
}

async function openEditor(id: number, client = anna): Promise<Page> {
  const page = await openPage(browser, { width: 1440 });
  await page
    .context()
    .addCookies([{ ...client.cookie, url: admin.server.url, httpOnly: true, sameSite: 'Lax' }]);
  await goToEditor(page, id);
  return page;
}

async function goToEditor(page: Page, id: number): Promise<void> {
  await page.goto(`${admin.server.url}/admin/reports/${id}/edit`);
  await page.waitForSelector('form[data-connected]');
}

async function readDraft(id: number): Promise<Readonly<Record<string, unknown>>> {
  const draft = await admin.server.db
    .selectFrom('reportDraft')
    .select('changes')
    .where('reportId', '=', id)
    .executeTakeFirst();
  return draft?.changes ?? {};
}

const waitForDraft = (id: number, field: string, value: unknown): Promise<unknown> =>
  waitUntil(`${field} is saved`, async () => (await readDraft(id))[field] === value);
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

test('a description is written with formats and tables, and a hostile paste becomes text', async () => {
  const id = await createReport();
  const page = await openEditor(id);
  const editor = page.locator('.ProseMirror');
  await editor.click();
  await page.keyboard.type('Plain ');
  await page.keyboard.press('Control+b');
  await page.keyboard.type('bold');
  await page.keyboard.press('Control+b');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Heading', exact: true }).click();
  await page.keyboard.type('Demand');
  await page.keyboard.press('Enter');
  await page.evaluate(() => {
    const data = new DataTransfer();
    const html =
      '<p>Safe<img src=x onerror="document.title=\'hacked\'"><a href="javascript:alert(1)">link</a></p><script>document.title="hacked"</script>';
    data.setData('text/html', html);
    data.setData('text/plain', 'Safe link');
    document
      .querySelector('.ProseMirror')
      ?.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }));
  });
  await waitUntil('it is saved', async () =>
    JSON.stringify((await readDraft(id))['description'])?.includes('Safe'),
  );
  expect((await readDraft(id))['description']).toEqual([
    { kind: 'paragraph', runs: [{ text: 'Plain ' }, { text: 'bold', isBold: true }] },
    { kind: 'heading', level: 2, text: 'Demand' },
    { kind: 'paragraph', runs: [{ text: 'Safelink' }] },
  ]);
  expect(await page.title()).not.toBe('hacked');
});

test('contents that are pasted from Word are indented lines, and Tab moves a line', async () => {
  const id = await createReport();
  const page = await openEditor(id);
  const area = page.locator('[data-path="contents"] textarea');
  await area.click();
  await area.evaluate((element) => {
    const data = new DataTransfer();
    data.setData('text/plain', '1 Summary ..... 4\n2 Demand ..... 5\n2.1 Europe ..... 6\n');
    element.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    );
  });
  await page.waitForFunction(
    (query) =>
      document.querySelector<HTMLTextAreaElement>(query)?.value === 'Summary\nDemand\n\tEurope',
    '[data-path="contents"] textarea',
  );
  await page.keyboard.press('Shift+Tab');
  await waitUntil('the contents are saved', async () => {
    const { contents } = await readDraft(id);
    return JSON.stringify(contents)?.includes('"Europe"') && Array.isArray(contents)
      ? contents.length === 3
      : false;
  });
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
