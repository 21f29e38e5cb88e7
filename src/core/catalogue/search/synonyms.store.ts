import { sql } from 'kysely';
import type { Database, Tx } from '../../deps.ts';
import { containsPattern } from '../../kernel/like-pattern.ts';
import type { Synonym } from './vocabulary.ts';

type Row = { id: number; term: string; means: string };

/** A pair's place in the order of the list. */
export type SynonymPlace = Pick<Row, 'term' | 'means'>;

type Wanted = {
  /** Either of the two contains it; '' for all. */
  readonly words: string;
  readonly limit: number;
  /** Only what stands behind, or before, this place. */
  readonly after?: SynonymPlace | undefined;
  readonly before?: SynonymPlace | undefined;
};

/** By term, and then by what it means. */
export async function listSynonyms(db: Database, wanted: Wanted): Promise<Row[]> {
  const { after, before } = wanted;
  const place = after ?? before;
  const isBackward = !after && before !== undefined;
  const rows = await db
    .selectFrom('findSynonym')
    .select(['id', 'term', 'means'])
    .where(contains(wanted.words))
    .$if(place !== undefined, (query) =>
      query.where(
        sql<boolean>`(lower(term), lower(means)) ${sql.raw(isBackward ? '<' : '>')}
          (lower(${place?.term}), lower(${place?.means}))`,
      ),
    )
    .orderBy(sql`lower(term)`, isBackward ? 'desc' : 'asc')
    .orderBy(sql`lower(means)`, isBackward ? 'desc' : 'asc')
    .limit(wanted.limit)
    .execute();
  return isBackward ? rows.toReversed() : rows;
}

const contains = (words: string) =>
  sql<boolean>`(term || ' ' || means) ilike ${containsPattern(words)}`;

export async function countSynonyms(db: Database | Tx, words = ''): Promise<number> {
  const { total } = await db
    .selectFrom('findSynonym')
    .where(contains(words))
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

/** undefined where the pair is there already. */
export async function insertSynonym(tx: Tx, synonym: Synonym): Promise<number | undefined> {
  const row = await tx
    .insertInto('findSynonym')
    .values(synonym)
    .onConflict((conflict) => conflict.columns(['termKey', 'meansKey']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

export const deleteSynonym = (tx: Tx, id: number): Promise<Row | undefined> =>
  tx
    .deleteFrom('findSynonym')
    .where('id', '=', id)
    .returning(['id', 'term', 'means'])
    .executeTakeFirst();

/** False where there is no such pair. */
export async function deletePair(tx: Tx, { term, means }: SynonymPlace): Promise<boolean> {
  const row = await tx
    .deleteFrom('findSynonym')
    .where('term', '=', term)
    .where('means', '=', means)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}
