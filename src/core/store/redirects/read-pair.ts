/** The form of a redirect, and what is wrong with it in words. */
import { failWithFieldErrors, readTextField, type FormInput } from '../../kernel/form-fields.ts';
import { ok, type Outcome, type Refusal } from '../../kernel/outcome.model.ts';
import {
  isOfBackOffice,
  readFromPath,
  readToPath,
  toFromPath,
  toRedirectKey,
  type PathPair,
} from './redirect.model.ts';

/** `invalid` by field. */
export function readPair(form: FormInput, origin: string): Outcome<PathPair> {
  const from = readFromPath(readTextField(form, 'from'), origin);
  const to = readToPath(readTextField(form, 'to'), origin);
  const isTaken = from !== undefined && isOfBackOffice(from);
  if (from !== undefined && to !== undefined && !isTaken) return ok({ from, to });
  return failWithFieldErrors({
    ...(from === undefined ? { from: [`Give ${fromHint}.`] } : {}),
    ...(isTaken ? { from: [`${from} belongs to the back office. Give another address.`] } : {}),
    ...(to === undefined ? { to: [`Give ${toHint}.`] } : {}),
  });
}

const fromHint = 'an address of this site that begins with /, such as /old-page';
const toHint = 'an address that begins with / or https://';

/** The sentence on a redirect that would lead in a circle. */
export const describeCircle = ({ from, to }: PathPair): string =>
  toRedirectKey(from) === toRedirectKey(toFromPath(to))
    ? 'An address can’t redirect to itself.'
    : `${from} would lead back to itself, by way of ${to}.`;

export const failAt = (field: 'from' | 'to', sentence: string): Refusal =>
  failWithFieldErrors({ [field]: [sentence] });
