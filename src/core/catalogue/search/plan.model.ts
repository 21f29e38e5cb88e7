/** A query as the index is asked it, and as pages show that it was understood. Pure. */
import { toKey } from './normalize.model.ts';

/** Stands for a word of the query if a report has all of these terms: stems and phrases. */
export type Alternative = readonly string[];

/** In a phrase, any word: "internet * thing" of "internet of things". */
export const anyWord = '*';

/** The stems of terms. A phrase is written with spaces; its words must stand together, in order. */
export const listTermStems = (terms: Alternative): string[] =>
  terms.flatMap((term) => term.split(' ')).filter((stem) => stem !== anyWord);

/** A word of the query, or some that belong together: one of the alternatives is enough. */
export type Group = {
  readonly typed: string;
  /** The best first. */
  readonly alternatives: readonly Alternative[];
  /** Another spelling than what was typed. */
  readonly isGuess: boolean;
  /** Reports of the most frequent alternative. */
  readonly reports: number;
  /** How much it tells. */
  readonly weight: number;
  /** A title or a keyword of the catalogue has it. */
  readonly isTitled: boolean;
};

export type Code = { readonly form: string; readonly isPrefix: boolean };

export type Plan = {
  /** All are required. */
  readonly groups: readonly Group[];
  /** They make a report fit better. */
  readonly soft: readonly string[];
  /** The beginning of a last word that is not required. */
  readonly softPrefix: string | undefined;
  readonly years: readonly string[];
  readonly codes: readonly Code[];
  /** The keys of a subject that is just this. */
  readonly keys: readonly string[];
  /** The same for other names of a report; none for the beginning of many words. */
  readonly aliasKeys: readonly string[];
  /** Stems of the query. */
  readonly length: number;
  /** The words of the subject, and all words. */
  readonly name: string;
  readonly title: string;
  /** Subjects that begin with the name are found too. */
  readonly hasNamePrefix: boolean;
  /** Nothing was asked but what every report has: all are found. */
  readonly isEverything: boolean;
  /** No word of the query is anywhere. */
  readonly isNothing: boolean;
  /** The weight of all words of the query, also of those that are nowhere. */
  readonly weight: number;
  /** Too much of the query is nowhere: only a report of just the other words is meant. */
  readonly isOnlySubject: boolean;
  /** Nothing but what was typed: no word is left out. */
  readonly isExact: boolean;
  /** Ids of reports that staff put first for this query, or leave out. */
  readonly pinned: readonly number[];
  readonly hidden: readonly number[];
};

/** A search stops counting here. */
export const maxCounted = 10_000;
/** The same while somebody types. */
export const maxCountedTyping = 1000;
/** Where fewer are found by title and keywords, what is inside counts too. */
export const minFoundByTitle = 12;
/** Where fewer are found, words are left out. */
export const minFoundByAllWords = 5;
export const maxFoundInside = 300;
export const maxMentioned = 6;

/** This many words of a title are not typed by chance. */
export const minWordsOfTitle = 6;

const maxKeys = 60;
/** The beginning of more words says nothing of what a report is called. */
const maxAlternativesOfAlias = 6;

export const hasAliases = (groups: readonly Group[]): boolean =>
  groups.every(({ alternatives }) => alternatives.length <= maxAlternativesOfAlias);

/** Returns the keys of a name that is just this. */
export const listAliasKeys = (groups: readonly Group[]): string[] =>
  hasAliases(groups) ? listKeys(groups, []) : [];

/** Each choice of one alternative of every group, with the soft words and without, sorted. */
export function listKeys(groups: readonly Group[], soft: readonly string[]): string[] {
  let choices: string[][] = [[]];
  for (const { alternatives } of groups)
    choices = choices
      .flatMap((stems) => alternatives.map((terms) => [...stems, ...listTermStems(terms)]))
      .slice(0, maxKeys);
  const keys = choices
    .filter((stems) => stems.length > 0)
    .flatMap((stems) => [toKey(stems), ...listSoftKeys(stems, soft)]);
  return [...new Set(keys)].slice(0, maxKeys * 2);
}

