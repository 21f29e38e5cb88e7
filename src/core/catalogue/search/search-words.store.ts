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

/** A row as it is typed. */
export type TypedWord = Omit<SearchWord, 'by'>;

export type StoredWord = SearchWord & {
  readonly id: number;
  /** Of a pin or a hidden report; null if no report has the code. */
  readonly reportTitle: string | null;
};

export type WordFilter = {
  readonly kinds: readonly WordKind[];
  /** Term or meaning contains it. */
  readonly words?: string | undefined;
  readonly by?: SearchWord['by'] | undefined;
};

type Wanted = WordFilter & { readonly limit: number; readonly start?: ListStart | undefined };

/** By term, and then by what it means. */
const sortKey = sql<string>`lower(term || ' ' || means)`;

const passes = ({ kinds, words = '', by }: WordFilter) =>
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

/** By code in lower case, the code as its report writes it: of pins and hidden reports. */
export async function findReportCodes(
  tx: Tx,
  words: readonly TypedWord[],
): Promise<ReadonlyMap<string, string>> {
  const asked = words.flatMap(({ kind, means }) => (isPlace(kind) ? [means.toLowerCase()] : []));
  if (asked.length === 0) return new Map();
  const rows = await tx
    .selectFrom('report')
    .where(sql<boolean>`lower(code) = any(${asked}::text[])`)
    .where('binnedAt', 'is', null)
    .select('code')
    .execute();
  return new Map(rows.map(({ code }) => [code.toLowerCase(), code]));
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

/** Rows as a table `given`, each once: of two that say the same the last. */
const toTable = (words: readonly TypedWord[]) => {
  const rows = words.map((word, place) => ({ ...word, ...toKeys(word), place }));
  return sql`(select distinct on (kind, lower(term), lower(means)) *
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as d (kind text, term text, means text,
      "oneWay" boolean, by text, "termKey" text, "meansKey" text, place int)
    order by kind, lower(term), lower(means), place desc) given`;
};

const isSame = sql`w.kind = given.kind and lower(w.term) = lower(given.term)
  and lower(w.means) = lower(given.means)`;
const isJustSame = sql`w.kind = given.kind and w.term = given.term and w.means = given.means
  and w.one_way = given."oneWay"`;
const insertGiven = (words: readonly SearchWord[]) => sql`
  insert into search_word (kind, term, means, one_way, by, term_key, means_key, version)
  select kind, term, means, "oneWay", by, "termKey", "meansKey", ${indexVersion}::int
  from ${toTable(words)}`;
const wordOf = (table: string) =>
  sql.raw(['kind', 'term', 'means', 'one_way', 'by'].map((name) => `${table}.${name}`).join());

/**
 * All of these are in the table. Returns the rows that say something else now, as they were, and all
 * that are new or changed.
 */
export async function putWords(
  tx: Tx,
  words: readonly SearchWord[],
): Promise<{ readonly before: readonly SearchWord[]; readonly after: readonly SearchWord[] }> {
  const before = await sql<SearchWord>`select ${wordOf('w')} from search_word w
    join ${toTable(words)} on ${isSame} where w.one_way <> given."oneWay" for update of w`.execute(
    tx,
  );
  const after = await sql<SearchWord>`${insertGiven(words)}
    on conflict (kind, lower(term), lower(means)) do update set one_way = excluded.one_way,
      by = excluded.by, term = excluded.term, means = excluded.means
    where search_word.one_way <> excluded.one_way returning ${wordOf('search_word')}`.execute(tx);
  return { before: before.rows, after: after.rows };
}

/** The ids of the rows that say just this, by the place of each among the words. */
export async function listSame(
  tx: Tx,
  words: readonly TypedWord[],
): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ id: number; place: number }>`
    select w.id, place from search_word w join ${toTable(words)} on ${isJustSame}`.execute(tx);
  return new Map(rows.map(({ id, place }) => [place, id]));
}

/** Returns how many of these were not there yet, and are now. */
export async function insertWords(tx: Tx, words: readonly SearchWord[]): Promise<number> {
  const { numAffectedRows } = await sql`${insertGiven(words)} on conflict do nothing`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

/** Returns how many of these were there just so, and are gone. */
export async function deleteWords(tx: Tx, words: readonly SearchWord[]): Promise<number> {
  const { numAffectedRows } = await sql`delete from search_word w using ${toTable(words)}
    where ${isJustSame}`.execute(tx);
  return Number(numAffectedRows ?? 0);
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
