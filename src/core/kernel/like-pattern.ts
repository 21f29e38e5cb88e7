/** The text for a pattern of LIKE, in which its own signs stand for themselves. */
export const escapeLike = (text: string): string => text.replaceAll(/[\\%_]/g, String.raw`\$&`);

/** A pattern of LIKE or ILIKE for texts that contain this one. */
export const containsPattern = (text: string): string => `%${escapeLike(text)}%`;

/** An index of trigrams finds no shorter part of a word. */
const minPartLength = 3;

/**
 * Patterns, of which a text that has the words fits one. Of one or two letters, a text with a word
 * that begins with them: no index finds them inside of words.
 */
export function listWordPatterns(words: string): string[] {
  if (words.length >= minPartLength) return [containsPattern(words)];
  const start = escapeLike(words);
  return [`${start}%`, `% ${start}%`];
}
