import { expect, test } from 'vitest';
import { readWrittenDay } from './written-values.model.ts';

test.each([
  '2026-11-05',
  '2026/11/5',
  '2026-11-05T00:00:00',
  '05.11.2026',
  '5. 11. 2026',
  '5 November 2026',
  '5. November 2026',
  '5-Nov-2026',
  'Nov 5, 2026',
  'November 5th 2026',
])('the day %s is 5 November 2026', (text) => {
  expect(readWrittenDay(text)).toBe('2026-11-05');
});

test('with slashes a day is read where only one number can be the month', () => {
  expect(readWrittenDay('22/11/2026')).toBe('2026-11-22');
  expect(readWrittenDay('11/22/2026')).toBe('2026-11-22');
  expect(readWrittenDay('11/11/2026')).toBe('2026-11-11');
  expect(readWrittenDay('03/05/2026')).toBeUndefined();
});

test.each(['', '31.02.2026', '2026-13-01', '5.11.26', 'soon', '12/2026', 'Smarch 3, 2026'])(
  '%j is no day',
  (text) => {
    expect(readWrittenDay(text)).toBeUndefined();
  },
);
