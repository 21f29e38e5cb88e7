import type { Database, Tx } from '../deps.ts';
import type { EditedService } from './model.ts';
import type { ServiceValues } from './service-form.ts';

export const findService = (db: Database | Tx, id: number): Promise<EditedService | undefined> =>
  db.selectFrom('service').selectAll().where('id', '=', id).executeTakeFirst();

export async function insertService(tx: Tx, values: ServiceValues): Promise<number> {
  const { id } = await tx
    .insertInto('service')
    .values(values)
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateService(tx: Tx, id: number, values: ServiceValues): Promise<void> {
  await tx.updateTable('service').set(values).where('id', '=', id).execute();
}

export async function deleteService(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('service').where('id', '=', id).execute();
}
