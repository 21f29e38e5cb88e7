import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { listAxeFaults } from './axe.ts';
import { launchBrowser, openPage } from './browser.ts';

let browser: Browser;
let page: Page;
beforeAll(async () => {
  browser = await launchBrowser();
  page = await openPage(browser);
});
afterAll(() => browser?.close());

/** The rules that axe finds broken on a page of this text. */
async function listRules(main: string, style = ''): Promise<string[]> {
  await page.setContent(
    `<!doctype html><html lang="en"><head><title>Test</title><style>${style}</style></head>
      <body><main><h1>Test</h1>${main}</main></body></html>`,
  );
  return (await listAxeFaults(page)).map((fault) => fault.split(':')[0] ?? '');
}

test('pale text is found wherever its style or what is behind it differs from text before', async () => {
  const text = '<div><p>text</p></div>';
  expect(await listRules(text)).toEqual([]);
  expect(await listRules(text, 'p { color: #ccc }')).toEqual(['color-contrast']);
  expect(await listRules(text, 'div { background: #222 }')).toEqual(['color-contrast']);
  expect(await listRules(text, 'p { opacity: 0.3 }')).toEqual(['color-contrast']);
  expect(await listRules(text, 'p { color: #888; font-size: 30px }')).toEqual([]);
  expect(await listRules(text, 'p { color: #888 }')).toEqual(['color-contrast']);
  const link = '<p>text <a href="/">link</a> text</p>';
  expect(await listRules(link)).toEqual([]);
  const plainLink = 'a { text-decoration: none; color: #333 }';
  expect(await listRules(link, plainLink)).toEqual(['link-in-text-block']);
});

test('text that was disabled or hidden before, and text beside an editor, is looked at', async () => {
  const pale = 'label, input, p, div { color: #bbb }';
  const label = '<label>Name <input DISABLED></label>';
  expect(await listRules(label.replace('DISABLED', 'disabled'), pale)).toEqual([]);
  expect(await listRules(label.replace('DISABLED', ''), pale)).toEqual(['color-contrast']);
  expect(await listRules('<p style="display: none">text</p>', pale)).toEqual([]);
  expect(await listRules('<p style="">text</p>', pale)).toEqual(['color-contrast']);
  const editor = '<div contenteditable="true" role="textbox" aria-label="Text">text</div>';
  for (const _ of [1, 2]) expect(await listRules(editor, pale)).toEqual(['color-contrast']);
});

test('all other rules look at every page again', async () => {
  for (const _ of [1, 2]) expect(await listRules('<img src="/x.png">')).toEqual(['image-alt']);
});
