import createBidi from 'bidi-js';

const bidi = createBidi();

/**
 * The words and spaces of a line from left to right, by Unicode's bidirectional algorithm (UAX 9); the
 * letters of a word are the font's matter. A word of both directions stands where it begins.
 */
export function orderVisually<T extends { readonly text: string }>(
  line: readonly T[],
  isBaseRightToLeft: boolean,
): T[] {
  const text = line.map((part) => part.text).join('');
  const levels = bidi.getEmbeddingLevels(text, isBaseRightToLeft ? 'rtl' : 'ltr');
  const owners = line.flatMap((part) => Array.from(part.text.split(''), () => part));
  const shown = bidi.getReorderedIndices(text, levels).flatMap((index) => owners[index] ?? []);
  return [...new Set(shown)];
}
