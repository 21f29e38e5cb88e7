import { splitForLines } from './line-breaks.model.ts';

/** Hundredths of an em of Inter SemiBold for the characters from the space to "~". */
const advances = (
  '25 32 52 64 65 100 66 33 37 37 54 67 32 47 32 38 66 66 62 64 67 61 64 58 64 64 32 33 67 67 67 ' +
  '54 100 73 66 74 72 61 59 75 75 28 58 70 57 92 76 77 65 77 65 65 66 74 73 102 72 71 65 37 38 37 ' +
  '48 47 35 57 62 58 62 59 39 63 61 26 26 57 26 90 61 61 62 62 40 55 35 61 59 84 57 59 57 45 36 45 67'
)
  .split(' ')
  .map(Number);
const otherAdvance = 70;
/** East Asian characters are as wide as they are high. */
const wide =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\uff00-\uff60\u{20000}-\u{3fffd}]/u;
const wideAdvance = 100;

/** How wide a text of Inter is at most, in the unit of its size; the bold face is the wider one. */
export function measureText(text: string, size: number): number {
  let hundredths = 0;
  for (const character of text)
    hundredths += advances[(character.codePointAt(0) ?? 0) - 32] ?? measureOther(character);
  return (hundredths * size) / 100;
}

function measureOther(character: string): number {
  if (/\p{Mn}/u.test(character)) return 0;
  return wide.test(character) ? wideAdvance : otherAdvance;
}

/** A text in lines of at most `maxWidth`, broken between words; a longer word has its own line. */
export function wrapText(text: string, size: number, maxWidth: number): string[] {
  const lines: string[] = [];
  for (const part of splitForLines(text)) {
    const longer = (lines.at(-1) ?? '') + part;
    const fits = lines.length > 0 && measureText(longer.trimEnd(), size) <= maxWidth;
    if (fits) lines[lines.length - 1] = longer;
    else lines.push(part);
  }
  return lines.map((line) => line.trimEnd());
}
