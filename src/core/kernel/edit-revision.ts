/**
 * How the edits of two people meet: a row has a revision, another one whenever a field of its form
 * changes (migration 0240), and a form carries the one that it was made from.
 */
import type { Tx } from '../given-deps.ts';
import { findLastActor, type ChangedThing } from './audit.store.ts';
import { hasValues } from './changed-fields.ts';
import type { FormInput } from './form-fields.ts';
import { fail, type Outcome, type Refusal } from './outcome.model.ts';

type OldForm = {
  /** As the audit log has it, which knows who changed it. */
  readonly thing: ChangedThing;
  /** The row as it is now. */
  readonly before: { readonly revision: number | string };
  readonly form: FormInput;
  readonly values: Outcome<object>;
};

/**
 * `conflict` with the name of who changed the thing, where it is no longer what the form's `revision`
 * was made from, unless it says the same already: a form whose answer was lost is sent again. A form
 * without a revision is taken.
 */
export async function refuseOldForm(
  tx: Tx,
  { thing, before, form, values }: OldForm,
): Promise<Refusal | undefined> {
  const revision = form['revision'];
  if (revision === undefined || revision === String(before.revision)) return undefined;
  if (values.ok && hasValues(before, values.value)) return undefined;
  return failChangedSince((await findLastActor(tx, thing)) ?? '');
}

/** A form that was made from an earlier text is refused, and may be sent again. */
export const failChangedSince = (changedBy: string): Refusal =>
  fail(
    'conflict',
    `${changedBy || 'Somebody'} has changed this since you opened it, so nothing was ` +
      'saved. Their text and what you typed are both below. Saving again overwrites their text.',
  );
