/** What PostgreSQL knows of words: `Vocabulary` over its tables. */
import { sql } from 'kysely';
import type { Database } from '../../deps.ts';
import { isCodePrefix } from './query-code.model.ts';
import { toCodeQuery } from './ts-query.model.ts';
import {
  maxCompletions,
  type KnownParts,
  type KnownWord,
  type Synonym,
  type Vocabulary,
} from './vocabulary.ts';

export const createStoredVocabulary = (tx: Database): Vocabulary => ({
  read: async (wanted) => ({
    ...(await readKnown(tx, wanted)),
    codes: await listKnownCodes(tx, wanted.codes),
  }),
  readNear: async ({ stems, deletes }) => ({
    inside: await listInside(tx, stems),
    words: await listNearWords(tx, deletes),
  }),
});

type KnownRow = {
  readonly reports: readonly (readonly [stem: string, reports: number])[];
  readonly synonyms: readonly Synonym[];
  readonly completions: readonly KnownWord[];
};

/** One question for all three: a visitor waits for each answer. */
async function readKnown(
  tx: Database,
  { stems, keys, prefix }: Parameters<Vocabulary['read']>[0],
): Promise<Omit<KnownParts, 'codes'>> {
  const pattern = prefix === undefined ? null : `${prefix}%`;
  const { rows } = await sql<KnownRow>`
    select
      (select coalesce(jsonb_agg(jsonb_build_array(stem, reports)), '[]') from (
        select stem, max(reports) as reports from find_word
        where stem = any(${[...stems]}::text[]) and reports > 0 group by stem) known) as reports,
      (select coalesce(jsonb_agg(jsonb_build_object('term', term, 'means', means,
          'termKey', term_key, 'meansKey', means_key) order by id), '[]') from (
        select * from find_synonym where term_key = any(${[...keys]}::text[])
          or means_key = any(${[...keys]}::text[]) order by id limit 50) pair) as synonyms,
      (select coalesce(jsonb_agg(to_jsonb(completion)), '[]') from (
        select word, stem, reports from find_word
        where word like ${pattern}::text and reports > 0
        order by reports desc, word limit ${maxCompletions}) completion) as completions`.execute(
    tx,
  );
  const [row] = rows;
  return {
    reports: new Map(row?.reports),
    synonyms: row?.synonyms ?? [],
    completions: row?.completions ?? [],
  };
}

async function listKnownCodes(
  tx: Database,
  codes: readonly string[],
): Promise<ReadonlySet<string>> {
  if (codes.length === 0) return new Set();
  const queries = codes.map((form) => toCodeQuery([{ form, isPrefix: isCodePrefix(form) }]) ?? '');
  const { rows } = await sql<{ form: string }>`
    select form from unnest(${[...codes]}::text[], ${queries}::text[]) as asked (form, query)
    where exists (select from find_report where words @@ asked.query::tsquery)`.execute(tx);
  return new Set(rows.map(({ form }) => form));
}

async function listInside(tx: Database, stems: readonly string[]): Promise<ReadonlySet<string>> {
  if (stems.length === 0) return new Set();
  const { rows } = await sql<{ stem: string }>`
    select stem from unnest(${[...stems]}::text[]) stem
    where exists (select from find_deep
      where words @@ (quote_literal(stem))::tsquery)`.execute(tx);
  return new Set(rows.map(({ stem }) => stem));
}

async function listNearWords(tx: Database, deletes: readonly string[]): Promise<KnownWord[]> {
  if (deletes.length === 0) return [];
  const { rows } = await sql<KnownWord>`
    select word, stem, reports from find_word
    where reports > 0
      and word in (select word from find_delete where part = any(${[...deletes]}::text[]))
    limit 2000`.execute(tx);
  return rows;
}
