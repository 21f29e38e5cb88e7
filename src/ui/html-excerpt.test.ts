import { expect, test } from 'vitest';
import { excerptHtml } from './html-excerpt.ts';

test('an excerpt begins with the sentences, not with a heading or a table', () => {
  const html =
    '<h2 id="a">Output</h2><table><tr><td>1</td></tr></table>' +
    '<figure><img src="x"><figcaption>A chart</figcaption></figure>' +
    '<p>Corn &amp; wheat <b>grew</b>.</p><h3>Next</h3><p>More.</p>';
  expect(excerptHtml(html, 100)).toBe('Corn & wheat grew. More.');
  expect(excerptHtml('<h2>Only a heading</h2>', 100)).toBe('Only a heading');
});

test('an excerpt is cut after a word, and where a script has no spaces after a character', () => {
  expect(excerptHtml('<p>One two three</p>', 9)).toBe('One two…');
  expect(excerptHtml('<p>市場調査報告書</p>', 4)).toBe('市場調査…');
});
