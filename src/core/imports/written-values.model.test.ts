import { expect, test } from 'vitest';
import { readWrittenAmount, readWrittenDay } from './written-values.model.ts';

test.each([
  ['3950', '3950'],
  ['3950,5', '3950.5'],
  ['$4,250', '4250'],
  ['4,250.00 USD', '4250.00'],
  ['USD 3.950,00', '3950.00'],
  ['3.950,-', '3950'],
  ["12'500", '12500'],
  ['1 234 567.89', '1234567.89'],
  ['1\u00a0250', '1250'],
])('the price %s is %s', (text, amount) => {
  expect(readWrittenAmount(text, 'USD')).toBe(amount);
});

test.each([
  '',
  'free',
  '€3,950',
  '3,95,0',
  '39,50.123',
  '3,950,00',
  '-5',
  '1.2.3',
  '12,34,567',
  '$',
])('the price %j is none that can be read in one way', (text) => {
  expect(readWrittenAmount(text, 'USD')).toBeUndefined();
});

test('a sign is understood that is the currency of the store', () => {
  expect(readWrittenAmount('€ 3.950', 'EUR')).toBe('3950');
  expect(readWrittenAmount('3 950 €', 'EUR')).toBe('3950');
  expect(readWrittenAmount('¥395,000', 'JPY')).toBe('395000');
  expect(readWrittenAmount('$3,950', 'EUR')).toBeUndefined();
});

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
