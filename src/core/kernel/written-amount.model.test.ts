import { expect, test } from 'vitest';
import { readAmount, readWrittenAmount } from './written-amount.model.ts';

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
  ['12', 1200],
  ['12.5', 1250],
  ['12.50', 1250],
  ['12,50', 1250],
  ['12,5', 1250],
  [' 1,250.50 ', 125_050],
  ['1,250', 125_000],
  ['1,234,567.89', 123_456_789],
  ['1.250,50', 125_050],
  ['1 250', 125_000],
  ['$1,250', 125_000],
])('%s is an amount as people write it', (text, cents) => {
  expect(readAmount(text, 'USD')).toBe(cents);
});

test.each(['', 'ten', '1,25,0', '12,500.5.1', '12,5000', ',50', '1.234', '-5', '1.250'])(
  '“%s” is no amount, and is not guessed',
  (text) => {
    expect(readAmount(text, 'USD')).toBeNaN();
  },
);

test('an amount of a currency without decimals has none', () => {
  expect(readAmount('1,250', 'JPY')).toBe(1250);
  expect(readAmount('12,50', 'JPY')).toBeNaN();
});
