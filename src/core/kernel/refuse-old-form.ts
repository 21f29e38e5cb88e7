import type { Tx } from '../deps.ts';
import { findLastActor, type ChangedThing } from './audit.store.ts';
import { hasValues } from './changed-fields.ts';
import {
  digestFields,
  failChangedSince,
  type VersionedKind,
  type VersionedThing,
} from './edit-version.model.ts';
import type { FormInput } from './form-fields.ts';
import type { Outcome, Refusal } from './outcome.model.ts';

type OldForm<Kind extends VersionedKind> = {
  readonly kind: Kind;
  /** As the audit log has it, which knows who changed it. */
  readonly thing: ChangedThing;
  readonly before: VersionedThing<Kind>;
  readonly form: FormInput;
  readonly values: Outcome<object>;
};

/**
 * `conflict` with the name of who changed the thing, where it is no longer what the form's `version`
 * was made from, unless it says the same already: a form whose answer was lost is sent again. A form
 * without a version is taken.
 */
export async function refuseOldForm<Kind extends VersionedKind>(
  tx: Tx,
  { kind, thing, before, form, values }: OldForm<Kind>,
): Promise<Refusal | undefined> {
  const version = form['version'];
  if (version === undefined || version === digestFields(kind, before)) return undefined;
  if (values.ok && hasValues(before, values.value)) return undefined;
  return failChangedSince((await findLastActor(tx, thing)) ?? '');
}
