import { expect, test } from 'vitest';
import { orderVisually } from './visual-order.ts';

/** Capitals of the table are Hebrew letters; what is placed is shown as it was written. */
function place(text: string, isBaseRightToLeft: boolean): string {
  const toHebrew = (part: string): string =>
    part.replaceAll(/[A-Z]/g, (letter) => String.fromCharCode(0x5d0 + letter.charCodeAt(0) - 65));
  const parts = text
    .split(/(?<= )|(?= )|(?=…)/)
    .map((part) => ({ written: part, text: toHebrew(part) }));
  return orderVisually(parts, isBaseRightToLeft)
    .map(({ written }) => written)
    .join('|');
}

test.each([
  ['one two', false, 'one| |two'],
  ['ONE TWO', true, 'TWO| |ONE'],
  ['ONE TWO…', true, '…|TWO| |ONE'],
  ['ONE two three FOUR', true, 'FOUR| |two| |three| |ONE'],
  ['ONE 2024 TWO', true, 'TWO| |2024| |ONE'],
  ['one TWO THREE four', false, 'one| |THREE| |TWO| |four'],
  ['one TWO', false, 'one| |TWO'],
  // Two numbers between words read from the right are read from the right as well (UAX 9, W and I).
  ['one TWO 20 30 four', false, 'one| |30| |20| |TWO| |four'],
  ['ONE USD 5 TWO', true, 'TWO| |5| |USD| |ONE'],
])('"%s" on a line that is read from the right (%s) stands as %s', (text, base, expected) => {
  expect(place(text, base)).toBe(expected);
});
