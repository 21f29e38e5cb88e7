/** The one rule of texts that stand on one line. Pure, safe in the browser. */

/** Characters that are no part of a line: breaks of one, and both sets of control characters. */
const control = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;
/** They turn whatever follows them, also behind the text. Letters of a script need none. */
const turning = /[\u202a-\u202e\u2066-\u2069]/;
/**
 * Invisible characters: they say nothing at the ends of a text. Within one, marks and joiners
 * belong to what is written in Arabic, Hebrew or Persian.
 */
const unseen = /[\s\u061c\u200b\u200e\u200f\u2060\u202a-\u202e\u2066-\u2069\ufeff]/;

export const lineRules: readonly (readonly [isBroken: (text: string) => boolean, words: string])[] =
  [
    [(text) => control.test(text), 'Please leave out line breaks and control characters.'],
    [
      (text) => turning.test(text),
      'Please leave out the invisible marks that turn the direction of the text: type it again.',
    ],
  ];

/** Returns the error of a text that is not one line; undefined for one that is. */
export const findLineFault = (text: string): string | undefined =>
  lineRules.find(([isBroken]) => isBroken(text))?.[1];

/** The text without what nobody sees at its ends. */
export function trimLine(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && unseen.test(text.charAt(start))) start++;
  while (end > start && unseen.test(text.charAt(end - 1))) end--;
  return text.slice(start, end);
}
