import type { Route } from './+types/picture-data.ts';
import { readFieldId } from '#admin/frame/read-id.ts';
import type { LibraryPicture } from '#core/media/model.ts';
import type { Outcome } from '#core/kernel/outcome.model.ts';
import { refusalStatus } from '#src/faults/refusal-status.ts';
import { staffContext } from '#admin/context.ts';
import type { AdminHandle } from '#admin/page-handle.ts';
import { appContext } from '#site/context.ts';
import { readFiles } from './upload-pictures.ts';

export const handle: AdminHandle = { verb: 'media.edit' };

/** The part of a picture that scripts know. */
export type PickedPicture = Pick<LibraryPicture, 'id' | 'name' | 'alternativeText'>;
/** The answer to them: pictures of the library, or the one that was uploaded. */
export type FoundPictures = {
  readonly pictures: readonly PickedPicture[];
  readonly next?: string | undefined;
};

/** Pictures by their words, for the script that chooses one. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams;
  const page = await context.get(appContext).media.list(context.get(staffContext).actor, {
    words: query.get('words')?.trim().slice(0, 200) || undefined,
    after: query.get('after') ?? undefined,
  });
  if (!page.ok) return send(page);
  const { rows, next } = page.value;
  return send({ ok: true, value: { pictures: rows.map(pick), next } });
}

/** Uploads one picture, or describes one; answers it. */
export async function action({ context }: Route.ActionArgs) {
  const { actor, form } = context.get(staffContext);
  const { fields } = form;
  const { editing } = context.get(appContext).media;
  if (fields['intent'] === 'describe') {
    const described = await editing.describe(actor, readFieldId(fields['id']), fields);
    return send(described.ok ? { ok: true, value: { pictures: [] } } : described);
  }
  const files = readFiles(form);
  if (!files.ok) return send(files);
  const [file] = files.value;
  const added = await editing.upload(actor, { path: file.path, fileName: file.name }, fields);
  return send(added.ok ? { ok: true, value: { pictures: [pick(added.value)] } } : added);
}

const pick = ({ id, name, alternativeText }: PickedPicture): PickedPicture => ({
  id,
  name,
  alternativeText,
});

const send = (outcome: Outcome<FoundPictures>): Response =>
  Response.json(outcome, {
    status: outcome.ok ? 200 : refusalStatus[outcome.code],
    headers: { 'cache-control': 'private, no-store' },
  });
