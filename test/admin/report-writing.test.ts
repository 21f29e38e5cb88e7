import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import type { ContentsEntry } from '#core/catalogue/reports/report-input.model.ts';
import { openPage } from '../support/browser.ts';
import { tabTo } from '../support/tab-to.ts';
import { waitUntil } from '../support/wait-until.ts';
import { openReportEditors, type ReportEditors } from './report-editors.ts';

let editors: ReportEditors;
let createReport: ReportEditors['createReport'];
let openEditor: ReportEditors['openEditor'];
let readDraft: ReportEditors['readDraft'];
beforeAll(async () => {
  editors = await openReportEditors();
  ({ createReport, openEditor, readDraft } = editors);
});
afterAll(() => editors?.close());

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
  await pasteHtml(
    page,
    '<p>Safe<img src=x onerror="document.title=\'hacked\'">' +
      '<a href="javascript:alert(1)">link</a></p><script>document.title="hacked"</script>',
  );
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

/** Into the description. */
const pasteHtml = (page: Page, html: string): Promise<void> =>
  page.locator('.ProseMirror').evaluate((element, copied) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/html', copied);
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
  }, html);

test('a text from Word keeps its headings, lists, links and tables', async () => {
  const id = await createReport();
  const page = await openEditor(id);
  await page.locator('.ProseMirror').click();
  await pasteHtml(page, readFileSync('test/support/word-clipboard/text.html', 'utf8'));
  await waitUntil('it is saved', async () =>
    JSON.stringify((await readDraft(id))['description'])?.includes('Growth'),
  );
  const wanted = readFileSync('test/support/word-clipboard/text.json', 'utf8');
  expect((await readDraft(id))['description']).toEqual(JSON.parse(wanted));
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
    .map(({ title: name, children }) => name + (children ? `(${describeContents(children)})` : ''))
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
  // The cursor is in the last one.
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
    'data.sources.0.name': 'Tin survey',
    'data.sources.0.publisher': 'We',
    'data.sources.0.licence': 'own',
    'data.sources.0.url': 'https://example.com',
  });
  await open('series');
  await page.selectOption('[name="data.series.0.measure"]', 'volume');
  await fillNamed(page, {
    'data.series.0.label': 'World demand',
    'data.series.0.unit': 'tonnes',
    'data.series.0.place': 'World',
    'data.series.0.source': 'Tin survey',
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

test('F25: back from a report: the same filter, order and place in the list', async () => {
  const page = await openPage(editors.browser, { width: 1440 });
  await page
    .context()
    .addCookies([
      { ...editors.anna.cookie, url: editors.admin.server.url, httpOnly: true, sameSite: 'Lax' },
    ]);
  await page.setViewportSize({ width: 1440, height: 400 });
  const list = `${editors.admin.server.url}/admin/reports?state=published&sort=title`;
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

test('F40: a report is written and published by keyboard alone', async () => {
  const page = await openEditor(await createReport());
  await page.goto(`${editors.admin.server.url}/admin/reports`);
  await page.waitForSelector('html[data-ready]');
  await page.keyboard.press('c');
  await page.waitForURL('**/admin/reports/new');
  await page.waitForSelector('[name="title"]:focus');
  await page.keyboard.type('Nickel by keyboard');
  await page.keyboard.press('Tab');
  await page.keyboard.type('KEYS-1');
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowDown');
  // Enter in a choice opens it.
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.waitForSelector('form[data-connected] .ProseMirror');
  await tabTo(page, '[name="prices.single"]');
  await page.keyboard.type('4000');
  await tabTo(page, '[name="delivery.kind"]');
  await page.keyboard.type('Delivered');
  await page.keyboard.press('Tab');
  await page.keyboard.type('5');
  await tabTo(page, '.ProseMirror');
  await page.keyboard.type('Nickel is hard.');
  await page.keyboard.press('Control+Enter');
  await page.waitForURL('**/publish');
  await page.waitForSelector('html[data-ready]');
  await page.keyboard.press('Control+Enter');
  await page.waitForSelector('text=The report was published.');
  await page.keyboard.press('c');
  await page.waitForURL('**/admin/reports/new');
});
