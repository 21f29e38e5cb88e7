import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../../test/support/test-app.ts';
import { normalizeSearchWords } from './search-words.model.ts';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await openTestApp();
});
afterAll(() => testApp?.close());

const search = async (words: string) => {
  const { catalogue, content } = testApp.app;
  await catalogue.searchReports({ words, sort: 'newest', page: 1 });
  await catalogue.suggest(words);
  await content.searchServices(words);
};

test('words keep their letters, and a run of signs is its first sign', () => {
  expect(normalizeSearchWords('  electric   vehicles ')).toBe('electric vehicles');
  expect(normalizeSearchWords('on-board AC/DC (48 V)')).toBe('on-board AC/DC (48 V)');
  expect(normalizeSearchWords(`a ${'-'.repeat(50)} b`)).toBe('a - b');
  expect(normalizeSearchWords('- - -"-" c')).toBe('- c');
});

test('A-44 words of nothing but signs, halves of characters and operators find or find nothing', async () => {
  for (const sign of [
    '-',
    '"',
    '- ',
    '-"',
    '"-',
    '-a',
    '-a ',
    ' or ',
    '(',
    '!',
    '&',
    '%',
    '\ud800',
  ])
    await search(sign.repeat(200));
  const signs = Array.from('-"\' ()|&!:*<>\\%_./aé😀\0');
  const hostile = fc.constantFrom(...signs, '\ud800', ' or ', ' -', '-"');
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: hostile, maxLength: 250, size: 'max' }), search),
    { numRuns: 60 },
  );
});
