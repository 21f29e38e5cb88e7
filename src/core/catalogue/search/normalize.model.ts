/**
 * Words as the search compares them. Titles, texts and queries all go through here, so that what is
 * stored and what is asked have one spelling. Pure.
 */
import stemEnglish from 'wink-porter2-stemmer';
import { cleanPrefix } from '../../kernel/clean-text.model.ts';
import { irregularSingulars, toAmericanSpelling, toSingular } from './spelling.model.ts';
import { foreignNoise, foreignSoft, noiseWords, softWords, stopWords } from './word-lists.model.ts';

const maxQueryCharacters = 200;
const maxWordLength = 50;

export type Token = {
  /** As it was typed, without signs around it. */
  readonly typed: string;
  /** In lower case, without accents. */
  readonly word: string;
  readonly stem: string;
  /** True if a hyphen or the like joins it with the word before. */
  readonly isJoined: boolean;
};

/** Letters that are no other letter with an accent. */
const foldedLetters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
};

/** Most words have no accent, and are found in many reports. */
const isPlain = (text: string): boolean => /^[\w\s]*$/.test(text);

/** Lower case, without accents: "dore" of "Doré", "co2" of "CO₂". */
const foldText = (text: string): string => (isPlain(text) ? text.toLowerCase() : foldLetters(text));

/** Signs on letters of these scripts are accents; elsewhere they are letters: क is not कि. */
const accents = /(?<=[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}]\p{M}*)\p{M}+/gu;

const foldLetters = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(accents, '')
    .normalize('NFC')
    .replaceAll(/[ßæœøłđðþı]/g, (letter) => foldedLetters[letter] ?? letter);

/**
 * "U.S." is us, "R & D" is rd, "cow's" is cow, "l'acier" is acier, "C++" is cplusplus; a season
 * ("2024/25") is its first year.
 */
const joinLetters = (text: string): string =>
  text
    .replaceAll(/(?<!\d)((?:19|20)\d\d)\/\d\d(?!\d)/g, '$1')
    .replaceAll(
      /(?<![\p{L}\p{N}])((?:\p{L}\.){2,}|(?:\p{L}\.)+\p{L}(?![\p{L}\p{N}]))/gu,
      (letters) => `${letters.replaceAll('.', '')}${letters.endsWith('.') ? ' ' : ''}`,
    )
    .replaceAll(/(?<![\p{L}\p{N}])(\p{L})\s?[&/]\s?(\p{L})(?![\p{L}\p{N}])/gu, '$1$2')
    .replaceAll(/(?<=\p{L})['’ʼ`´]s(?![\p{L}\p{N}])/giu, '')
    .replaceAll(/(?<![\p{L}\p{N}])(?:d|l|(?:d|n|s)ell|dall|all|qu)['’ʼ`´](?=\p{L}{3})/giu, '')
    .replaceAll(/['’ʼ`´]/gu, '')
    .replaceAll(/(?<=\p{L})\+\+/gu, 'plusplus');

/** Texts repeat their words: what was found for one is kept, a bounded number of them. */
const knownStems = new Map<string, string>();
const maxKnownStems = 50_000;

export function toStem(word: string): string {
  const known = knownStems.get(word);
  if (known !== undefined) return known;
  if (knownStems.size >= maxKnownStems) knownStems.clear();
  const stem = findStem(word);
  knownStems.set(word, stem);
  return stem;
}

const lookUp = (table: Readonly<Record<string, string>>, word: string): string | undefined =>
  Object.hasOwn(table, word) ? table[word] : undefined;

/** The stem that all forms of an English word share: "batteri" of battery and batteries. */
function findStem(word: string): string {
  const spelled = toAmericanSpelling(lookUp(irregularSingulars, word) ?? word);
  return /^[a-z]{3,}$/.test(spelled) ? stemEnglish(spelled) : spelled;
}

/**
 * One form of a word for its spellings and numbers, which keeps what it is derived by:
 * "mechanical".
 */
export const toWord = (word: string): string =>
  toAmericanSpelling(
    lookUp(irregularSingulars, word) ?? toSingular(word).replace(/^(\p{L}{3})(?<![sui])s$/u, '$1'),
  );

/** "TV" of "TVs". */
const toOneAcronym = (typed: string): string => typed.replace(/^(\p{Lu}{2,6})s$/u, '$1');

/** The words of a text in their order. */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  for (const chunk of joinLetters(text.normalize('NFC')).split(/\s+/u)) {
    let isJoined = false;
    for (const typed of chunk.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []) {
      const word = foldText(toOneAcronym(typed))
        .replaceAll(/[^\p{L}\p{M}\p{N}]/gu, '')
        .slice(0, maxWordLength);
      if (word !== '') tokens.push({ typed, word, stem: toStem(word), isJoined });
      isJoined = true;
    }
  }
  return tokens;
}

/** Cleans a visitor's words, bounded and with single spaces. */
export const cleanQuery = (query: string): string =>
  cleanPrefix(query.slice(0, maxQueryCharacters * 2).trim(), maxQueryCharacters)
    .replaceAll(/\s+/gu, ' ')
    .trim();

/** If all is typed in capitals, they tell nothing. */
export const lowerCapitals = (query: string): string =>
  /\s/.test(query) && !/\p{Ll}/u.test(query) ? query.toLowerCase() : query;

export const isYear = (word: string): boolean => /^(?:19|20)\d\d$/.test(word);

/** A word, with the spelling in which it was typed if that may tell more. */
type Typed = { readonly word: string; readonly typed?: string };

/** Two to five capitals are a name, whatever they spell: "GOES steel", "ICE engines". */
export const isAcronym = ({ typed = '' }: Typed): boolean => /^\p{Lu}{2,5}$/u.test(typed);

export const isNoise = ({ word }: Typed): boolean => noiseWords.has(word) || foreignNoise.has(word);
export const isStop = (token: Typed): boolean => stopWords.has(token.word) && !isAcronym(token);
export const isSoft = ({ word }: Typed): boolean => softWords.has(word) || foreignSoft.has(word);

/** True for a word that says what a report is about. */
export const isContent = (token: Token): boolean =>
  !isNoise(token) && !isStop(token) && !isYear(token.word);

/** The distinct stems in one order: the same for every order of the words. */
export const toKey = (stems: readonly string[]): string =>
  [...new Set(stems)].toSorted().join(' ').slice(0, 300);

/** Words that a hyphen joins, as one: "ecommerce" of "e-commerce", "readytoeat". */
export function listJoinedWords(tokens: readonly Token[]): string[] {
  const found: string[] = [];
  tokens.forEach((token, start) => {
    let joined = token.word;
    for (let end = start + 1; tokens[end]?.isJoined && end < start + 4; end++) {
      joined += tokens[end]?.word ?? '';
      found.push(joined.slice(0, maxWordLength));
    }
  });
  return found;
}

/**
 * The forms under which a code is found: "qmbcm1071", "bcm1071" and "1071" of QM-BCM-1071; of a code
 * without digits the whole of it.
 */
export function listCodeForms(code: string): string[] {
  const parts = foldText(code).match(/\p{L}+|\p{N}+/gu) ?? [];
  const forms = parts.map((_, start) => parts.slice(start).join('').slice(0, maxWordLength));
  return forms.filter((form, index) => index === 0 || (form.length > 1 && /\p{N}/u.test(form)));
}

/** The most words of a synonym. */
export const maxSynonymWords = 4;

/** Stems in their order: what synonyms are known by. */
export const toRunKey = (tokens: readonly Token[]): string =>
  tokens.map(({ stem }) => stem).join(' ');
