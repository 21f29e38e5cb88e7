/** Sets text that may hold letters of several alphabets: each run in the subset of the font that has its letters. */
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';

const require = createRequire(import.meta.url);
const ranges = JSON.parse(readFileSync(require.resolve('@fontsource/inter/unicode.json'), 'utf8')) as Readonly<Record<string, string>>;
const order = ['latin', 'latin-ext', 'cyrillic', 'greek', 'vietnamese', 'cyrillic-ext', 'greek-ext'] as const;
export type Subset = (typeof order)[number];

const spans = order.map((name) => [name, (ranges[name] ?? '').split(',').map((range) => {
  const [from = '', to = from] = range.replace('U+', '').split('-');
  return [Number.parseInt(from, 16), Number.parseInt(to, 16)] as const;
})] as const);

const subsetOf = (point: number): Subset | undefined => spans.find(([, all]) => all.some(([from, to]) => point >= from && point <= to))?.[0];

/** Runs of text by the subset that has their letters. A letter that no subset has is written as its code point: never a lost box. */
export function runsOf(text: string): { subset: Subset; text: string }[] {
  const runs: { subset: Subset; text: string }[] = [];
  for (const letter of text.normalize('NFC').replaceAll(/[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2066-\u2069]/g, ' ')) {
    const point = letter.codePointAt(0) ?? 0;
    const found = subsetOf(point);
    const [subset, shown] = found ? [found, letter] : ['latin' as const, `[U+${point.toString(16).toUpperCase()}]`];
    const last = runs.at(-1);
    if (last?.subset === subset || (last && letter === ' ')) last.text += shown;
    else runs.push({ subset, text: shown });
  }
  return runs;
}

/** The font file of a subset. */
export const subsetFile = (subset: Subset, bold: boolean): Buffer => readFileSync(require.resolve(`@fontsource/inter/files/inter-${subset}-${bold ? 600 : 400}-normal.woff`));
