import { hasValues } from './changed-fields.ts';
import {
  digestFields,
  failChangedSince,
  type VersionedKind,
  type VersionedThing,
} from './edit-version.model.ts';
import type { FormInput } from './form-fields.ts';
import type { Outcome, Refusal } from './outcome.model.ts';

/**
 * `conflict` where the thing is no longer what the form's `version` was made from, unless it says
 * the same already: a form whose answer was lost is sent again. A form without a version is taken.
 */
export function refuseOldForm<Kind extends VersionedKind>(
  kind: Kind,
  before: VersionedThing<Kind>,
  form: FormInput,
  values: Outcome<object>,
): Refusal | undefined {
  const version = form['version'];
  if (version === undefined || version === digestFields(kind, before)) return undefined;
  return values.ok && hasValues(before, values.value) ? undefined : failChangedSince('');
}
