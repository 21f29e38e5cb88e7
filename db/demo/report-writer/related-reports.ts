import type { SubjectText } from './subject-text.ts';

/** A report's subject, with what decides which others are near it. */
export type RelatedSubject = {
  readonly code: string;
  readonly industrySlug: string;
  readonly subject: SubjectText;
};

const maxRelated = 5;
/** Added to the score if one text names the other's subject, beside the words that both share. */
const namedBonus = 0.3;
const sameIndustryBonus = 0.06;
/** A subject's own names count more than the words about it. */
const nameWeight = 3;
const minNameLength = 5;
const minNounLength = 12;

type Word = string;
type Document = RelatedSubject & {
  readonly names: readonly string[];
  readonly text: string;
  readonly nounWords: string;
  readonly counts: ReadonlyMap<Word, number>;
};

/**
 * For each report the codes of those nearest in its chain, the nearest first: what it is made of,
 * what replaces it and who buys it are named in its text, or name it in theirs. Beside that counts
 * the cosine of the words that both texts share, weighted by how rare they are (Salton and Buckley,
 * Term-weighting approaches in automatic text retrieval, 1988).
 */
export function findRelatedReports(
  subjects: readonly RelatedSubject[],
): ReadonlyMap<string, readonly string[]> {
  const documents = subjects.map(readDocument);
  const rarity = weighRarity(documents);
  const vectors = new Map(documents.map((one) => [one, normalize(one.counts, rarity)]));
  const scoreOf = (one: Document, other: Document): number =>
    multiply(vectors.get(one), vectors.get(other)) +
    (names(one, other) ? namedBonus : 0) +
    (names(other, one) ? namedBonus : 0) +
    (isPartOf(one, other) || isPartOf(other, one) ? namedBonus : 0) +
    (one.industrySlug === other.industrySlug ? sameIndustryBonus : 0);
  return new Map(
    documents.map((one) => [
      one.code,
      documents
        .filter((other) => other !== one)
        .map((other) => ({ code: other.code, score: scoreOf(one, other) }))
        .toSorted((a, b) => b.score - a.score)
        .slice(0, maxRelated)
        .map(({ code }) => code),
    ]),
  );
}

function readDocument(related: RelatedSubject): Document {
  const { subject, noun, also, intro, drivers, restraints, segments, faq } = related.subject;
  const names = [noun, ...also]
    .map((name) => name.replace(/^U\.S\. /, '').toLowerCase())
    .map((name) => name.replace(/ (production|manufacturing|farming|dealing|in use)$/, ''))
    .filter((name) => name.length >= minNameLength && !name.startsWith('naics'));
  const prose = [...intro, ...drivers, ...restraints, faq.question, faq.answer]
    .concat(segments.flatMap(({ items }) => items))
    .join(' ');
  const counts = new Map<Word, number>();
  const count = (text: string, weight: number): void => {
    for (const word of splitWords(text)) counts.set(word, (counts.get(word) ?? 0) + weight);
  };
  count(prose, 1);
  count([subject, noun, ...also].join(' '), nameWeight);
  return {
    ...related,
    names,
    counts,
    nounWords: toNounWords(noun),
    text: ` ${prose.toLowerCase().replaceAll(/[^a-z]+/g, ' ')} `,
  };
}

/** Words of four letters or more, without the plural's ending. */
const splitWords = (text: string): Word[] =>
  (text.toLowerCase().match(/[a-z]{4,}/g) ?? []).map((word) => word.replace(/s$/, ''));

/** The logarithm of how few texts have a word; words of a single text say nothing of two. */
function weighRarity(documents: readonly Document[]): ReadonlyMap<Word, number> {
  const found = new Map<Word, number>();
  for (const { counts } of documents)
    for (const word of counts.keys()) found.set(word, (found.get(word) ?? 0) + 1);
  return new Map([...found].map(([word, n]) => [word, Math.log(documents.length / n)]));
}

function normalize(
  counts: ReadonlyMap<Word, number>,
  rarity: ReadonlyMap<Word, number>,
): ReadonlyMap<Word, number> {
  const weighted = [...counts].map(
    ([word, n]) => [word, (1 + Math.log(n)) * (rarity.get(word) ?? 0)] as const,
  );
  const length = Math.hypot(...weighted.map(([, weight]) => weight)) || 1;
  return new Map(weighted.map(([word, weight]) => [word, weight / length]));
}

function multiply(a: ReadonlyMap<Word, number> = new Map(), b: typeof a = new Map()): number {
  let sum = 0;
  for (const [word, weight] of a) sum += weight * (b.get(word) ?? 0);
  return sum;
}

/** Whether the first text has one of the other subject's names. */
const names = ({ text }: Document, other: Document): boolean =>
  other.names.some((name) => text.includes(` ${name.replaceAll(/[^a-z]+/g, ' ')} `));

/** Whether the other's subject is about the first one's: electric vehicles and their charging. */
const isPartOf = (one: Document, other: Document): boolean =>
  one.nounWords.length >= minNounLength && other.nounWords.includes(one.nounWords);

/** " electric vehicle " of "electric vehicles in use": no plurals, and no way of counting. */
const toNounWords = (noun: string): string =>
  ` ${splitAllWords(noun).join(' ')} `.replace(
    / (production|manufacturing|in use|sale|price) $/,
    ' ',
  );

const splitAllWords = (noun: string): Word[] =>
  (
    noun
      .replace(/^U\.S\. /, '')
      .toLowerCase()
      .match(/[a-z]+/g) ?? []
  ).map((word) => word.replace(/s$/, ''));
