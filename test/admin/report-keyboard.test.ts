import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { tabTo } from '../support/tab-to.ts';
import { openReportEditors, type ReportEditors } from './report-editors.ts';

let editors: ReportEditors;
beforeAll(async () => {
  editors = await openReportEditors();
});
afterAll(() => editors?.close());

const openDraft = async (): Promise<Page> => editors.openEditor(await editors.createReport());

test('what has the focus is never behind the bar that saves', async () => {
  const page = await openDraft();
  await page.setViewportSize({ width: 1440, height: 700 });
  await page.waitForSelector('.ProseMirror');
  const covered: string[] = [];
  await tabTo(page, '[name="title"]');
  for (let presses = 0; presses < 100; presses++) {
    await page.keyboard.press('Tab');
    const name = await page.evaluate(findCovered);
    if (name === 'end') break;
    if (name) covered.push(name);
  }
  expect(covered).toEqual([]);
});

/** Runs in the page. The name of a focused control whose first line the bar covers. */
function findCovered(): string | undefined {
  const element = document.activeElement;
  const bar = document.querySelector('.edit-bar');
  if (!element || !bar || bar.contains(element)) return 'end';
  const { top, height } = element.getBoundingClientRect();
  const isCovered = top + Math.min(height, 32) > bar.getBoundingClientRect().top;
  return isCovered ? (element.getAttribute('name') ?? element.textContent) : undefined;
}

test('the line that is written in a description stays above the bar that saves', async () => {
  const page = await openDraft();
  await page.setViewportSize({ width: 1440, height: 700 });
  await page.waitForSelector('.ProseMirror');
  await tabTo(page, '.ProseMirror');
  for (let line = 0; line < 30; line++) {
    await page.keyboard.type(`Line ${line}`);
    await page.keyboard.press('Enter');
  }
  await page.keyboard.type('Last');
  const gap = await page.evaluate(() => {
    const caret = getSelection()?.getRangeAt(0).getBoundingClientRect();
    const bar = document.querySelector('.edit-bar')?.getBoundingClientRect();
    return (bar?.top ?? 0) - (caret?.bottom ?? 0);
  });
  expect(gap).toBeGreaterThanOrEqual(0);
});

test('the formats of a text are one stop, with the arrow keys, and have a key of their own', async () => {
  const page = await openDraft();
  await page.waitForSelector('.ProseMirror');
  const readFocus = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
  await page.focus('[name="shortDescription"]');
  await page.keyboard.press('Tab');
  expect(await readFocus()).toBe('Bold (Ctrl+B)');
  await page.keyboard.press('ArrowRight');
  expect(await readFocus()).toBe('Italic (Ctrl+I)');
  await page.keyboard.press('End');
  expect(await readFocus()).toBe('Redo');
  await page.keyboard.press('ArrowRight');
  expect(await readFocus()).toBe('Bold (Ctrl+B)');
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.className)).toContain('ProseMirror');
  await page.keyboard.press('Alt+F10');
  expect(await readFocus()).toBe('Bold (Ctrl+B)');
  await page.keyboard.press('Escape');
  await page.keyboard.type('On');
  expect(await page.locator('.ProseMirror').textContent()).toBe('On');
});

test('who comes to the contents by Tab leaves them by Tab, until something is done there', async () => {
  const page = await openDraft();
  await page.waitForSelector('.ProseMirror');
  await tabTo(page, '.edit-tree input');
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Add an entry');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.type('One');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Two');
  await page.keyboard.press('Tab');
  const area = page.locator('[data-path="contents"] textarea');
  expect(await area.inputValue()).toBe('One\n\tTwo');
});

test('Ctrl+Enter leads to what blocks a report, and a link of it into the field', async () => {
  const page = await openDraft();
  await page.focus('[name="title"]');
  await page.keyboard.press('Control+Enter');
  await page.waitForURL('**/publish');
  await page.waitForSelector('html[data-ready]');
  await page.keyboard.press('Tab');
  const isFinding = () => !!document.activeElement?.closest('[aria-label="Blocking"]');
  expect(await page.evaluate(isFinding)).toBe(true);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/edit#field-*');
  await page.waitForFunction(() => document.activeElement?.closest('form[data-connected]'));
});
