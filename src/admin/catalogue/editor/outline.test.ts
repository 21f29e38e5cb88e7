import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  countBlock,
  flattenContents,
  formatOutline,
  indent,
  limitLevels,
  moveDown,
  moveEntry,
  moveUp,
  nestOutline,
  outdent,
  parseOutline,
  type Moved,
} from './outline.ts';

const lines = parseOutline('A\n\tB\n\t\tC\n\tD\nE');
const show = (moved: Moved | undefined): unknown =>
  moved && [formatOutline(moved.lines).replaceAll('\t', '>').split('\n').join(' '), moved.index];

test('an entry is moved with all below it', () => {
  expect(show(indent(lines, 4))).toEqual(['A >B >>C >D >E', 4]);
  expect(show(indent(lines, 0))).toBeUndefined();
  expect(show(outdent(lines, 1))).toEqual(['A B >C >D E', 1]);
  expect(show(moveUp(lines, 3))).toEqual(['A >D >B >>C E', 1]);
  expect(show(moveUp(lines, 1))).toEqual(['B >C A >D E', 0]);
  expect(show(moveUp(lines, 0))).toBeUndefined();
  expect(show(moveDown(lines, 1))).toEqual(['A >D >B >>C E', 2]);
  expect(show(moveDown(lines, 0))).toEqual(['E A >B >>C >D', 1]);
  expect(show(moveDown(lines, 3))).toEqual(['A >B >>C D E', 3]);
  expect(show(moveDown(lines, 4))).toBeUndefined();
});

test('an entry is dropped anywhere, on the nearest level that there is', () => {
  expect(show(moveEntry(lines, 1, { to: 5, level: 0 }))).toEqual(['A >D E B >C', 3]);
  expect(show(moveEntry(lines, 4, { to: 2, level: 7 }))).toEqual(['A >B >>E >>C >D', 2]);
  expect(show(moveEntry(lines, 1, { to: 2, level: 1 }))).toBeUndefined();
});

const outline = fc
  .array(fc.record({ title: fc.stringMatching(/^[a-z]{1,5}$/), level: fc.nat(6) }))
  .map((given) => limitLevels(given));

test('no move loses an entry, or leaves a gap between levels', () => {
  const moves = [indent, outdent, moveUp, moveDown];
  fc.assert(
    fc.property(outline, fc.nat(20), fc.nat(3), (given, index, which) => {
      const moved = moves[which]?.(given, index);
      if (!moved) return;
      const titles = (all: typeof given) => all.map(({ title }) => title).toSorted();
      expect(titles(moved.lines)).toEqual(titles(given));
      expect(limitLevels(moved.lines)).toEqual(moved.lines);
      expect(moved.lines[moved.index]?.title).toBe(given[index]?.title);
      expect(countBlock(moved.lines, moved.index)).toBeGreaterThanOrEqual(1);
    }),
  );
});

test('lines, text and tree say the same', () => {
  fc.assert(
    fc.property(outline, (given) => {
      expect(parseOutline(formatOutline(given))).toEqual(given);
      expect(flattenContents(nestOutline(given))).toEqual(given);
    }),
  );
});
