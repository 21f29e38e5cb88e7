import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ContentsEntry } from '../catalogue/reports/report-input.model.ts';
import { formatContents, parseContents } from './contents.model.ts';

const tree = (...entries: (string | [string, ...ContentsEntry[]])[]): ContentsEntry[] =>
  entries.map((entry) =>
    typeof entry === 'string'
      ? { title: entry }
      : { title: entry[0], children: entry.slice(1) as [] },
  );

test.each([
  [
    'numbering',
    'Table of Contents\n1. Summary ......... 3\n1.1. Findings\t4\n1.1.1 Prices   5\n2. Market 2030 . . . . 12',
    [...tree(['Summary', ...tree(['Findings', ...tree('Prices')])]), ...tree('Market 2030')],
  ],
  [
    'indents',
    'Summary\n  Findings\n    Prices\n  Method\nMarket',
    [...tree(['Summary', ...tree(['Findings', ...tree('Prices')], 'Method')]), ...tree('Market')],
  ],
  [
    'tabs and bullets',
    'Summary\n\t• Findings\n\t• Method\nMarket',
    [...tree(['Summary', ...tree('Findings', 'Method')]), ...tree('Market')],
  ],
  [
    'numbers that belong to titles',
    'Overview\n5 largest companies\n2030 outlook',
    tree('Overview', '5 largest companies', '2030 outlook'),
  ],
  [
    'some lines without a number',
    '1 Summary\n  Scope\n2 Market\nAppendix',
    [...tree(['Summary', ...tree('Scope')]), ...tree('Market', 'Appendix')],
  ],
  ['chapters', 'Chapter 1: Summary\nChapter 2: Market', tree('Summary', 'Market')],
  ['a level that is left out', '1 Summary\n1.1.1 Prices', tree(['Summary', ...tree('Prices')])],
  ['nothing', ' \n', []],
])('contents with %s become a tree', (_, text, expected) => {
  expect(parseContents(text)).toEqual(expected);
});

const title = fc
  .string({ unit: 'grapheme', minLength: 1 })
  .filter(
    (text) =>
      /^[\p{L}\d][\p{L}\d .,()-]*$/u.test(text) && !/\s\s|\.{3}/.test(text) && text.trim() === text,
  );
const { entry } = fc.letrec<{ entry: ContentsEntry }>((tie) => ({
  entry: fc.oneof(
    { depthSize: 'small', maxDepth: 8 },
    fc.record({ title: fc.oneof(title, fc.constantFrom('1 a', '2.3 b', '5) c', '2030')) }),
    fc.record({ title, children: fc.array(tie('entry'), { minLength: 1, maxLength: 4 }) }),
  ),
}));

test('every tree is written as text that reads as the same tree', () => {
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 6 }), (entries) => {
      expect(parseContents(formatContents(entries))).toEqual(entries);
    }),
  );
});
