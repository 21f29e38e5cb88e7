/**
 * The search as plain lists in memory: the same understanding of a query, and an engine of a few
 * lines behind it. It shows that the port needs no PostgreSQL.
 */
import { toFacets, type FacetCount } from '#core/catalogue/facets.model.ts';
import type { MatchReason } from '#core/catalogue/match-reason.model.ts';
import { reportsPerPage } from '#core/catalogue/model.ts';
import {
  toCodeLexeme,
  toFindDocument,
  type FindDocument,
} from '#core/catalogue/search/document.model.ts';
import { toAliasLexeme } from '#core/catalogue/search/document-stems.model.ts';
import type { IndexedReport } from '#core/catalogue/search/indexed-report.model.ts';
import { explainMatch } from '#core/catalogue/search/explain-match.ts';
import { minFoundByAllWords, minFoundByTitle, type Finder } from '#core/catalogue/search/finder.ts';
import {
  addFurther,
  insideWeights,
  keywordWeight,
  ownNameFactor,
  shortSubjectFactor,
  type Ranked,
  type Ranker,
} from '#core/catalogue/search/further.ts';
import {
  isWholeTitle,
  listAliasKeys,
  listAsked,
  type Group,
  type Plan,
} from '#core/catalogue/search/plan.model.ts';
import { understand } from '#core/catalogue/search/understand.ts';
import type { Synonym } from '#core/catalogue/search/vocabulary.ts';
import { createVocabulary } from './memory-vocabulary.ts';

type Entry = { readonly report: IndexedReport } & Omit<
  FindDocument,
  'nameStems' | 'titleStems' | 'keywordStems' | 'deep'
> & {
    readonly inName: ReadonlySet<string>;
    readonly inTitle: ReadonlySet<string>;
    readonly inWords: ReadonlySet<string>;
    readonly inNames: ReadonlySet<string>;
    readonly inText: ReadonlySet<string>;
    readonly inPage: ReadonlySet<string>;
    readonly inside: ReadonlySet<string>;
  };

export type MemoryFinder = Omit<Finder, 'put' | 'drop'>;

export function createMemoryFinder(
  reports: readonly IndexedReport[],
  synonyms: readonly Synonym[],
): MemoryFinder {
  const entries = reports.map(toEntry);
  const vocabulary = createVocabulary(entries, synonyms);
  const ranker = createRanker(entries);
  const rank = (plan: Plan, limit: number) => rankAll(entries, ranker, plan, limit);
  return {
    find: async ({ words, isExact = false, page, industrySlug }) => {
      const { plan, understood } = await understand(vocabulary, {
        words,
        isTyping: false,
        isExact,
      });
      const hits = await rank(plan, minFoundByTitle);
      const industries = new Map(entries.map(({ id, report }) => [id, listSlugs(report)]));
      const ranked = hits.filter(
        ({ id }) => industrySlug === undefined || industries.get(id)?.includes(industrySlug),
      );
      const ids = ranked
        .map(({ id }) => id)
        .slice((page - 1) * reportsPerPage, page * reportsPerPage);
      const counted = { total: ranked.length, isAtLeast: false };
      const shown = entries.filter(({ id }) => ids.includes(id));
      return {
        ids,
        understood,
        ...counted,
        isNowhere: hits.length === 0,
        facets: toFacets(countIndustries(hits.map(({ id }) => industries.get(id) ?? [])), counted),
        why: new Map(shown.map((entry) => [entry.id, explainEntry(entry, plan)])),
      };
    },
    suggest: async (words, limit) => {
      const { plan, understood } = await understand(vocabulary, {
        words,
        isTyping: true,
        isExact: false,
      });
      const ranked = await rank(plan, minFoundByAllWords);
      const keys = new Map(entries.map(({ id, key }) => [id, key]));
      const subjects = Map.groupBy(ranked, ({ id }) => keys.get(id));
      const ids = [...subjects.values()].flatMap(([best]) => (best ? [best.id] : []));
      const counted = { total: ranked.length, isAtLeast: false };
      return { ids: ids.slice(0, limit), ...counted, understood, why: new Map() };
    },
  };
}

async function rankAll(
  entries: readonly Entry[],
  ranker: Ranker,
  plan: Plan,
  limit: number,
): Promise<Ranked[]> {
  if (plan.hints.length > 0) return addFurther(ranker, plan, limit);
  const found = await ranker.list(plan, entries.length);
  const ids = new Set(found.map(({ id }) => id));
  const isTitle = entries.some(({ id, title }) => ids.has(id) && isWholeTitle(title, plan));
  const isEnough = found.length >= limit || plan.groups.length === 0 || isTitle;
  return isEnough ? found : addFurther(ranker, plan, limit);
}

function explainEntry({ report, inPage, inside }: Entry, plan: Plan): MatchReason {
  const isInFiles = listAsked(plan).map(
    (group) => hasGroup(inside, group) && !hasGroup(inPage, group),
  );
  return explainMatch({ ...report, dataNames: [], isInFiles }, plan);
}

const listSlugs = ({ industries }: IndexedReport): string[] => industries.map(({ slug }) => slug);

const countIndustries = (slugs: readonly (readonly string[])[]): FacetCount[] =>
  [...Map.groupBy(slugs.flat(), (slug) => slug)].map(([value, { length: reports }]) => ({
    facet: 'industry',
    value,
    reports,
  }));

