/**
 * The stem that all forms of an English word share: "batteri" of battery and batteries. Porter's
 * second algorithm (snowballstem.org/algorithms/english/stemmer.html), as PostgreSQL has it too, so
 * that every form of the index has the same stems. Pure.
 */

const vowel = '[aeiouy]';
const exceptions: Readonly<Record<string, string>> = {
  skis: 'ski',
  skies: 'sky',
  dying: 'die',
  lying: 'lie',
  tying: 'tie',
  idly: 'idl',
  gently: 'gentl',
  ugly: 'ugli',
  early: 'earli',
  only: 'onli',
  singly: 'singl',
  sky: 'sky',
  news: 'news',
  howe: 'howe',
  atlas: 'atlas',
  cosmos: 'cosmos',
  bias: 'bias',
  andes: 'andes',
};
const unchangedAfterPlural = new Set([
  'inning',
  'outing',
  'canning',
  'herring',
  'earring',
  'proceed',
  'exceed',
  'succeed',
]);

/** The stem of a word in lower case; other letters than a to z stay as they are. */
export function stemWord(word: string): string {
  if (word.length < 3 || !/^[a-z']+$/.test(word)) return word;
  const exception = Object.hasOwn(exceptions, word) ? exceptions[word] : undefined;
  if (exception !== undefined) return exception;
  const marked = word.replace(/^y/, 'Y').replaceAll(/([aeiouy])y/g, '$1Y');
  const singular = removePlural(marked);
  if (unchangedAfterPlural.has(singular.toLowerCase())) return singular.toLowerCase();
  const regions = findRegions(marked);
  let stem = removePastAndGerund(singular, regions.first);
  stem = stem.replace(/(?<=.[^aeiouy])[yY]$/, 'i');
  stem = replaceLongest(stem, derivedEndings, regions.first);
  stem = replaceLongest(stem, adjectiveEndings, regions.first, regions.second);
  stem = removeLongest(stem, regions.second);
  return removeFinalLetter(stem, regions).toLowerCase();
}

type Regions = { readonly first: number; readonly second: number };

/** Where the regions begin: behind the first consonant after a vowel, and once more behind that. */
function findRegions(word: string): Regions {
  const afterVowel = (start: number): number => {
    const found = new RegExp(`${vowel}[^aeiouy]`).exec(word.slice(start));
    return found ? start + found.index + 2 : word.length;
  };
  const prefix = /^(?:gener|commun|arsen)/.exec(word)?.[0];
  const first = prefix ? prefix.length : afterVowel(0);
  return { first, second: afterVowel(first) };
}

function removePlural(word: string): string {
  const plain = word.replace(/'s'$|'s$|'$/, '');
  if (plain.endsWith('sses')) return plain.slice(0, -2);
  if (/ie[ds]$/.test(plain)) return plain.slice(0, plain.length > 4 ? -2 : -1);
  if (/(?:us|ss)$/.test(plain)) return plain;
  return new RegExp(`${vowel}.+s$`).test(plain) ? plain.slice(0, -1) : plain;
}

const isShortSyllableEnd = (word: string): boolean =>
  /(?:^[aeiouy][^aeiouy]|[^aeiouy][aeiouy][^aeiouywxY])$/.test(word);

function removePastAndGerund(word: string, first: number): string {
  const agreed = /eed(?:ly)?$/.exec(word);
  if (agreed) return agreed.index >= first ? `${word.slice(0, agreed.index)}ee` : word;
  const ending = /(?:ed|edly|ing|ingly)$/.exec(word);
  if (!ending) return word;
  const rest = word.slice(0, ending.index);
  if (!new RegExp(vowel).test(rest)) return word;
  if (/(?:at|bl|iz)$/.test(rest)) return `${rest}e`;
  if (/(?:bb|dd|ff|gg|mm|nn|pp|rr|tt)$/.test(rest)) return rest.slice(0, -1);
  return isShortSyllableEnd(rest) && first >= rest.length ? `${rest}e` : rest;
}

type Ending = readonly [ending: string, replacement: string];

/** Longest first. */
const derivedEndings: readonly Ending[] = [
  ['ization', 'ize'],
  ['ational', 'ate'],
  ['fulness', 'ful'],
  ['ousness', 'ous'],
  ['iveness', 'ive'],
  ['tional', 'tion'],
  ['biliti', 'ble'],
  ['lessli', 'less'],
  ['entli', 'ent'],
  ['ation', 'ate'],
  ['alism', 'al'],
  ['aliti', 'al'],
  ['ousli', 'ous'],
  ['iviti', 'ive'],
  ['fulli', 'ful'],
  ['enci', 'ence'],
  ['anci', 'ance'],
  ['abli', 'able'],
  ['izer', 'ize'],
  ['ator', 'ate'],
  ['alli', 'al'],
  ['bli', 'ble'],
  ['ogi', 'og'],
  ['li', ''],
];

const adjectiveEndings: readonly Ending[] = [
  ['ational', 'ate'],
  ['tional', 'tion'],
  ['alize', 'al'],
  ['icate', 'ic'],
  ['iciti', 'ic'],
  ['ative', ''],
  ['ical', 'ic'],
  ['ness', ''],
  ['ful', ''],
];

/** Only the longest ending counts; it stays if it is not behind the region's begin. */
function replaceLongest(
  word: string,
  endings: readonly Ending[],
  first: number,
  second = first,
): string {
  const found = endings.find(([ending]) => word.endsWith(ending));
  if (!found) return word;
  const [ending, replacement] = found;
  const rest = word.slice(0, -ending.length);
  if (rest.length < (ending === 'ative' ? second : first)) return word;
  if (ending === 'li' && !/[cdeghkmnrt]$/.test(rest)) return word;
  if (ending === 'ogi' && !rest.endsWith('l')) return word;
  return rest + replacement;
}

const removedEndings = [
  'ement',
  'ance',
  'ence',
  'able',
  'ible',
  'ment',
  'ant',
  'ent',
  'ism',
  'ate',
  'iti',
  'ous',
  'ive',
  'ize',
  'ion',
  'al',
  'er',
  'ic',
];

function removeLongest(word: string, second: number): string {
  const ending = removedEndings.find((one) => word.endsWith(one));
  if (ending === undefined) return word;
  const rest = word.slice(0, -ending.length);
  if (rest.length < second || (ending === 'ion' && !/[st]$/.test(rest))) return word;
  return rest;
}

function removeFinalLetter(word: string, { first, second }: Regions): string {
  const rest = word.slice(0, -1);
  if (word.endsWith('e')) {
    const isRemoved = rest.length >= second || (rest.length >= first && !isShortSyllableEnd(rest));
    return isRemoved ? rest : word;
  }
  return word.endsWith('ll') && rest.length >= second ? rest : word;
}
