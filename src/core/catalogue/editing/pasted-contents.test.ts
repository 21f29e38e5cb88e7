import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { htmlReader } from '../../../../test/support/html-reader.ts';
import { PastedTexts } from './pasted-contents.ts';

const pasted = new PastedTexts({ html: htmlReader });
const read = (name: string): string => readFileSync(`test/support/clipboards/${name}`, 'utf8');

test('a table of contents copied from Word is a tree without numbers of pages', () => {
  const html = read('word-table-of-contents.html');
  expect(pasted.readContents({ html, text: '' })).toEqual([
    { title: 'Executive Summary' },
    {
      title: 'Market Overview',
      children: [
        { title: 'Drivers & restraints', children: [{ title: 'Price of energy' }] },
        { title: 'Regulation' },
      ],
    },
    { title: 'Companies' },
  ]);
});

test('numbered paragraphs copied from Word keep their levels', () => {
  const html = read('word-list-paragraphs.html');
  expect(pasted.readContents({ html, text: '' })).toEqual([
    { title: 'Scope', children: [{ title: 'Definitions' }, { title: 'Method' }] },
    { title: 'Demand' },
  ]);
});

test('plain text has its levels by indents', () => {
  expect(pasted.readContents({ text: read('indented.txt') })).toEqual([
    {
      title: 'Scope',
      children: [{ title: 'Definitions', children: [{ title: 'Terms' }] }, { title: 'Method' }],
    },
    { title: 'Demand' },
  ]);
});
