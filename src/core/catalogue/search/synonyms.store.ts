import type { Database, Tx } from '../../deps.ts';
import type { Synonym } from './vocabulary.ts';

type Row = { id: number; term: string; means: string };

export const listSynonyms = (db: Database): Promise<Row[]> =>
  db
    .selectFrom('findSynonym')
    .select(['id', 'term', 'means'])
    .orderBy('term')
    .orderBy('means')
    .execute();

export async function countSynonyms(tx: Tx): Promise<number> {
  const { total } = await tx
    .selectFrom('findSynonym')
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
