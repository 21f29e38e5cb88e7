import type { Tx } from '../../deps.ts';

/** The reports were last changed then, by this person or program. */
export async function saveLastEdits(
  tx: Tx,
  reportIds: readonly number[],
  edit: { readonly editedAt: Date; readonly editedBy: string },
): Promise<void> {
  if (reportIds.length === 0) return;
  await tx
    .insertInto('reportLastEdit')
    .values(reportIds.map((reportId) => ({ reportId, ...edit })))
    .onConflict((conflict) =>
      conflict.column('reportId').doUpdateSet((eb) => ({
        editedAt: eb.ref('excluded.editedAt'),
        editedBy: eb.ref('excluded.editedBy'),
        isUnchecked: true,
      })),
    )
    .execute();
}
