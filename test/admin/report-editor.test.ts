import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser, Page, Route } from 'playwright-core';
import {
  collectPageErrors,
  expectAccessiblePages,
  launchBrowser,
  openPage,
} from '../support/browser.ts';
import type { ContentsEntry } from '#core/catalogue/report-input.model.ts';
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

const entry = (page: Page, number: number) =>
  page.locator(`.edit-tree li:nth-child(${number}) input`);
const waitForContents = (id: number, wanted: string): Promise<unknown> =>
  waitUntil(`the contents are ${wanted}`, async () => {
    const { contents } = await readDraft(id);
    return Array.isArray(contents) && describeContents(contents as ContentsEntry[]) === wanted;
  });
const describeContents = (entries: readonly ContentsEntry[]): string =>
  entries
    .map(({ title, children }) => title + (children ? `(${describeContents(children)})` : ''))
    .join(' ');

test('contents from Word keep their levels, and entries move by keys and by dragging', async () => {
  const id = await createReport();
  const page = await openEditor(id);
  await entry(page, 1).click();
  await entry(page, 1).evaluate((element) => {
    const data = new DataTransfer();
    data.setData('text/plain', '1 Summary ..... 4\n2 Demand ..... 5\n2.1 Europe ..... 6\n');
    element.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    );
  });
  await waitForContents(id, 'Summary Demand(Europe)');
  // The cursor stands in the last one.
  await page.keyboard.press('Shift+Tab');
  await waitForContents(id, 'Summary Demand Europe');
  await page.keyboard.press('Alt+ArrowRight');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Alt+ArrowUp');
  await waitForContents(id, 'Demand(Europe) Summary');
  await page.keyboard.press('Control+z');
  await waitForContents(id, 'Summary Demand(Europe)');
  const [handle, target] = [page.locator('.edit-tree-handle').first(), entry(page, 3)];
  const [from, to] = [await handle.boundingBox(), await target.boundingBox()];
  if (!from || !to) throw new Error('the entries are not shown');
  await page.mouse.move(from.x + 5, from.y + 5);
  await page.mouse.down();
  await page.mouse.move(from.x + 5, to.y + to.height - 2, { steps: 5 });
  await page.mouse.up();
  await waitForContents(id, 'Demand(Europe) Summary');
  await page.getByRole('button', { name: 'Edit as text' }).click();
  const area = page.locator('[data-path="contents"] textarea');
  expect(await area.inputValue()).toBe('Demand\n\tEurope\nSummary');
  await area.press('Control+End');
  await area.pressSequentially('\nPrices');
  await page.getByRole('button', { name: 'Edit as a tree' }).click();
  expect(await entry(page, 4).inputValue()).toBe('Prices');
  await waitForContents(id, 'Demand(Europe) Summary Prices');
});

test('series are written in the editor, drawn as they are saved, and named by texts', async () => {
  const id = await createReport();
  const page = await openEditor(id);
  const open = (kind: string) => page.locator(`[data-rows="data.${kind}"] summary`).first().click();
  await open('sources');
  await fillNamed(page, {
    ...{ 'data.sources.0.name': 'Tin survey', 'data.sources.0.publisher': 'We' },
    ...{ 'data.sources.0.licence': 'own', 'data.sources.0.url': 'https://example.com' },
  });
  await open('series');
  await page.selectOption('[name="data.series.0.measure"]', 'volume');
  await fillNamed(page, {
    ...{ 'data.series.0.label': 'World demand', 'data.series.0.unit': 'tonnes' },
    ...{ 'data.series.0.place': 'World', 'data.series.0.source': 'Tin survey' },
    'data.series.0.points': '2019\t10\n2020\t12\n2021\t11',
  });
  await page.locator('[name="data.series.0.points"]').blur();
  const series = { id: 'world-demand', source: 'tin-survey', label: 'World demand' };
  await waitUntil('the series is saved', async () => {
    const { data } = (await readDraft(id)) as { data?: { figures: { series: object[] } } };
    return JSON.stringify(data?.figures.series[0])?.includes('[2021,11]') && data;
  });
  expect((await readDraft(id))['data']).toMatchObject({
    figures: { series: [series], rankings: [] },
    sources: [{ id: 'tin-survey' }],
  });
  await page.waitForFunction(() => {
    const chart = document.querySelector<HTMLImageElement>('[data-chart-of="data.series.0.id"]');
    return chart !== null && !chart.hidden && chart.complete && chart.naturalWidth > 0;
  });
  await page.locator('.ProseMirror').click();
  await page.getByRole('button', { name: 'Chart of a series or ranking' }).click();
  await page.locator('dialog[open] button[value="ok"]').click();
  await waitUntil('the chart stands in the text', async () =>
    JSON.stringify((await readDraft(id))['description'])?.includes('world-demand'),
  );
  expect(await page.locator('.ProseMirror figure img').getAttribute('src')).toContain(
    'world-demand',
  );
});

const fillNamed = async (page: Page, texts: Readonly<Record<string, string>>): Promise<void> => {
  for (const [name, text] of Object.entries(texts)) await page.fill(`[name="${name}"]`, text);
};

test('questions are pasted from a sheet, moved and removed', async () => {
  const id = await createReport();
  const page = await openEditor(id);
  const first = page.locator('[name="faqs.0.question"]');
  await first.evaluate((element) => {
    const data = new DataTransfer();
    data.setData('text/plain', 'Why?\tSo.\nWho?\tWe.\nWhen?\tNow.\n');
    element.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    );
  });
  const waitForFaqs = (wanted: string) =>
    waitUntil(`the questions are ${wanted}`, async () => {
      const { faqs } = (await readDraft(id)) as { faqs?: { question: string; answer: string }[] };
      return faqs?.map(({ question, answer }) => question + answer).join(' ') === wanted;
    });
  await waitForFaqs('Why?So. Who?We. When?Now.');
  await page.getByRole('button', { name: 'Move up row 3' }).last().click();
  await waitForFaqs('Why?So. When?Now. Who?We.');
  await page.locator('[data-path="faqs"]').getByRole('button', { name: 'Remove row 1' }).click();
  await waitForFaqs('When?Now. Who?We.');
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
  await note.getByText('Take that text').click();
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
    ...{ intent: 'publish', kind: 'correction', revision: String(revision) },
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

test('F25: back from a report: the same filter, order and place in the list', async () => {
  const page = await openPage(browser, { width: 1440 });
  await page
    .context()
    .addCookies([{ ...anna.cookie, url: admin.server.url, httpOnly: true, sameSite: 'Lax' }]);
  await page.setViewportSize({ width: 1440, height: 400 });
  const list = `${admin.server.url}/admin/reports?state=published&sort=title`;
  await page.goto(list);
  await page.waitForSelector('html[data-ready]');
  const row = page.locator('[data-row] th a').last();
  await row.scrollIntoViewIfNeeded();
  const before = await page.evaluate(() => scrollY);
  expect(before).toBeGreaterThan(0);
  const opened = (await row.textContent()) ?? '';
  await row.click();
  await page.waitForURL('**/edit?list=*');
  await page.locator('.admin-tabs').getByText('Versions').click();
  await page.waitForURL('**/versions?list=*');
  await page.locator('.admin-back a').click();
  await page.waitForURL(list);
  await page.waitForFunction((text) => document.activeElement?.textContent === text, opened);
  expect(await page.evaluate(() => scrollY)).toBe(before);
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
