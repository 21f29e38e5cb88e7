import { sql } from 'kysely';
import type { Database, Tx } from '../deps.ts';
import type { EditedEntry, EntryKind, EntryValues } from './entry.model.ts';

type Edit = { readonly changedAt: Date; readonly changedBy: string };

/** Each kind has a table of its own; its entries are few, and read in the order of the site. */
export type EntryTable<Kind extends EntryKind> = {
  readonly list: (db: Database | Tx) => Promise<EditedEntry<Kind>[]>;
  readonly insert: (tx: Tx, values: EntryValues<Kind> & Edit) => Promise<{ id: number }>;
  readonly update: (tx: Tx, id: number, values: EntryValues<Kind> & Edit) => Promise<unknown>;
};

const edited = ['id', 'isHidden', 'changedAt', 'changedBy', 'binnedAt', 'revision'] as const;

export const entryTables: { readonly [Kind in EntryKind]: EntryTable<Kind> } = {
  faq: {
    list: (db) =>
      db
        .selectFrom('faq')
        .select([...edited, 'title', 'html'])
        .orderBy('position')
        .orderBy('id')
        .execute(),
    insert: (tx, values) =>
      tx
        .insertInto('faq')
        .values({ ...values, position: 0 })
        .returning('id')
        .executeTakeFirstOrThrow(),
    update: (tx, id, values) => tx.updateTable('faq').set(values).where('id', '=', id).execute(),
  },
  testimonial: {
    list: (db) =>
      db
        .selectFrom('testimonial')
        .select([...edited, 'name', 'designation', 'description', 'image', 'isSample'])
        .orderBy('position')
        .orderBy('id')
        .execute(),
    insert: (tx, values) =>
      tx.insertInto('testimonial').values(values).returning('id').executeTakeFirstOrThrow(),
    update: (tx, id, values) =>
      tx.updateTable('testimonial').set(values).where('id', '=', id).execute(),
  },
  clientLogo: {
    list: (db) =>
      db
        .selectFrom('clientLogo')
        .select([...edited, 'name', 'image', 'isSample'])
        .orderBy('position')
        .orderBy('id')
        .execute(),
    insert: (tx, values) =>
      tx.insertInto('clientLogo').values(values).returning('id').executeTakeFirstOrThrow(),
    update: (tx, id, values) =>
      tx.updateTable('clientLogo').set(values).where('id', '=', id).execute(),
  },
};

/** Nobody else changes entries of the kind until `tx` ends. */
export async function lockEntries(tx: Tx, kind: EntryKind): Promise<void> {
  await sql`lock table ${sql.table(tableNames[kind])} in share row exclusive mode`.execute(tx);
}

const tableNames = { faq: 'faq', testimonial: 'testimonial', clientLogo: 'client_logo' } as const;

/** The entry is in the bin from that time on; null takes it out. */
export async function setBinned(
  tx: Tx,
  kind: EntryKind,
  id: number,
  values: { readonly binnedAt: Date | null } & Edit,
): Promise<void> {
  await tx.updateTable(kind).set(values).where('id', '=', id).execute();
}

/** Nothing is left of the entry. */
export async function deleteEntry(tx: Tx, kind: EntryKind, id: number): Promise<void> {
  await tx.deleteFrom(kind).where('id', '=', id).execute();
}

/** The entries are in the order of the ids. */
export async function setOrder(tx: Tx, kind: EntryKind, ids: readonly number[]): Promise<void> {
  await tx
    .updateTable(kind)
    .set({ position: sql<number>`array_position(${[...ids]}::int[], id)` })
    .where('id', 'in', [...ids])
    .execute();
}
