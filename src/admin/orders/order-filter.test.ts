import { expect, test } from 'vitest';
import { readAmount } from './order-filter.ts';

test.each([
  ['12', 1200],
  ['12.5', 1250],
  ['12.50', 1250],
  ['12,50', 1250],
  ['12,5', 1250],
  [' 1,250.50 ', 125_050],
  ['1,250', 125_000],
  ['1,234,567.89', 123_456_789],
])('%s is an amount as people write it', (text, cents) => {
  expect(readAmount(text, 'USD')).toBe(cents);
});

test.each([
  '',
  'ten',
  '1,25,0',
  '12,500.5.1',
  '1.250,50',
  '12,5000',
  ',50',
  '1.234',
  '-5',
  '1 250',
])('“%s” is no amount, and is not guessed', (text) => {
  expect(readAmount(text, 'USD')).toBeNaN();
});

test('an amount of a currency without decimals has none', () => {
  expect(readAmount('1,250', 'JPY')).toBe(1250);
  expect(readAmount('12,50', 'JPY')).toBeNaN();
});
