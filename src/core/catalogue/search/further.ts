/** What a search does where title and keywords find little. */
import { minFoundByAllWords, minFoundByTitle } from './finder.ts';
import { listShorter, weigh, type Group, type Plan } from './plan.model.ts';

/** A report with the number that it is ranked by. */
export type Ranked = { readonly id: number; readonly score: number };

export type Ranker = {
  /** Every report that a plan finds, at most so many. */
  readonly list: (plan: Plan, limit: number) => Promise<Ranked[]>;
  /**
   * Reports that have all groups of one of the lists, wherever they stand, ranked by how much the
   * groups tell that each of them has: most in the title, least inside.
   */
  readonly rankByWeight: (
    groups: readonly Group[],
    lists: readonly (readonly Group[])[],
  ) => Promise<Ranked[]>;
};

/** Keeps what was found by title above all others. */
const titleScore = 1000;

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
  first?: readonly number[],
): Promise<Ranked[]> {
  const byTitle =
    first?.map((id, index) => ({ id, score: first.length - index })) ??
    (await ranker.list(plan, minFoundByTitle));
  const found = new Map(byTitle.map(({ id, score }) => [id, score + titleScore]));
  const tiers = [
    { lists: [plan.groups], factor: allWordsFactor, isUnder: limit },
    ...(plan.isExact ? [] : listTiersOfLess(plan.groups)),
  ];
  for (const { lists, isUnder, factor } of tiers) {
    if (found.size >= isUnder) continue;
    for (const { id, score } of await ranker.rankByWeight(plan.groups, lists))
      if (!found.has(id)) found.set(id, score * factor);
  }
  return [...found]
    .map(([id, score]) => ({ id, score }))
    .toSorted((a, b) => b.score - a.score || b.id - a.id);
}

const maxSingleGroups = 3;

/** Without one word, without two, and at last the rarest words alone. */
const listTiersOfLess = (groups: readonly Group[]) => [
  { lists: listShorter(groups, 1), isUnder: minFoundByAllWords, factor: 1 },
  { lists: listShorter(groups, 2), isUnder: minFoundByAllWords, factor: 1 },
  {
    lists: groups
      .toSorted((a, b) => weigh(b) - weigh(a))
      .slice(0, maxSingleGroups)
      .map((group) => [group]),
    isUnder: 1,
    factor: 1,
  },
];
