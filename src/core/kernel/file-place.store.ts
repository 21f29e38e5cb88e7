import { sql } from 'kysely';
import type { Database } from '../given-deps.ts';

/** The database's knowledge of the place of its files. */
export type FilePlace = {
  /** The last mark that the files have: "17 9f3c…"; '' until they have their first. */
  readonly mark: string;
  /** One that is being written into the files. */
  readonly nextMark: string | null;
  readonly quietUntil: Date | null;
  readonly quietReason: string | null;
};

/** Undefined if no program has looked at the store's files yet. */
export const findFilePlace = (db: Database): Promise<FilePlace | undefined> =>
  db
    .selectFrom('filePlace')
    .select(['mark', 'nextMark', 'quietUntil', 'quietReason'])
    .executeTakeFirst();

/** The files get this mark now; the row is there afterwards. */
export async function noteNextMark(db: Database, nextMark: string): Promise<void> {
  await db
    .insertInto('filePlace')
    .values({ mark: '', nextMark })
    .onConflict((conflict) => conflict.column('isOnlyRow').doUpdateSet({ nextMark }))
    .execute();
}

/** The files have this mark. */
export async function noteMark(db: Database, mark: string): Promise<void> {
  await db.updateTable('filePlace').set({ mark, nextMark: null }).execute();
}

/** No file is cleaned away until then. */
export async function noteQuiet(
  db: Database,
  quiet: { readonly quietUntil: Date; readonly quietReason: string },
): Promise<void> {
  await db.updateTable('filePlace').set(quiet).execute();
}

/** Two programs that start together look at the files one after the other. */
export const underFilesLock = <T>(db: Database, work: () => Promise<T>): Promise<T> =>
  db.connection().execute(async (connection) => {
    await sql`select pg_advisory_lock(hashtext('file place'))`.execute(connection);
    try {
      return await work();
    } finally {
      await sql`select pg_advisory_unlock(hashtext('file place'))`.execute(connection);
    }
  });

/** True for a store without a single report: nobody can say of its files which are needed. */
export async function isStoreEmpty(db: Database): Promise<boolean> {
  const report = await db.selectFrom('report').select('id').limit(1).executeTakeFirst();
  return report === undefined;
}