const listSoftKeys = (stems: readonly string[], soft: readonly string[]): string[] =>
  soft.length === 0
    ? []
    : [toKey([...stems, ...soft]), ...soft.map((one) => toKey([...stems, one]))];

/** In a small catalogue, too, a word of one report tells more than one of ten. */
const minCatalogue = 1000;

/** How much a word tells: the smaller its part of the catalogue, the more; half of it for a guess. */
export const weigh = (
  { reports, isGuess }: Pick<Group, 'reports' | 'isGuess'>,
  catalogue: number,
): number => Math.log(1 + Math.max(catalogue, minCatalogue) / (1 + reports)) / (isGuess ? 2 : 1);

/** A word that no title has may be anything: it tells as much as one that so many reports have. */
const reportsOfUntitled = (catalogue: number): number => Math.max(5, catalogue / 200);

export const weighUntitled = (catalogue: number): number =>
  weigh({ reports: reportsOfUntitled(catalogue), isGuess: false }, catalogue);

/** Fewer reports are no sample of what a store has. */
const minForMost = 100;

export const isInMost = (reports: number, catalogue: number): boolean =>
  catalogue >= minForMost && 2 * reports > catalogue;

/**
 * Where less of the query than this is in any report, its other words are but half of what is
 * meant.
 */
export const minToldShare = 0.5;
/** A shorter query of less weight than this says too little of the whole. */
const minLeftShare = 0.33;

/** Counting more reports than this dominates a search, and so common a word tells little. */
export const minReportsOfBroad = 2000;

/** True where each of its words is in very many reports. */
export const isAllBroad = (groups: readonly Group[]): boolean =>
  groups.every(({ reports }) => reports >= minReportsOfBroad);

/** More lists of groups than these cost more than they find. */
const maxShorterLists = 40;

/**
 * Lists the groups without one or two of them, where the others tell half of what all words weigh. The
 * only one that titles have is never left out.
 */
export function listShorter(groups: readonly Group[], weight: number): Group[][] {
  const titled = groups.filter(({ isTitled }) => isTitled);
  const [anchor] = titled.length === 1 ? titled : [];
  const places = groups.map((_, place) => place);
  const left = [
    ...places.map((place) => [place]),
    ...places.flatMap((place) => places.slice(place + 1).map((other) => [place, other])),
  ];
  return left
    .map((without) => groups.filter((_, place) => !without.includes(place)))
    .filter(
      (list) =>
        list.length > 0 &&
        sumWeights(list) >= weight * minLeftShare &&
        (anchor === undefined || list.includes(anchor)),
    )
    .slice(0, maxShorterLists);
}

/** True if words of the query are in no report. */
export const lacksWords = ({ groups, weight }: Pick<Plan, 'groups' | 'weight'>): boolean =>
  weight > sumWeights(groups) + 1e-9;

export const sumWeights = (groups: readonly Group[]): number =>
  groups.reduce((sum, { weight }) => sum + weight, 0);

export type UnderstoodPart = {
  readonly typed: string;
  /**
   * `plain` is looked for as it is; `added` is looked for under other words too; `corrected` is
   * looked for in another spelling; `translated` is looked for in the store's language; `soft`
   * makes a report fit better; `dropped` is nowhere.
   */
  readonly kind: 'plain' | 'added' | 'translated' | 'corrected' | 'soft' | 'dropped';
  /** The other words or spellings, the best first. */
  readonly as: readonly string[];
};

export type Understood = {
  /** In their order; words that every query has are not among them. */
  readonly parts: readonly UnderstoodPart[];
  /** The query in the spelling that was looked for. */
  readonly words: string;
  readonly isCorrected: boolean;
};
