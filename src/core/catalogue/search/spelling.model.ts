/** Spellings: British and American ones of a word, and words that are an error away. Pure. */

/** Parts of words, wherever they stand, as the United States spell them. */
const americanParts: readonly (readonly [RegExp, string])[] = [
  [
    /(col|lab|od|vap|flav|arm|tum|behavi|harb|neighb|hon|hum|rum|vig|fav|parl|sav|end|val|cand|glam)our/g,
    '$1or',
  ],
  [/(fib|cent|theat|lit|cal?ib|lust|spect|somb|meag|goit|och|sabot)re/g, '$1er'],
  [/(?<=met|millimet|kilomet)re(?=s?$)/g, 'er'],
  [/aluminium/g, 'aluminum'],
  [/sulph/g, 'sulf'],
  [/^tyre/g, 'tire'],
  [/mould/g, 'mold'],
  [/plough/g, 'plow'],
  [/draught/g, 'draft'],
  [/jeweller/g, 'jeweler'],
  [/jewelery/g, 'jewelry'],
  [/^aeroplane/g, 'airplane'],
  [/programme/g, 'program'],
  [/(catal|anal|dial|monol)ogue/g, '$1og'],
  [/(def|off|lic|pret)ence/g, '$1ense'],
  [/^grey/g, 'gray'],
  [/yogh?ourt|yoghurt/g, 'yogurt'],
  [/whisky|whiskies/g, 'whiskey'],
  [/^kerb/g, 'curb'],
  [/cheque/g, 'check'],
  [/carburett/g, 'carburet'],
  [/pyjama/g, 'pajama'],
  [/artefact/g, 'artifact'],
  [/manoeuv(?:re|er)/g, 'maneuver'],
  [/^oe(?=s|d|no)/g, 'e'],
  [/foet/g, 'fet'],
  [/rrhoea/g, 'rrhea'],
  [/(?<=[dhnmpcktlr])ae(?=[mnsdtrc])|^ae(?=st|ti)/g, 'e'],
  [/ageing/g, 'aging'],
];

const doubledL =
  /(travel|model|label|fuel|level|cancel|channel|tunnel|panel|signal|enamel|counsel|total|barrel|funnel|parcel|pencil|shovel|chisel)l(?=ed$|ing$|ers?$)/;

const americanEndings: readonly (readonly [RegExp, string])[] = [
  [/(?<=.{2})is(?=e$|ed$|es$|er$|ers$|ing$|ation$|ations$|ational$)/, 'iz'],
  [/(?<=.{2})ys(?=e$|ed$|er$|ers$|ing$)/, 'yz'],
  [doubledL, '$1'],
];

/** One spelling of a word in lower case, the American one, also where no dictionary has it. */
export const toAmericanSpelling = (word: string): string =>
  americanEndings.reduce(
    (text, [pattern, replacement]) => text.replace(pattern, replacement),
    americanParts.reduce(
      (text, [pattern, replacement]) => text.replace(pattern, replacement),
      word,
    ),
  );

/** Plurals that the stemmer does not know. */
export const irregularSingulars: Readonly<Record<string, string>> = {
  gases: 'gas',
  gasses: 'gas',
  buses: 'bus',
  knives: 'knife',
  leaves: 'leaf',
  shelves: 'shelf',
  halves: 'half',
  calves: 'calf',
  loaves: 'loaf',
  wolves: 'wolf',
  teeth: 'tooth',
  feet: 'foot',
  mice: 'mouse',
  geese: 'goose',
  men: 'man',
  women: 'woman',
  children: 'child',
  criteria: 'criterion',
  matrices: 'matrix',
  indices: 'index',
  fungi: 'fungus',
  nuclei: 'nucleus',
  bacterium: 'bacteria',
  alumni: 'alumnus',
  diagnoses: 'diagnosis',
  prostheses: 'prosthesis',
  usa: 'us',
  tomatoes: 'tomato',
  potatoes: 'potato',
  mangoes: 'mango',
  lice: 'louse',
  dice: 'die',
  data: 'data',
};

/** A rough singular in lower case: "battery" of "batteries", "box" of "boxes", "tv" of "tvs". */
export function toSingular(word: string): string {
  if (/^[b-df-hj-np-tv-xz]{2,4}s$/.test(word)) return word.slice(0, -1);
  if (word.length < 5 || !word.endsWith('s') || /(?:ss|us|is)$/.test(word)) return word;
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  return word.slice(0, /(?:x|ch|sh|ss)es$/.test(word) ? -2 : -1);
}

/** Deletes are taken from the beginning of a word alone: errors behind it are found by comparing. */
const maxDeletedPrefix = 7;

/** How many errors a word may have: none in a short one. */
export function maxErrors(length: number): number {
  if (length < 4) return 0;
  return length < 7 ? 1 : 2;
}

/**
 * What is left of a word's beginning without up to two of its letters, itself included. Two words
 * that are two errors apart share one of them.
 */
export function listDeletes(word: string): string[] {
  const found = new Set([word.slice(0, maxDeletedPrefix)]);
  let last = [...found];
  for (let errors = maxErrors(word.length); errors > 0; errors--) {
    last = last.flatMap((part) =>
      Array.from(part, (_, place) => part.slice(0, place) + part.slice(place + 1)),
    );
    for (const part of last) if (part.length > 1) found.add(part);
  }
  return [...found];
}

/** Letters to add, remove, replace or swap until `a` is `b`. */
export function countErrors(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      let least = Math.min(
        (last[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (last[j - 1] ?? 0) + (isSame ? 0 : 1),
      );
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        least = Math.min(least, (beforeLast[j - 2] ?? 0) + 1);
      row.push(least);
    }
    beforeLast = last;
    last = row;
  }
  return last[b.length] ?? 0;
}
