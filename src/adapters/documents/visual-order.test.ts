import { expect, test } from 'vitest';
import { orderVisually } from './visual-order.ts';

/** Capitals are read from the right here, spaces and "…" from nowhere. */
const place = (text: string, isBaseRightToLeft: boolean): string =>
  orderVisually(
    text.split(/(?<= )|(?= )|(?=…)/).map((part) => ({
      part,
      isRightToLeft: /^[ …]$/.test(part)
        ? undefined
        : part === part.toUpperCase() && !/\d/.test(part),
    })),
    isBaseRightToLeft,
  )
    .map(({ part }) => part)
    .join('|');

test.each([
  ['one two', false, 'one| |two'],
  ['ONE TWO', true, 'TWO| |ONE'],
  ['ONE TWO…', true, '…|TWO| |ONE'],
  ['ONE two three FOUR', true, 'FOUR| |two| |three| |ONE'],
  ['ONE 2024 TWO', true, 'TWO| |2024| |ONE'],
  ['one TWO THREE four', false, 'one| |THREE| |TWO| |four'],
  ['one TWO', false, 'one| |TWO'],
])('"%s" on a line that is read from the right (%s) stands as %s', (text, base, expected) => {
  expect(place(text, base)).toBe(expected);
});
