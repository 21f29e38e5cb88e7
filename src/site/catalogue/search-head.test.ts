import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { UnderstoodPart } from '#core/catalogue/search/plan.model.ts';
import { SearchHead } from './search-head.tsx';

const nothing = {
  query: 'tin zzz',
  words: 'tin zzz',
  total: 0,
  isAtLeast: false,
  pageCount: 0,
  isMentioned: false,
  parts: [] as readonly UnderstoodPart[],
  filters: {},
};

const readStatus = (props: Partial<typeof nothing>): string =>
  (
    /<p role="status">(.*?)<\/p>/s.exec(
      renderToStaticMarkup(createElement(SearchHead, { ...nothing, ...props })),
    )?.[1] ?? ''
  ).replaceAll(/<[^>]*>/g, '');

const dropped: UnderstoodPart = { typed: 'zzz', kind: 'dropped', as: [] };

test.each([
  [{ total: 2 }, '2 reports for tin zzz.'],
  [{ total: 2, pageCount: 1 }, '2 reports for tin zzz, and 1 page of this site.'],
  [{ total: 1, parts: [dropped] }, '1 report for tin zzz, though no report has zzz.'],
  [
    { total: 2, pageCount: 3, parts: [dropped] },
    '2 reports for tin zzz, and 3 pages of this site, though no report has zzz.',
  ],
  [{ pageCount: 1, parts: [dropped] }, '1 page of this site for tin zzz, and no report.'],
  [{ isMentioned: true }, 'No report is about tin zzz, but some mention it.'],
  [
    { pageCount: 2, isMentioned: true },
    '2 pages of this site for tin zzz; no report is about it, but some mention it.',
  ],
  [{ parts: [dropped] }, 'No results found.'],
  [{ query: '', words: '', total: 384 }, '384 reports'],
  [{ words: 'tin', total: 2 }, '2 reports for tin. You typed “tin zzz”; search for exactly that.'],
  [
    { total: 2, parts: [{ typed: 'Zinn', kind: 'translated', as: ['tin'] } as const] },
    '2 reports for tin zzz. Zinn = tin.',
  ],
])('what was found is said in one sentence: %j', (props, sentence) => {
  expect(readStatus(props)).toBe(sentence);
});
