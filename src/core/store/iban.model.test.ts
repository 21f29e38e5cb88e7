import { expect, test } from 'vitest';
import { isMistypedIban } from './iban.model.ts';

test.each([
  ['DE02120300000000202051', false],
  ['de89 3704 0044 0532 0130 00', false],
  ['GB82 WEST 1234 5698 7654 32', false],
  ['DE03120300000000202051', true],
  ['DE02120300000000202015', true],
  ['GB82 WEST 1234 5698 7654 23', true],
  // Account numbers of other forms.
  ['000123456789', false],
  ['JP00 0000', false],
  ['', false],
])('"%s" is a mistyped IBAN: %s', (text, isWrong) => {
  expect(isMistypedIban(text)).toBe(isWrong);
});
