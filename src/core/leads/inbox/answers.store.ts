import type { Insertable } from 'kysely';
import type { Database, Tx } from '../../deps.ts';
import type { DB } from '../../kernel/database-types.ts';
import type { LeadKind } from '../lead-kinds.model.ts';

export const listAnswers = (db: Database | Tx, leadId: number) =>
  db
    .selectFrom('leadAnswer')
    .innerJoin('staff', 'staff.id', 'leadAnswer.staffId')
    .select(['leadAnswer.id', 'staffId', 'staff.name as author', 'subject', 'body', 'sentAt'])
    .where('leadId', '=', leadId)
    .orderBy('leadAnswer.id')
    .execute();

export const insertAnswer = (
  tx: Tx,
  answer: Omit<Insertable<DB['leadAnswer']>, 'id'>,
): Promise<{ id: number }> =>
  tx.insertInto('leadAnswer').values(answer).returning('id').executeTakeFirstOrThrow();

/** All templates by name. */
export const listTemplateRows = (db: Database | Tx) =>
  db
    .selectFrom('answerTemplate')
    .leftJoin('staff', 'staff.id', 'answerTemplate.changedBy')
    .select([
      'answerTemplate.id',
      'answerTemplate.name',
      'kind',
      'subject',
      'body',
      'changedAt',
      'revision',
    ])
    .select('staff.name as changedBy')
    .orderBy('answerTemplate.name')
    .execute();

export type TemplateFields = {
  readonly name: string;
  readonly kind: LeadKind | null;
  readonly subject: string;
  readonly body: string;
};
type TemplateChange = TemplateFields & { readonly changedAt: Date; readonly changedBy: number };

/** The new template's id; undefined if another has the name. */
export async function insertTemplate(
  tx: Tx,
  template: TemplateChange,
): Promise<number | undefined> {
  const row = await tx
    .insertInto('answerTemplate')
    .values(template)
    .onConflict((conflict) => conflict.column('name').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/** The template's fields, locked until `tx` ends. */
export const lockTemplate = (
  tx: Tx,
  id: number,
): Promise<(TemplateFields & { readonly revision: number }) | undefined> =>
  tx
    .selectFrom('answerTemplate')
    .select(['name', 'kind', 'subject', 'body', 'revision'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();

/** True if another template than `exceptId` has the name. */
export async function isTemplateNameTaken(
  tx: Tx,
  name: string,
  exceptId: number,
): Promise<boolean> {
  const row = await tx
    .selectFrom('answerTemplate')
    .select('id')
    .where('name', '=', name)
    .where('id', '!=', exceptId)
    .executeTakeFirst();
  return row !== undefined;
}

export async function updateTemplate(tx: Tx, id: number, change: TemplateChange): Promise<void> {
  await tx.updateTable('answerTemplate').set(change).where('id', '=', id).execute();
}

export async function deleteTemplateRow(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('answerTemplate').where('id', '=', id).execute();
}
