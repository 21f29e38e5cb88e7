/** What differs between two versions of a report's series, rankings and sources. Pure. */
import { toDataTexts } from './data-texts.ts';
import { readLines, readRowTexts } from './texts.ts';

const kinds = ['series', 'rankings', 'sources'] as const;

/** What the form calls controls whose names are not words. */
const labels: Readonly<Record<string, string>> = {
  points: 'values',
  rows: 'values',
  estimatedFrom: 'estimated from',
  projectedFrom: 'projected from',
  spanYears: 'years between',
  url: 'address',
};

type Row = Readonly<Record<string, string>>;
type Pair = { readonly mine: string; readonly theirs: string };

/**
 * Each as lines of "World production, values: 2021 5", with only what differs. Rows are paired by
 * id. What one of them lacks is "none"; the same in another order is said to be so.
 */
export function compareData(mine: unknown, theirs: unknown): Pair {
  const [ours, others] = [toDataTexts(mine), toDataTexts(theirs)];
  const key = comparePart('Key', ours['data.key'], others['data.key']);
  const rows = kinds.flatMap((kind) =>
    compareRows(readRowTexts(ours, `data.${kind}`), readRowTexts(others, `data.${kind}`)),
  );
  const pairs = [...key, ...rows];
  if (pairs.length === 0) return { mine: 'The same, in this order', theirs: 'In another order' };
  return {
    mine: pairs.map((pair) => pair.mine).join('\n'),
    theirs: pairs.map((pair) => pair.theirs).join('\n'),
  };
}

function compareRows(mine: readonly Row[], theirs: readonly Row[]): Pair[] {
  const ids = new Set([...mine, ...theirs].map((row) => row['id']));
  return [...ids].flatMap((id) => {
    const ours = mine.find((row) => row['id'] === id);
    const others = theirs.find((row) => row['id'] === id);
    const name = ours?.['label'] ?? ours?.['name'] ?? others?.['label'] ?? others?.['name'] ?? '';
    const title = name || String(id);
    if (!ours) return [{ mine: `${title}: none`, theirs: `${title}: there` }];
    if (!others) return [{ mine: `${title}: there`, theirs: `${title}: none` }];
    const parts = new Set([...Object.keys(ours), ...Object.keys(others)]);
    return [...parts].flatMap((part) =>
      comparePart(`${title}, ${labels[part] ?? part}`, ours[part], others[part]),
    );
  });
}

function comparePart(name: string, mine = '', theirs = ''): Pair[] {
  if (mine === theirs) return [];
  const [ours, others] = [readLines(mine), readLines(theirs)];
  const show = (lines: readonly string[], other: readonly string[]): string => {
    const only = lines.filter((line) => !other.includes(line));
    return `${name}: ${only.join('; ').replaceAll('\t', ' ') || 'none'}`;
  };
  const pair = { mine: show(ours, others), theirs: show(others, ours) };
  return pair.mine === pair.theirs ? [] : [pair];
}
