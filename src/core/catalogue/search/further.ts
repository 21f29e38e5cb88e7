/** What a search does where title and keywords find little. */
import { minFoundByAllWords, minFoundByTitle } from './finder.ts';
import { isAllBroad, listShorter, sumWeights, type Group, type Plan } from './plan.model.ts';

/** A report with the number that it is ranked by. */
export type Ranked = { readonly id: number; readonly score: number };

export type Ranker = {
  /** Every report that a plan finds, at most so many. */
  readonly list: (plan: Plan, limit: number) => Promise<Ranked[]>;
  /**
   * Reports that have all groups, wherever they stand, ranked by how much each group tells: most in
   * the title, least inside.
   */
  readonly rankInside: (groups: readonly Group[]) => Promise<Ranked[]>;
  /** The same of reports that have all groups of one of the lists, ranked by all `groups`. */
  readonly rankByWeight: (
    groups: readonly Group[],
    lists: readonly (readonly Group[])[],
  ) => Promise<Ranked[]>;
};

/** What a word weighs among keywords and where it stands inside; in a title it weighs 2. */
export const keywordWeight = 1.5;
export const insideWeights = { names: 1, text: 0.6, data: 0.3, files: 0.2 } as const;

/** By so much weighs more what has a segment or a company of just this name. */
export const ownNameFactor = 1.25;
/** By so much, divided by the words of its subject, a report weighs more. */
export const shortSubjectFactor = 0.2;

/** Keeps what was found by title above all others. */
const titleScore = 1000;
/** Below this the words stand among keywords, each perhaps in another one. */
const minScoreOfTitle = 10;

/**
 * What has all words somewhere weighs more than what lacks one, unless the title of this one has the
 * words that tell most: gas prices in Europe rather than milk that Europe and gas are mentioned with.
 */
const allWordsFactor = 1.2;

/**
 * Few were found by title and keywords (`first`, the best first, where they are known): what stands
 * inside, then what lacks a word or two.
 */
export async function addFurther(
  ranker: Ranker,
  plan: Plan,
  limit: number,
  first?: readonly Ranked[],
): Promise<Ranked[]> {
  if (plan.hints.length > 0) return rankByHints(ranker, plan);
  const listed = first ?? (await ranker.list(plan, minFoundByTitle));
  const byTitle = listed.filter(({ score }) => score >= minScoreOfTitle);
  const found = new Map(byTitle.map(({ id, score }) => [id, score + titleScore]));
  const add = (more: readonly Ranked[], factor: number): void => {
    for (const { id, score } of more) if (!found.has(id)) found.set(id, score * factor);
  };
  const { groups } = plan;
  if (found.size < limit) add(await ranker.rankInside(groups), allWordsFactor);
  const asKeywords = keywordWeight * sumWeights(groups);
  add(
    listed.map(({ id }) => ({ id, score: asKeywords })),
    allWordsFactor,
  );
  for (const { lists, isUnder } of plan.isExact ? [] : listTiersOfLess(groups, byTitle.length)) {
    if (found.size >= isUnder) continue;
    // What is left of broad words is less like what was found than chance would have it.
    const telling = found.size === 0 ? lists : lists.filter((list) => !isAllBroad(list));
    add(await ranker.rankByWeight(groups, telling), 1);
  }
  return [...found]
    .map(([id, score]) => ({ id, score }))
    .toSorted((a, b) => b.score - a.score || b.id - a.id);
}

/**
 * By what words mean, since no title has them: all others beside each of the hints, and where that
 * finds little, either alone.
 */
async function rankByHints(ranker: Ranker, { groups, hints }: Plan): Promise<Ranked[]> {
  const all = [...groups, ...hints];
  const both = await ranker.rankByWeight(
    all,
    hints.map((hint) => [...groups, hint]),
  );
  if (groups.length === 0 || both.length >= minFoundByAllWords) return both;
  return ranker.rankByWeight(all, [groups, ...hints.map((hint) => [hint])]);
}

const maxSingleGroups = 3;

/** Without one word, without two, and at last the rarest words alone. */
const listTiersOfLess = (groups: readonly Group[], foundByTitle: number) => [
  // The other few often have the words scattered; titles that have them all are what was meant.
  {
    lists: listShorter(groups, 1),
    isUnder: foundByTitle < minFoundByAllWords ? minFoundByTitle : minFoundByAllWords,
  },
  { lists: listShorter(groups, 2), isUnder: minFoundByAllWords },
  {
    lists: groups
      .toSorted((a, b) => b.weight - a.weight)
      .slice(0, maxSingleGroups)
      .map((group) => [group]),
    isUnder: 1,
  },
];
