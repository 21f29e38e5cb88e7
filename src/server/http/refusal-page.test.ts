import { expect, test } from 'vitest';
import { offerRetry, writeRefusalPage } from './refusal-page.ts';

const listWays = (path: string): string[] =>
  [
    ...writeRefusalPage({ message: 'No.', ...offerRetry('GET') }, path).matchAll(/href="([^"]*)"/g),
  ].map(([, href = '']) => href);

test('the way home leads to the back office from its own pages, and to the site from all others', () => {
  for (const path of ['/admin', '/admin?x=1', '/admin/reports/1/edit'])
    expect(listWays(path)).toEqual(['', '/admin']);
  for (const path of ['/', '/administration', '/reports?next=/admin'])
    expect(listWays(path)).toEqual(['', '/']);
});
