/**
 * A table of contents between text and tree. Text that was pasted from Word or a PDF has levels by
 * numbering or by indents; ours is numbered: "2", "2.1", "2.1.1".
 */
import type { ContentsEntry } from '../catalogue/reports/report-input.model.ts';
import type { OutlineLine } from './html-reader.ts';

type OpenEntry = { title: string; children: OpenEntry[] };
type NumberedLine = { readonly parts: readonly number[]; readonly title: string; isBare: boolean };

const maxLevel = 10;
const tabWidth = 4;
/** Dots, a tab or a wide gap before a number at the end: a page of the printed report. */
const pageNumber = /(?:\s*(?:\.\s?){3,}\s*|\s*…+\s*|\t+\s*|\s{3,})(?:\d{1,4}|[ivxlc]{1,7})\s*$/i;
const bullet = /^[•●▪■‣◦○·*–—-]\s+/;
const numbering = /^(?:(?:chapter|section|part)\s+)?(\d{1,3}(?:\.\d{1,3})*)([.):]?)\s+(?=\S)/i;
const ownHeading = /^(?:table of )?contents:?$/i;

/** The tree of a text with one entry a line. */
export const parseContents = (text: string): ContentsEntry[] =>
  buildContents(text.split('\n').map((line) => ({ text: line })));

/** The tree of lines whose level is known, numbered, indented, or none of these. */
export function buildContents(given: readonly OutlineLine[]): ContentsEntry[] {
  const lines = given
    .map(({ text, level }) => ({
      level,
      indent: measureIndent(text),
      title: text.replace(pageNumber, '').replaceAll(/\s+/g, ' ').trim(),
    }))
    .map((line) => ({ ...line, title: line.title.replace(bullet, '') }))
    .filter(({ title }, index) => title !== '' && !(index === 0 && ownHeading.test(title)));
  const numbers = readNumbering(lines.map(({ title }) => title));
  const isNumbered = numbers.some((number) => number !== undefined);
  const levels = isNumbered
    ? levelsOfNumbers(numbers, lines)
    : levelsOfIndents(lines.map(({ level, indent }) => level ?? indent));
  return buildTree(
    lines.map(({ title }, index) => ({
      title: numbers[index]?.title ?? title,
      level: levels[index] ?? 1,
    })),
  );
}

/** Writes a tree so that `parseContents` reads it again. */
export const formatContents = (entries: readonly ContentsEntry[], above = ''): string =>
  entries
    .map(({ title, children }, index) => {
      const number = `${above}${index + 1}`;
      const line = `${number} ${title.replaceAll(/\s+/g, ' ').trim()}`;
      return children?.length ? `${line}\n${formatContents(children, `${number}.`)}` : line;
    })
    .join('\n');

function measureIndent(text: string): number {
  const white = /^\s*/.exec(text)?.[0] ?? '';
  return white.replaceAll('\t', ' '.repeat(tabWidth)).length;
}

/**
 * The number of each line, if the text is numbered at all: "5 largest companies" is a title
 * unless the fifth chapter is due there.
 */
function readNumbering(titles: readonly string[]): readonly (NumberedLine | undefined)[] {
  let path: readonly number[] = [];
  const numbers = titles.map((title) => {
    const number = readNumber(title);
    if (!number || (number.isBare && !isNext(path, number.parts))) return undefined;
    path = number.parts;
    return number;
  });
  const count = numbers.filter((number) => number !== undefined).length;
  const isNumbered = count === titles.length || (count >= 2 && count * 2 >= titles.length);
  return isNumbered ? numbers : numbers.map(() => undefined);
}

function readNumber(title: string): NumberedLine | undefined {
  const [whole, digits, sign] = numbering.exec(title) ?? [];
  if (whole === undefined || digits === undefined) return undefined;
  const parts = digits
    .replace(/(?:\.0+)+$/, '')
    .split('.')
    .map(Number);
  const isBare = sign === '' && parts.length === 1;
  return { parts, title: title.slice(whole.length), isBare };
}

/** True if the numbers go on without a gap: 1 or 0 first, then 2 after 1 or 1.3. */
const isNext = (path: readonly number[], [chapter = 0]: readonly number[]): boolean =>
  path.length === 0 ? chapter <= 1 : chapter === (path[0] ?? 0) + 1;

/** Lines without a number stand below the one before if they are indented, else on top. */
function levelsOfNumbers(
  numbers: readonly (NumberedLine | undefined)[],
  lines: readonly { readonly indent: number; readonly level: number | undefined }[],
): number[] {
  let last = { level: 0, indent: 0 };
  return numbers.map((number, index) => {
    const { indent = 0, level: given } = lines[index] ?? {};
    if (number) last = { level: number.parts.length, indent };
    else return given ?? (indent > last.indent ? last.level + 1 : 1);
    return last.level;
  });
}

/** Level 1 for the smallest indent; what is indented more than the line above is below it. */
function levelsOfIndents(indents: readonly number[]): number[] {
  const open: number[] = [];
  return indents.map((indent) => {
    while (open.length > 0 && (open.at(-1) ?? 0) >= indent) open.pop();
    open.push(indent);
    return open.length;
  });
}

function buildTree(
  lines: readonly { readonly title: string; readonly level: number }[],
): ContentsEntry[] {
  const root: OpenEntry = { title: '', children: [] };
  const path = [root];
  for (const { title, level } of lines) {
    const depth = Math.max(1, Math.min(level, path.length, maxLevel));
    path.length = depth;
    const entry: OpenEntry = { title, children: [] };
    path.at(-1)?.children.push(entry);
    path.push(entry);
  }
  return root.children.map(finishEntry);
}

const finishEntry = ({ title, children }: OpenEntry): ContentsEntry => ({
  title,
  ...(children.length > 0 ? { children: children.map(finishEntry) } : {}),
});
