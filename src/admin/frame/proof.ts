import { redirect } from 'react-router';
import type { Refusal } from '#core/kernel/outcome.model.ts';
import type { FieldValues } from '#site/form-fields.ts';

/** Where staff prove once more who they are; `next` leads back. */
const proofPath = '/admin/prove';

/**
 * For a refusal that asks for a proof of identity: 303 to the page for it, which leads back to `path`
 * with what was typed in its query. Undefined for any other refusal. Nothing is done by coming back:
 * the form is shown as it was typed, and sent once more.
 */
export function redirectToProof(
  { code }: Refusal,
  path: string,
  typed: FieldValues = {},
): Response | undefined {
  if (code !== 'proof-needed') return undefined;
  const query = new URLSearchParams(typed);
  const next = query.size === 0 ? path : `${path}?${query}`;
  return redirect(`${proofPath}?${new URLSearchParams({ next })}`, 303);
}

/** What was typed before the proof, of these fields; each is undefined on the first visit. */
export function readTyped<Name extends string>(
  requestUrl: string,
  names: readonly Name[],
): Partial<Record<Name, string>> {
  const { searchParams } = new URL(requestUrl);
  const typed: Partial<Record<Name, string>> = {};
  for (const name of names) {
    const value = searchParams.get(name);
    if (value !== null) typed[name] = value.slice(0, 1000);
  }
  return typed;
}
