import { expect, test } from 'vitest';
import { dictionary } from './dictionary.data.ts';
import { findMeaning } from './dictionary.model.ts';
import { nameFormula } from './formulas.model.ts';
import { tokenize } from './normalize.model.ts';

const listHints = (words: string): string[] =>
  findMeaning(tokenize(words), 0)?.hints.map(({ text }) => text) ?? [];

test('a word, its plural and its British spelling have the meanings of the dictionary', () => {
  expect(listHints('janitors')).toContain('building');
  expect(listHints('Chewing gum prices')).toContain('confection');
  expect(listHints('tyre')).toEqual(listHints('tires'));
  expect(listHints('')).toEqual([]);
});

test('every word of the dictionary is found by a search through halves, and no other word', () => {
  const words = dictionary.split('\n').flatMap((line) => line.split('|')[0] || []);
  expect(words.length).toBeGreaterThan(40_000);
  const some = [words[0], words.at(-1), ...words.filter((_, place) => place % 500 === 0)];
  const missing = some.filter(
    (word) => !/'/.test(word ?? '') && !findMeaning(tokenize(word ?? ''), 0),
  );
  expect(missing).toEqual([]);
  for (const word of ['a', 'zzzz', 'mmmm', '0']) expect(listHints(word)).toEqual([]);
});

test('a formula is named by the compound, or by the elements that tell most, in small letters too', () => {
  expect(nameFormula('BaSO4')[0]).toBe('barite');
  expect(nameFormula('baso4')[0]).toBe('barite');
  expect(nameFormula('Li₂CO₃')[0]).toBe('lithium');
  expect(nameFormula('WO3')[0]).toBe('tungsten');
  expect(nameFormula('GaN')).toEqual(['gallium', 'nitrogen']);
  for (const word of ['Covid', 'COVID', 'Nice', 'toString', 'B2B', 'H1N1', '5G'])
    expect([word, nameFormula(word)]).toEqual([word, []]);
});
