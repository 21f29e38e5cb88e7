import { expect, test } from 'vitest';
import { splitAtMatches } from './match-reason.model.ts';

const marked = (text: string, words: string) =>
  splitAtMatches(text, words)
    .map(({ text: part, isMatch }) => (isMatch ? `[${part}]` : part))
    .join('');

test('matches are marked in any case and in singular and plural', () => {
  expect(marked('U.S. Storage Batteries Market', 'battery')).toBe(
    'U.S. Storage [Batter]ies Market',
  );
  expect(marked('Lithium Market', 'LITHIUM market')).toBe('[Lithium Market]');
  expect(marked('Transport of sport goods', 'sport')).toBe('Tran[sport] of [sport] goods');
});

test('signs of a pattern are plain signs', () => {
  for (const words of ['(48 V)', 'a[b', 'AC/DC', '\\', '$', 'a - b', 'x{2}'])
    expect(marked('plain text', words)).toBe('plain text');
  expect(marked('cost (48 V)', '(48 V)')).toBe('cost [(48 V)]');
});
