import { expect, test } from 'vitest';
import { spellNumber } from './number-words.model.ts';

test('numbers are words up to ninety-nine, and digits from there', () => {
  expect([0, 1, 13, 20, 30, 42, 99].map(spellNumber)).toEqual([
    'zero',
    'one',
    'thirteen',
    'twenty',
    'thirty',
    'forty-two',
    'ninety-nine',
  ]);
  expect([100, 384, 1.5].map(spellNumber)).toEqual(['100', '384', '1.5']);
});
