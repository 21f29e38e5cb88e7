import { afterAll, beforeAll, expect, test } from 'vitest';
import { openReportEditors, type ReportEditors } from './report-editors.ts';

let editors: ReportEditors;
beforeAll(async () => {
  editors = await openReportEditors();
});
afterAll(() => editors?.close());

test('the list of reports breaks no date, code or name of an industry', async () => {
  const page = await editors.openEditor(await editors.createReport());
  await page.goto(`${editors.admin.server.url}/admin/reports`);
  for (const width of [1440, 1280, 1100, 1024, 800]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await page.evaluate(listBrokenCells), `at ${width} px`).toEqual([]);
    const isWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    expect(isWide, `wider than its window at ${width} px`).toBe(false);
  }
});

test('on a phone a question has a line of its own in the editor', async () => {
  const page = await editors.openEditor(await editors.createReport());
  await page.setViewportSize({ width: 390, height: 844 });
  const question = await page.locator('[name="faqs.0.question"]').boundingBox();
  const answer = await page.locator('[name="faqs.0.answer"]').boundingBox();
  expect(question?.width).toBeGreaterThan(300);
  expect(answer?.y).toBeGreaterThan((question?.y ?? 0) + (question?.height ?? 0));
});

/** Runs in the page. Texts of cells, but for titles, in which a line breaks a word. */
function listBrokenCells(): string[] {
  const isBroken = (node: Node, start: number, length: number): boolean => {
    const range = document.createRange();
    range.setStart(node, start);
    range.setEnd(node, start + length);
    return new Set(Array.from(range.getClientRects(), ({ top }) => Math.round(top))).size > 1;
  };
  const broken: string[] = [];
  for (const cell of document.querySelectorAll('tbody td[data-label]')) {
    const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const words = (node.textContent ?? '').matchAll(/[\p{L}\p{N}]+/gu);
      const first = [...words].find(({ index, 0: word }) => isBroken(node, index, word.length));
      if (first) broken.push(`${node.textContent} breaks in ${first[0]}`);
    }
  }
  return broken;
}
