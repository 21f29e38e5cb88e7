import { expect, test } from 'vitest';
import {
  formatExactMoney,
  formatMoney,
  parseAmount,
  toDecimalString,
  toUnits,
} from './money.model.ts';

test.each([
  ['USD', 400_000, '$4,000', '$4,000.00', '4000.00', 4000],
  ['USD', 400_050, '$4,000.50', '$4,000.50', '4000.50', 4000.5],
  ['EUR', 119_000, '€1,190', '€1,190.00', '1190.00', 1190],
  ['GBP', 9, '£0.09', '£0.09', '0.09', 0.09],
  ['INR', 9_900_000, '₹99,000', '₹99,000.00', '99000.00', 99_000],
  ['JPY', 400_000, '¥400,000', '¥400,000', '400000', 400_000],
])('amounts of %s are written with its decimals', (...row) => {
  const [currency, cents, shown, exact, sent, units] = row;
  expect(formatMoney(cents, currency)).toBe(shown);
  expect(formatExactMoney(cents, currency)).toBe(exact);
  expect(toDecimalString(cents, currency)).toBe(sent);
  expect(toUnits(cents, currency)).toBe(units);
  expect(parseAmount(sent, currency)).toBe(cents);
});

test('an amount is read with the decimals of its currency, and with no more', () => {
  expect(parseAmount('4000', 'USD')).toBe(400_000);
  expect(parseAmount('4000.5', 'USD')).toBe(400_050);
  expect(parseAmount('4000.00', 'JPY')).toBe(4000);
  expect(parseAmount('4000.50', 'JPY')).toBeNaN();
  expect(parseAmount('4000.505', 'USD')).toBeNaN();
});
