import { expect, test } from 'vitest';
import { describePage, formatReportCount } from './list-paging.tsx';

test('a list that was not counted to its end says that there may be more', () => {
  expect(formatReportCount({ total: 10_000, isAtLeast: true })).toBe('10,000+ reports');
  expect(formatReportCount({ total: 1 })).toBe('1 report');
  const page = { items: Array.from({ length: 12 }, () => ({})), pageNumber: 2, pageCount: 833 };
  expect(describePage({ ...page, total: 10_000, isAtLeast: true })).toBe(
    ' Reports 13–24 of 10,000+.',
  );
  expect(describePage({ ...page, total: 384 })).toBe(' Reports 13–24 of 384.');
});
