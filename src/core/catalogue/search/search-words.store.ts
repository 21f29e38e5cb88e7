import { sql } from 'kysely';
import type { Database, Tx } from '../../deps.ts';
import { containsPattern } from '../../kernel/like-pattern.ts';
import type { ListStart } from '../../kernel/list-page.ts';
import { indexVersion } from './document.model.ts';
import { tokenize, toRunKey } from './normalize.model.ts';
import { isPlace, toQueryKey, type WordKind } from './search-word.model.ts';

export type SearchWord = {
  readonly kind: WordKind;
  readonly term: string;
  /** The meaning of the term; of a pin or a hidden report its code. */
  readonly means: string;
  readonly oneWay: boolean;
  /** Who wrote it last: the program's maker, or staff of the store. */
  readonly by: 'us' | 'staff';
};

export type StoredWord = SearchWord & {
  readonly id: number;
  /** Of a pin or a hidden report; null if no report has the code. */
  readonly reportTitle: string | null;
};

export type WordFilter = {
  readonly kinds: readonly WordKind[];
  /** Term or meaning contains it; '' for all. */
  readonly words: string;
  readonly by?: SearchWord['by'] | undefined;
};

type Wanted = WordFilter & { readonly limit: number; readonly start?: ListStart | undefined };

/** By term, and then by what it means. */
const sortKey = sql<string>`lower(term || ' ' || means)`;

const passes = ({ kinds, words, by }: WordFilter) =>
  sql<boolean>`(search_word.kind = any(${[...kinds]}::text[])
    and (term || ' ' || means) ilike ${containsPattern(words)}
    and (${by ?? null}::text is null or search_word.by = ${by ?? null}))`;

const columns = ['id', 'kind', 'term', 'means', 'oneWay', 'by'] as const;

const selectWords = (db: Database | Tx) =>
  db
    .selectFrom('searchWord')
    .select(columns.map((column) => `searchWord.${column}` as const))
    .select(
      sql<string | null>`case when search_word.kind in ('pin', 'hide') then (
        select title from report where code = means) end`.as('reportTitle'),
    );

/** Returns rows in the order of `sortKey`, the nearest to the start first. */
export function listWords(
  db: Database,
  { limit, start, ...filter }: Wanted,
): Promise<(StoredWord & { readonly sortKey: string })[]> {
  const direction = start?.isBackward ? 'desc' : 'asc';
  return selectWords(db)
    .select(sortKey.as('sortKey'))
    .where(passes(filter))
    .$if(start !== undefined, (query) =>
      query.where(
        sql<boolean>`(${sortKey}, id) ${sql.raw(start?.isBackward ? '<' : '>')}
          (${start?.key}::text, ${start?.id}::int)`,
      ),
    )
    .orderBy(sortKey, direction)
    .orderBy('id', direction)
    .limit(limit)
    .execute();
}

export async function countWordRows(db: Database | Tx, filter?: WordFilter): Promise<number> {
  const { total } = await db
    .selectFrom('searchWord')
    .where(filter ? passes(filter) : sql<boolean>`true`)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

export const findWord = (db: Database | Tx, id: number): Promise<StoredWord | undefined> =>
  selectWords(db).where('id', '=', id).executeTakeFirst();

/** The code as it is written of the report that has it, in whatever case; undefined if none has. */
export async function findReportCode(tx: Tx, code: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('report')
    .where(sql`lower(code)`, '=', code.toLowerCase())
    .where('binnedAt', 'is', null)
    .select('code')
    .executeTakeFirst();
  return row?.code;
}

/** The key that a search compares: the stems in their order; of a pin the whole query. */
const toKeys = ({ kind, term, means }: Pick<SearchWord, 'kind' | 'term' | 'means'>) =>
  isPlace(kind)
    ? { termKey: toQueryKey(tokenize(term)), meansKey: '' }
    : { termKey: toRunKey(tokenize(term)), meansKey: toRunKey(tokenize(means)) };

/** undefined if the row is there already. */
export async function insertWord(tx: Tx, word: SearchWord): Promise<number | undefined> {
  const row = await tx
    .insertInto('searchWord')
    .values({ ...word, ...toKeys(word), version: indexVersion })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/** False if another row says the same, or there is no such row. */
export async function updateWord(tx: Tx, id: number, word: SearchWord): Promise<boolean> {
  const { kind, term, means } = word;
  const row = await tx
    .updateTable('searchWord')
    .set({ ...word, ...toKeys(word), version: indexVersion })
    .where('id', '=', id)
    .where(
      sql<boolean>`not exists (select from search_word other where other.id <> ${id}
        and other.kind = ${kind} and lower(other.term) = lower(${term})
        and lower(other.means) = lower(${means}))`,
    )
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export const deleteWord = (tx: Tx, id: number): Promise<SearchWord | undefined> =>
  tx
    .deleteFrom('searchWord')
    .where('id', '=', id)
    .returning(['kind', 'term', 'means', 'oneWay', 'by'])
    .executeTakeFirst();

/** The id of the row that says just this. */
export async function findSame(
  tx: Tx,
  { kind, term, means }: Pick<SearchWord, 'kind' | 'term' | 'means'>,
): Promise<number | undefined> {
  const row = await tx
    .selectFrom('searchWord')
    .where('kind', '=', kind)
    .where('term', '=', term)
    .where('means', '=', means)
    .select('id')
    .executeTakeFirst();
  return row?.id;
}

const rowsAtOnce = 1000;

/** Rows of a migration, or of a version that spelled words otherwise, have the keys of today. */
export async function rekeyWords(db: Database): Promise<void> {
  for (;;) {
    const rows = await db
      .selectFrom('searchWord')
      .where('version', '<>', indexVersion)
      .select(['id', 'kind', 'term', 'means'])
      .limit(rowsAtOnce)
      .execute();
    if (rows.length === 0) return;
    const keyed = JSON.stringify(rows.map((row) => ({ id: row.id, ...toKeys(row) })));
    await sql`
      update search_word set term_key = keyed."termKey", means_key = keyed."meansKey",
        version = ${indexVersion}
      from jsonb_to_recordset(${keyed}::jsonb) as keyed (id int, "termKey" text, "meansKey" text)
      where search_word.id = keyed.id and version <> ${indexVersion}`.execute(db);
  }
}
