import { redirect } from 'react-router';
import { z } from 'zod';
import type { Route } from './+types/typed.ts';
import { parseCleanJson } from '#core/kernel/clean-text.model.ts';
import { fail } from '#core/kernel/outcome.model.ts';
import { typingVerbs } from '#core/kernel/typed-text.model.ts';
import { refusalStatus } from '#src/faults/refusal-status.ts';
import { appContext } from '#site/context.ts';
import { respondRejected } from '#site/refusal-response.ts';
import { staffContext } from './context.ts';
import { keptPlaceField, notTyped } from './frame/kept-fields.ts';
import { readKeptKey } from './frame/read-kept-key.ts';
import type { AdminHandle } from './page-handle.ts';

export const handle: AdminHandle = { verb: typingVerbs };

const noStore = { 'cache-control': 'private, no-store' };
const fieldsSchema = z.record(z.string().max(200), z.string());

/** What the person has typed at `place` and not saved: for the script of its form. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { actor } = context.get(staffContext);
  const place = new URL(request.url).searchParams.get('place') ?? '';
  const kept = await context.get(appContext).typedText.read(actor, place);
  const status = kept.ok ? 200 : refusalStatus[kept.code];
  return Response.json(kept.ok ? kept.value : kept, { status, headers: noStore });
}

/**
 * Keeps a form: its fields as JSON, from a script, which is answered 204; or the form itself, by a
 * button, which leads back to its page.
 */
export async function action({ context, request }: Route.ActionArgs) {
  const { actor, form, setFlash } = context.get(staffContext);
  const { [keptPlaceField]: place = '', typed } = form.fields;
  const formKey = readKeptKey(form);
  const posted = Object.entries(form.fields).filter(([name]) => !notTyped.has(name));
  const read = fieldsSchema.safeParse(
    typed === undefined ? Object.fromEntries(posted) : parseCleanJson(typed),
  );
  const kept = read.success
    ? await context.get(appContext).typedText.keep(actor, { place, formKey, fields: read.data })
    : fail('malformed', 'The fields could not be read.');
  if (typed !== undefined)
    return kept.ok
      ? new Response(null, { status: 204, headers: noStore })
      : Response.json(kept, { status: refusalStatus[kept.code], headers: noStore });
  if (!kept.ok) throw respondRejected(kept, form.fields);
  setFlash('Your draft was saved. Others see that you are writing.');
  return redirect(place + new URL(request.url).search, 303);
}
