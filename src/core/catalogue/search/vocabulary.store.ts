/** What PostgreSQL knows of words: `Vocabulary` over its tables. */
import { sql } from 'kysely';
import type { Tx } from '../../deps.ts';
import { isCodePrefix } from './query-code.model.ts';
import { toCodeQuery } from './ts-query.model.ts';
import { maxCompletions, type KnownWord, type Synonym, type Vocabulary } from './vocabulary.ts';

export const createStoredVocabulary = (tx: Tx): Vocabulary => ({
  read: async (wanted) => ({
    reports: await countReportsByStem(tx, wanted.stems),
    synonyms: await listSynonyms(tx, wanted.keys),
    completions: await listCompletions(tx, wanted.prefix),
    codes: await listKnownCodes(tx, wanted.codes),
  }),
  readNear: async ({ stems, deletes }) => ({
    inside: await listInside(tx, stems),
    words: await listNearWords(tx, deletes),
  }),
});

async function countReportsByStem(
  tx: Tx,
  stems: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (stems.length === 0) return new Map();
  const { rows } = await sql<{ stem: string; reports: number }>`
    select stem, max(reports) as reports from find_word
    where stem = any(${[...stems]}::text[]) and reports > 0 group by stem`.execute(tx);
  return new Map(rows.map(({ stem, reports }) => [stem, reports]));
}

async function listSynonyms(tx: Tx, keys: readonly string[]): Promise<Synonym[]> {
  if (keys.length === 0) return [];
  const { rows } = await sql<Synonym>`
    select term, means, term_key, means_key from find_synonym
    where term_key = any(${[...keys]}::text[]) or means_key = any(${[...keys]}::text[])
    order by id limit 50`.execute(tx);
  return rows;
}

async function listCompletions(tx: Tx, prefix: string | undefined): Promise<KnownWord[]> {
  if (prefix === undefined) return [];
  const { rows } = await sql<KnownWord>`
    select word, stem, reports from find_word
    where word like ${`${prefix}%`} and reports > 0
    order by reports desc, word limit ${maxCompletions}`.execute(tx);
  return rows;
}

async function listKnownCodes(tx: Tx, codes: readonly string[]): Promise<ReadonlySet<string>> {
  const known = new Set<string>();
  for (const form of codes) {
    const query = toCodeQuery([{ form, isPrefix: isCodePrefix(form) }]);
    const { rows } = await sql`
      select from find_report where words @@ ${query}::tsquery limit 1`.execute(tx);
    if (rows.length > 0) known.add(form);
  }
  return known;
}

async function listInside(tx: Tx, stems: readonly string[]): Promise<ReadonlySet<string>> {
  if (stems.length === 0) return new Set();
  const { rows } = await sql<{ stem: string }>`
    select stem from unnest(${[...stems]}::text[]) stem
    where exists (select from find_deep
      where words @@ (quote_literal(stem))::tsquery)`.execute(tx);
  return new Set(rows.map(({ stem }) => stem));
}

async function listNearWords(tx: Tx, deletes: readonly string[]): Promise<KnownWord[]> {
  if (deletes.length === 0) return [];
  const { rows } = await sql<KnownWord>`
    select word, stem, reports from find_word
    where reports > 0
      and word in (select word from find_delete where part = any(${[...deletes]}::text[]))
    limit 2000`.execute(tx);
  return rows;
}
