/** A table of contents as lines with levels: how it is typed, pasted and moved. Pure. */
import type { ContentsEntry } from '#core/catalogue/reports/report-input.model.ts';

/** `level` is 0 for chapters; no line is more than one level below the line before it. */
export type OutlineLine = { readonly title: string; readonly level: number };
export type Outline = readonly OutlineLine[];

/** The lines after a move, and where the moved one is now. */
export type Moved = { readonly lines: Outline; readonly index: number };

const maxLevel = 9;

/** One entry a line, a tab or four spaces for each level. Blank lines are left out. */
export function parseOutline(text: string): Outline {
  const lines = text.replaceAll('    ', '\t').split('\n');
  return limitLevels(
    lines.flatMap((line) => {
      const title = line.trim();
      return title === '' ? [] : [{ title, level: /^\t*/.exec(line)?.[0].length ?? 0 }];
    }),
  );
}

export const formatOutline = (lines: Outline): string =>
  lines.map(({ title, level }) => '\t'.repeat(level) + title).join('\n');

type OpenEntry = { title: string; children?: OpenEntry[] };

/** The lines as a tree. */
export function nestOutline(lines: Outline): ContentsEntry[] {
  const root: OpenEntry[] = [];
  const path: OpenEntry[] = [];
  for (const { title, level } of lines) {
    path.length = level;
    const entry: OpenEntry = { title };
    const parent = path.at(-1);
    if (parent) (parent.children ??= []).push(entry);
    else root.push(entry);
    path.push(entry);
  }
  return root;
}

/** The tree as lines. */
export const flattenContents = (entries: readonly ContentsEntry[], level = 0): OutlineLine[] =>
  entries.flatMap(({ title, children = [] }) => [
    { title, level },
    ...flattenContents(children, level + 1),
  ]);

/** The same with no line more than one level below the one before it. */
export function limitLevels(lines: Outline): Outline {
  let before = -1;
  return lines.map((line) => {
    const level = Math.min(line.level, before + 1, maxLevel);
    before = level;
    return level === line.level ? line : { ...line, level };
  });
}

/** How many lines an entry is, with all below it. */
export function countBlock(lines: Outline, index: number): number {
  const level = lines[index]?.level ?? 0;
  const next = lines.findIndex((line, i) => i > index && line.level <= level);
  return (next === -1 ? lines.length : next) - index;
}

/**
 * The entry at `from` with all below it stands before line `to`, as near to `level` as there is
 * room. Undefined if nothing changes.
 */
export function moveEntry(
  lines: Outline,
  from: number,
  { to, level }: { readonly to: number; readonly level: number },
): Moved | undefined {
  const size = countBlock(lines, from);
  const block = lines.slice(from, from + size);
  const [first] = block;
  if (!first) return undefined;
  const rest = [...lines.slice(0, from), ...lines.slice(from + size)];
  const isInside = to >= from && to <= from + size;
  const index = isInside ? from : to - (to > from ? size : 0);
  const above = rest[index - 1];
  const next = Math.max(0, Math.min(level, above ? above.level + 1 : 0, maxLevel));
  if (index === from && next === first.level) return undefined;
  const moved = block.map((line) => ({ ...line, level: line.level + next - first.level }));
  const all = [...rest.slice(0, index), ...moved, ...rest.slice(index)];
  return { lines: limitLevels(all), index };
}

export const indent = (lines: Outline, index: number): Moved | undefined =>
  changeLevel(lines, index, 1);
export const outdent = (lines: Outline, index: number): Moved | undefined =>
  changeLevel(lines, index, -1);

const changeLevel = (lines: Outline, index: number, step: number): Moved | undefined =>
  moveEntry(lines, index, { to: index, level: (lines[index]?.level ?? 0) + step });

/** Before the entry above it on its level; the first one of a chapter goes before the chapter. */
export function moveUp(lines: Outline, index: number): Moved | undefined {
  const level = lines[index]?.level ?? 0;
  const to = lines.findLastIndex((line, i) => i < index && line.level <= level);
  const target = lines[to];
  return target && moveEntry(lines, index, { to, level: target.level });
}

/** Behind the entry below it on its level; the last one of a chapter goes behind the chapter. */
export function moveDown(lines: Outline, index: number): Moved | undefined {
  const next = index + countBlock(lines, index);
  const target = lines[next];
  if (target) {
    const level = lines[index]?.level ?? 0;
    const to = target.level === level ? next + countBlock(lines, next) : next;
    return moveEntry(lines, index, { to, level: target.level });
  }
  return outdent(lines, index);
}
