/** What the search in memory knows of words. */
import { toCodeLexeme, type FindDocument } from '#core/catalogue/search/document.model.ts';
import { listDeletes } from '#core/catalogue/search/spelling.model.ts';
import {
  maxCompletions,
  maxCountedInside,
  type Synonym,
  type Vocabulary,
} from '#core/catalogue/search/vocabulary.ts';

type Entry = Pick<FindDocument, 'vocabulary' | 'insideVocabulary'> & {
  readonly inWords: ReadonlySet<string>;
  readonly inside: ReadonlySet<string>;
};

const isAsked = (keys: readonly string[], { termKey, meansKey }: Synonym): boolean =>
  keys.includes(termKey) || keys.includes(meansKey);

const listStemsOfSynonyms = (synonyms: readonly Synonym[], keys: readonly string[]): string[] =>
  synonyms
    .filter((synonym) => isAsked(keys, synonym))
    .flatMap(({ termKey, meansKey }) => `${termKey} ${meansKey}`.split(' '));

function countInside(entries: readonly Entry[], run: readonly string[]): [string, number][] {
  const { length } = entries.filter(({ inside }) => run.every((stem) => inside.has(stem)));
  return length === 0 ? [] : [[run.join(' '), Math.min(length, maxCountedInside)]];
}

function countKnown(
  byStem: ReadonlyMap<string, number>,
  stems: readonly string[],
): Map<string, number> {
  return new Map(
    stems.flatMap((stem) => {
      const reports = byStem.get(stem) ?? 0;
      return reports === 0 ? [] : [[stem, reports] as const];
    }),
  );
}

/** The words of these reports, and what they mean. */
export function createVocabulary(
  entries: readonly Entry[],
  synonyms: readonly Synonym[],
): Vocabulary {
  const count = (stem: string): number => entries.filter(({ inWords }) => inWords.has(stem)).length;
  const words = new Map(
    entries.flatMap(({ vocabulary, insideVocabulary }) => [...insideVocabulary, ...vocabulary]),
  );
  const known = [...words].map(([word, stem]) => ({ word, stem, reports: count(stem) }));
  const byStem = new Map(known.map(({ stem, reports }) => [stem, reports]));
  const byDelete = Map.groupBy(
    known.flatMap((one) => listDeletes(one.word).map((part) => ({ part, one }))),
    ({ part }) => part,
  );
  const lexemes = entries.flatMap(({ inWords }) => [...inWords]);
  return {
    read: async ({ stems, words: asked, keys, prefix, codes }) => ({
      reports: countKnown(byStem, [...stems, ...listStemsOfSynonyms(synonyms, keys)]),
      words: new Set(asked.filter((word) => words.has(word))),
      synonyms: synonyms.filter((synonym) => isAsked(keys, synonym)),
      completions: known
        .filter(
          ({ word, reports }) => reports > 0 && prefix !== undefined && word.startsWith(prefix),
        )
        .toSorted((a, b) => b.reports - a.reports || (a.word < b.word ? -1 : 1))
        .slice(0, maxCompletions),
      codes: new Set(
        codes.filter((form) =>
          lexemes.some((lexeme) =>
            /\D/.test(form) ? lexeme.startsWith(toCodeLexeme(form)) : lexeme === toCodeLexeme(form),
          ),
        ),
      ),
      catalogue: entries.length,
    }),
    readNear: async ({ runs, deletes, meant }) => ({
      inside: new Map(runs.flatMap((run) => countInside(entries, run))),
      meant: countKnown(byStem, meant),
      words: [
        ...new Set(deletes.flatMap((part) => byDelete.get(part)?.map(({ one }) => one) ?? [])),
      ],
    }),
  };
}
