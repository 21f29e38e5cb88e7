/** What PostgreSQL knows of words: `Vocabulary` over its tables. */
import { sql } from 'kysely';
import type { Database } from '../../deps.ts';
import { prepared } from '../../kernel/prepared.store.ts';
import { lastCharacter } from './rank.store.ts';
import { isCodePrefix } from './query-code.model.ts';
import { toCodeQuery, toStemsQuery } from './ts-query.model.ts';
import {
  maxCompletions,
  maxCountedInside,
  type KnownParts,
  type KnownWord,
  type Synonym,
  type Vocabulary,
} from './vocabulary.ts';

export const createStoredVocabulary = (tx: Database): Vocabulary => ({
  read: (wanted) => readKnown(tx, wanted),
  readNear: (wanted) => readNear(tx, wanted),
});

type KnownRow = {
  readonly reports: readonly (readonly [stem: string, reports: number])[];
  readonly words: readonly string[];
  readonly synonyms: readonly Synonym[];
  readonly completions: readonly KnownWord[];
  readonly codes: readonly string[];
  readonly catalogue: number;
};

/** One question for all four: a visitor waits for each answer. */
async function readKnown(
  tx: Database,
  { stems, words, keys, prefix, codes }: Parameters<Vocabulary['read']>[0],
): Promise<KnownParts> {
  const end = prefix === undefined ? null : `${prefix}${lastCharacter}`;
  const codeQueries = codes.map(
    (form) => toCodeQuery([{ form, isPrefix: isCodePrefix(form) }]) ?? '',
  );
  const { rows } = await sql<KnownRow>`${prepared}
    with pair as materialized (
      select * from find_synonym where term_key = any(${[...keys]}::text[])
        or means_key = any(${[...keys]}::text[]) order by id limit 50)
    select
      (select coalesce(jsonb_agg(jsonb_build_array(stem, reports)), '[]') from (
        select stem, max(reports) as reports from find_word
        where stem = any(${[...stems]}::text[] || array(
            select unnest(string_to_array(term_key || ' ' || means_key, ' ')) from pair))
          and reports > 0 group by stem) known) as reports,
      (select coalesce(jsonb_agg(word), '[]') from find_word
        where word = any(${[...words]}::text[]) and (reports > 0 or is_inside)) as words,
      (select coalesce(jsonb_agg(jsonb_build_object('term', term, 'means', means,
          'termKey', term_key, 'meansKey', means_key) order by id), '[]')
        from pair) as synonyms,
      (select coalesce(jsonb_agg(to_jsonb(completion)), '[]') from (
        select word, stem, reports from find_word
        where word ~>=~ ${prefix ?? null} and word ~<~ ${end} and reports > 0
        order by reports desc, word limit ${sql.lit(maxCompletions)}) completion) as completions,
      (select coalesce(jsonb_agg(form), '[]')
        from unnest(${[...codes]}::text[], ${codeQueries}::tsquery[]) as asked (form, query)
        where exists (select from find_report where words @@ query)) as codes,
      coalesce((select reports from find_count), 0) as catalogue`.execute(tx);
  const [row] = rows;
  return {
    reports: new Map(row?.reports),
    words: new Set(row?.words),
    synonyms: row?.synonyms ?? [],
    completions: row?.completions ?? [],
    codes: new Set(row?.codes),
    catalogue: row?.catalogue ?? 0,
  };
}

/** Of so many newest reports it is looked at whether most have a word that very many have. */
const sampleSize = 200;

type NearRow = {
  readonly inside: readonly (readonly [run: string, reports: number, isInMost: boolean])[];
  readonly meant: readonly (readonly [stem: string, reports: number])[];
  readonly words: readonly KnownWord[];
};

async function readNear(
  tx: Database,
  { runs, deletes, meant }: Parameters<Vocabulary['readNear']>[0],
): ReturnType<Vocabulary['readNear']> {
  const { rows } = await sql<NearRow>`${prepared}
    select
      (select coalesce(jsonb_agg(jsonb_build_array(run, reports, case
          when reports < ${sql.lit(maxCountedInside)} then false
          else (select 2 * count(*) filter (where words @@ query) > count(*) from (
            select words from find_deep order by report_id desc limit ${sql.lit(sampleSize)}) newest)
          end)), '[]')
        from unnest(${runs.map((run) => run.join(' '))}::text[],
          ${runs.map((run) => toStemsQuery(run))}::tsquery[]) asked (run, query),
        lateral (select count(*) as reports from (
          select from find_deep where words @@ query
          limit ${sql.lit(maxCountedInside)}) found) counted
        where reports > 0) as inside,
      (select coalesce(jsonb_agg(jsonb_build_array(stem, reports)), '[]') from (
        select stem, max(reports) as reports from find_word
        where stem = any(${[...meant]}::text[]) and reports > 0 group by stem) known) as meant,
      (select coalesce(jsonb_agg(to_jsonb(near)), '[]') from (
        select word, stem, reports from find_word
        where (reports > 0 or is_inside) and word in (
          select word from find_delete where part = any(${[...deletes]}::text[]))
        limit 2000) near) as words`.execute(tx);
  const [row] = rows;
  const inside = (row?.inside ?? []).map(
    ([run, reports, isInMost]) => [run, isInMost ? Number.POSITIVE_INFINITY : reports] as const,
  );
  return { inside: new Map(inside), words: row?.words ?? [], meant: new Map(row?.meant) };
}