function toEntry(report: IndexedReport): Entry {
  const { nameStems, titleStems, keywordStems, deep, ...document } = toFindDocument(report);
  const pageStems = [...deep.names, ...deep.text, ...deep.data];
  return {
    ...document,
    report,
    inName: new Set(nameStems),
    inTitle: new Set(titleStems),
    inWords: new Set([...titleStems, ...keywordStems]),
    inNames: new Set(deep.names),
    inText: new Set(deep.text),
    inPage: new Set(pageStems),
    inside: new Set([...pageStems, ...deep.files]),
  };
}

const hasGroup = (words: ReadonlySet<string>, { alternatives }: Group): boolean =>
  alternatives.some((stems) => stems.every((stem) => words.has(stem)));
const hasAll = (words: ReadonlySet<string>, groups: readonly Group[]): boolean =>
  groups.length > 0 && groups.every((group) => hasGroup(words, group));

const byScore = (a: Ranked, b: Ranked): number => b.score - a.score || b.id - a.id;

const weighEntry = (entry: Entry, groups: readonly Group[]): number =>
  groups.reduce((sum, group) => sum + group.weight * weighPlace(entry, group), 0) *
  (1 + shortSubjectFactor / entry.nameLength);

const hasOwnName = ({ inNames }: Entry, groups: readonly Group[]): boolean =>
  listAliasKeys(groups).some((key) => inNames.has(toAliasLexeme(key)));

const createRanker = (entries: readonly Entry[]): Ranker => {
  const rankByWeight: Ranker['rankByWeight'] = async (groups, lists) =>
    entries
      .filter(({ inside }) => lists.some((list) => hasAll(inside, list)))
      .map((entry) => ({ id: entry.id, score: weighEntry(entry, groups) }))
      .toSorted(byScore);
  return {
    list: async (plan, limit) =>
      entries
        .filter((entry) => isCandidate(entry, plan))
        .map((entry) => ({ id: entry.id, score: scoreEntry(entry, plan) }))
        .toSorted(byScore)
        .slice(0, limit),
    rankInside: async (groups) =>
      entries
        .filter(({ inside }) => hasAll(inside, groups))
        .map((entry) => ({
          id: entry.id,
          score: weighEntry(entry, groups) * (hasOwnName(entry, groups) ? ownNameFactor : 1),
        }))
        .toSorted(byScore),
    rankByWeight,
  };
};

function weighPlace(entry: Entry, group: Group): number {
  const { names, text, data, files } = insideWeights;
  const places = [
    [entry.inTitle, 2],
    [entry.inWords, keywordWeight],
    [entry.inNames, names],
    [entry.inText, text],
    [entry.inPage, data],
    [entry.inside, files],
  ] as const;
  return places.find(([words]) => hasGroup(words, group))?.[1] ?? 0;
}

const hasCode = ({ inWords }: Entry, { codes }: Plan): boolean =>
  codes.some(({ form, isPrefix }) =>
    [...inWords].some((lexeme) =>
      isPrefix ? lexeme.startsWith(toCodeLexeme(form)) : lexeme === toCodeLexeme(form),
    ),
  );

const hasPrefix = ({ name }: Entry, plan: Plan): boolean =>
  plan.hasNamePrefix && name.startsWith(plan.name);

const isCandidate = (entry: Entry, plan: Plan): boolean =>
  plan.isEverything ||
  (!plan.isNothing &&
    (plan.keys.includes(entry.key) ||
      hasAll(entry.inWords, plan.groups) ||
      hasCode(entry, plan) ||
      hasPrefix(entry, plan)));

/** The points of score.store.ts. */
function scoreEntry(entry: Entry, plan: Plan): number {
  const { inName, inTitle, inWords, key, name, nameLength, title } = entry;
  const isAlias = plan.aliasKeys.some((one) => inWords.has(toAliasLexeme(one)));
  const isSubject = hasAll(inName, plan.groups) || hasPrefix(entry, plan);
  const forSubject = plan.keys.includes(key)
    ? 20
    : Math.max(
        isAlias ? 14 : 3,
        hasAll(inTitle, plan.groups) ? 11 : 3,
        isSubject ? 10 + 8 * Math.min(1, Math.max(1, plan.length) / nameLength) : 0,
      );
  const best = plan.groups.flatMap(({ alternatives }) => alternatives[0] ?? []);
  const points: readonly (readonly [boolean, number])[] = [
    [isAlias, 1],
    [name === plan.name, 2],
    [name.startsWith(plan.name), 2],
    [name.includes(plan.name), 2],
    [title === plan.title, 30],
    [hasCode(entry, plan), 40],
    [plan.years.some((year) => inTitle.has(year)), 1.5],
    [plan.soft.some((stem) => inTitle.has(stem)), 3],
    [
      plan.softPrefix !== undefined &&
        [...inTitle].some((one) => one.startsWith(plan.softPrefix ?? '')),
      3,
    ],
    [best.length > 0 && best.every((stem) => inWords.has(stem)), 1.5],
  ];
  return points.reduce((sum, [isTrue, score]) => sum + (isTrue ? score : 0), forSubject);
}
