/** Sets text that may hold letters of several alphabets: each run in the subset of the font that has its letters. */
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { inflateSync } from 'node:zlib';

const require = createRequire(import.meta.url);
const order = ['latin', 'latin-ext', 'cyrillic', 'greek', 'vietnamese', 'cyrillic-ext', 'greek-ext'] as const;
export type Subset = (typeof order)[number];

/** The font file of a subset. */
export const subsetFile = (subset: Subset, bold: boolean): Buffer => readFileSync(require.resolve(`@fontsource/inter/files/inter-${subset}-${bold ? 600 : 400}-normal.woff`));

// The package's unicode.json claims hundreds of letters that its files lack, so the files themselves are asked.
const known = new Map<Subset, ReadonlySet<number>>();
function lettersOf(subset: Subset): ReadonlySet<number> {
  const letters = known.get(subset) ?? mapped(table(subsetFile(subset, false), 'cmap'));
  known.set(subset, letters);
  return letters;
}

/** A table of a WOFF file, unpacked. */
function table(woff: Buffer, tag: string): Buffer {
  for (let at = 44; at < 44 + 20 * woff.readUInt16BE(12); at += 20) {
    if (woff.toString('latin1', at, at + 4) !== tag) continue;
    const [from, packed, whole] = [woff.readUInt32BE(at + 4), woff.readUInt32BE(at + 8), woff.readUInt32BE(at + 12)];
    const bytes = woff.subarray(from, from + packed);
    return packed < whole ? inflateSync(bytes) : bytes;
  }
  throw new Error(`The font has no table ${tag}`);
}

/** The code points that a `cmap` leads to a glyph, from its subtable of format 4 (the Basic Multilingual Plane). */
function mapped(cmap: Buffer): ReadonlySet<number> {
  const starts = Array.from({ length: cmap.readUInt16BE(2) }, (_, i) => cmap.readUInt32BE(8 + 8 * i));
  const base = starts.find((start) => cmap.readUInt16BE(start) === 4);
  if (base === undefined) throw new Error('The font has no character map of format 4');
  const all = new Set<number>();
  const bytes = cmap.readUInt16BE(base + 6);
  for (let at = base + 14; at < base + 14 + bytes; at += 2) {
    const [last, first, delta, offset] = [cmap.readUInt16BE(at), cmap.readUInt16BE(at + bytes + 2), cmap.readUInt16BE(at + 2 * bytes + 2), cmap.readUInt16BE(at + 3 * bytes + 2)];
    for (let point = first; point <= last && point < 0xffff; point++) {
      const glyph = offset === 0 ? (point + delta) & 0xffff : cmap.readUInt16BE(at + 3 * bytes + 2 + offset + 2 * (point - first));
      if (glyph !== 0) all.add(point);
    }
  }
  return all;
}

/** What has no shape goes; spaces and hyphens that differ only in width become those that every font has. */
const plain = (text: string): string => text.normalize('NFC').replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '').replaceAll(/[\p{Cc}\p{Z}]/gu, ' ')
  .replaceAll(/[\u2010\u2011]/g, '-').replaceAll('\u2012', '\u2013').replaceAll('\u2015', '\u2014');

// The widest letter is 1.00 em in `latin` and 1.39 em elsewhere: so many fit a column of 210 points at 10 points.
const longest = (subset: Subset): number => (subset === 'latin' ? 20 : 15);

/**
 * Runs of text by the subset that has their letters. A letter that no subset has is written as its code point, in a run of its own: never a
 * lost box. A run may be broken at its spaces and ends only, so that an endless word is given in pieces.
 */
export function runsOf(text: string): { subset: Subset; text: string }[] {
  const runs: { subset: Subset; text: string }[] = [];
  // Letters since the last space of the last run; endless after a code point, which nothing joins but a space.
  let grown = 0;
  for (const letter of plain(text)) {
    const point = letter.codePointAt(0) ?? 0;
    const last = runs.at(-1);
    const subset = order.find((name) => lettersOf(name).has(point));
    if (last && letter === ' ') {
      last.text += letter;
      grown = 0;
    } else if (last && last.subset === subset && grown < longest(subset)) {
      last.text += letter;
      grown++;
    } else {
      runs.push(subset ? { subset, text: letter } : { subset: 'latin', text: `[U+${point.toString(16).toUpperCase()}]` });
      grown = subset ? 1 : Infinity;
    }
  }
  return runs;
}
