import { expect, test } from 'vitest';
import { offerRetry, writeRefusalPage } from './refusal-page.ts';

const listWays = (path: string): string[] =>
  [
    ...writeRefusalPage({ message: 'No.', ...offerRetry('GET', { isBegun: true }) }, path).matchAll(
      /href="([^"]*)"/g,
    ),
  ].map(([, href = '']) => href);

test('the way home leads to the back office from its own pages, and to the site from all others', () => {
  for (const path of ['/admin', '/admin?x=1', '/admin/reports/1/edit'])
    expect(listWays(path)).toEqual(['', '/admin']);
  for (const path of ['/', '/administration', '/reports?next=/admin'])
    expect(listWays(path)).toEqual(['', '/']);
});

test('a posted form is told from a read, and what may have been saved from what was not', () => {
  const page = (isBegun: boolean): string =>
    writeRefusalPage({ message: 'No.', ...offerRetry('POST', { isBegun }) }, '/admin/authors/1');
  expect(page(false)).toContain('Nothing was saved. Reload this page to send the form again');
  expect(page(true)).toContain('It is not certain whether the form was saved.');
  for (const isBegun of [true, false]) expect(page(isBegun)).not.toContain('Try again');
});
