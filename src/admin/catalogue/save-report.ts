import { z } from 'zod';
import type { Route } from './+types/save-report.ts';
import { parseCleanJson } from '#core/kernel/clean-text.model.ts';
import { fail } from '#core/kernel/outcome.model.ts';
import { refusalStatus } from '#src/faults/refusal-status.ts';
import { appContext } from '#site/context.ts';
import { staffContext } from '#admin/context.ts';
import type { AdminHandle } from '#admin/page-handle.ts';
import { readFieldId, readId } from '#admin/frame/read-id.ts';

export const handle: AdminHandle = { verb: 'report.edit' };

const noStore = { 'cache-control': 'private, no-store' };
const changesSchema = z
  .array(z.object({ path: z.string().max(100), before: z.unknown(), after: z.unknown() }))
  .max(100);

/** Who else has the editor open, and the newest revision: for the editor's script. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { actor } = context.get(staffContext);
  const { editing } = context.get(appContext).catalogue;
  const opened = await editing.drafts.open(actor, readId(params.id));
  if (!opened.ok) return Response.json(opened, { status: refusalStatus[opened.code] });
  const { revision, editors, schedule } = opened.value;
  return Response.json({ revision, editors, schedule }, { headers: noStore });
}

/**
 * Saves fields for the editor's script, which sends them as JSON in a form; or reads a table of
 * contents that was pasted.
 */
export async function action({ context, params }: Route.ActionArgs) {
  const { actor, form } = context.get(staffContext);
  const { editing } = context.get(appContext).catalogue;
  const { intent, html = '', text = '', changes = '', revision = '' } = form.fields;
  if (intent === 'read-contents')
    return Response.json(editing.pasted.readContents({ html, text }), { headers: noStore });
  if (intent === 'read-description')
    return Response.json(editing.pasted.readDescription(html), { headers: noStore });
  const read = readChanges(changes);
  const saved = read
    ? await editing.drafts.save(actor, readId(params.id), {
        changes: read.map(({ path, before, after }) => ({ path, before, after })),
        revision: readFieldId(revision),
      })
    : fail('malformed', 'The changes could not be read.');
  return Response.json(saved, {
    status: saved.ok ? 200 : refusalStatus[saved.code],
    headers: noStore,
  });
}

const readChanges = (text: string) => changesSchema.safeParse(parseCleanJson(text)).data;
