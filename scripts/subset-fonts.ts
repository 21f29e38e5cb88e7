/**
 * Cuts the page's fonts down to what pages use: `.fonts/` holds them before a build and before the
 * development server starts. Settled here are the characters and the axes; site.css says which file
 * is used when.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import subsetFont from 'subset-font';
import type { Plugin } from 'vite';

const fontsFolder = '.fonts';
const inter = '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2';
const serif = '@fontsource-variable/source-serif-4/files/source-serif-4-latin-opsz-normal.woff2';

const listCharacters = (first: number, last: number): string =>
  Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)).join(
    '',
  );
/** The first view of a page in English. The same ranges are in site.css. */
const everyPage = `${listCharacters(0x20, 0x7e)}\u{a0}©°·×–—‘’“”…−`;
/** Running text in the serif, in quotations. */
const quotations = `${listCharacters(0x41, 0x5a)}${listCharacters(0x61, 0x7a)}0123456789 .,;:!?'()-–—‘’“”…%$&/\u{a0}`;
/** The other letters of western Europe, and their signs. */
const otherLatin = `${listCharacters(0xa1, 0xff)}ıŒœˆ˚˜†‡•‰‹›€™`;
/** Signs of programs. Without them the first file fits into the first ten packets of a line. */
const rareSigns = '<>[\\]^`{|}~';
const interFirst = Array.from(everyPage)
  .filter((sign) => !rareSigns.includes(sign))
  .join('');

/** Kerning, tabular figures, and what accents need. */
const keepFeatures = ['kern', 'tnum', 'ccmp', 'locl', 'mark'];
const interWeights = { wght: { min: 400, max: 600 } };
/** Titles are set between 20 and 54 px: one optical size for all of them. */
const serifSize = { opsz: 32 };

const subsets = [
  ['inter-first.woff2', inter, interFirst, interWeights],
  ['inter-latin.woff2', inter, rareSigns + otherLatin, interWeights],
  ['serif-600-first.woff2', serif, everyPage, { wght: 600, ...serifSize }],
  ['serif-400-first.woff2', serif, quotations, { wght: 400, ...serifSize }],
  [
    'serif-latin.woff2',
    serif,
    everyPage + otherLatin,
    { wght: { min: 400, max: 600 }, ...serifSize },
  ],
] as const;

async function writeSubsets(): Promise<void> {
  mkdirSync(fontsFolder, { recursive: true });
  await Promise.all(
    subsets.map(async ([name, source, characters, variationAxes]) => {
      const original = readFileSync(path.join('node_modules', source));
      const options = { targetFormat: 'woff2', variationAxes, keepFeatures } as const;
      const subset = await subsetFont(original, characters, options);
      writeFileSync(path.join(fontsFolder, name), subset);
    }),
  );
}

/** The plugin of Vite that writes the fonts, once for all environments of a build. */
export function subsetFonts(): Plugin {
  let written: Promise<void> | undefined;
  return { name: 'subset-fonts', buildStart: () => (written ??= writeSubsets()) };
}
