/** The actions that the pages of questions, testimonials and clients share. */
import type { RouterContextProvider } from 'react-router';
import type { EntryEditing } from '#core/content/entry-editing.ts';
import { entryStates, type EntryKind } from '#core/content/entry.model.ts';
import { staffContext } from '#admin/context.ts';
import { readListAddress } from '#admin/frame/list-address.ts';
import { readId } from '#admin/frame/read-id.ts';
import { finishForm, redirectWithMessage, unwrap } from '#admin/frame/respond.ts';
import { readIntent } from '#site/form-fields.ts';
import { respondRejected, unknownForm } from '#site/refusal-response.ts';
import { editIntents, editMessages, finishEdit } from './finish-edit.ts';

type Context = Readonly<RouterContextProvider>;
type EntryArgs = { readonly context: Context; readonly params: { readonly id: string } };

/** The list of its address, in the order of the site. */
export async function loadEntries<Kind extends EntryKind>(
  editing: EntryEditing<Kind>,
  { context, request }: { readonly context: Context; readonly request: Request },
) {
  const list = readListAddress(request.url, {
    filters: { state: entryStates },
    sorts: [],
    defaultSort: 'order',
  });
  const state = entryStates.find((known) => known === list.filters['state']);
  const rows = unwrap(await editing.list(context.get(staffContext).actor, state));
  return { list, page: { rows, total: rows.length, isTotalCapped: false } };
}

/** A list's form: one entry moves up or down. */
export async function moveEntry<Kind extends EntryKind>(
  editing: EntryEditing<Kind>,
  context: Context,
  listPath: string,
) {
  const { actor, form } = context.get(staffContext);
  const { intent, direction, id = '' } = form.fields;
  if (intent !== 'move') return respondRejected(unknownForm, form.fields);
  const done = await editing.move(actor, readId(id), direction === 'up' ? 'up' : 'down');
  return finishForm(context, done, { path: listPath, message: 'The order was changed.' });
}

/** The entry of the address; undefined for a new one. */
export async function loadEntry<Kind extends EntryKind>(
  editing: EntryEditing<Kind>,
  { context, params: { id } }: EntryArgs,
) {
  const { actor, may } = context.get(staffContext);
  const entry = id === 'new' ? undefined : unwrap(await editing.get(actor, readId(id)));
  return {
    entry,
    staffId: actor.staffId,
    mayDelete: may('content.delete-for-ever'),
  };
}

/** The forms of an entry's page: saved, moved to the bin, taken out of it, or deleted for ever. */
export async function actOnEntry<Kind extends EntryKind>(
  editing: EntryEditing<Kind>,
  { context, params: { id } }: EntryArgs,
  listPath: string,
) {
  const { actor, form } = context.get(staffContext);
  const intent = readIntent(editIntents, form.fields['intent']);
  if (!intent) return respondRejected(unknownForm, form.fields);
  if (id === 'new') {
    const created = await editing.create(actor, form.fields);
    if (!created.ok) return respondRejected(created, form.fields, { intent });
    return redirectWithMessage(context, listPath, editMessages.save);
  }
  const does = {
    save: () => editing.change(actor, readId(id), form.fields),
    bin: () => editing.moveToBin(actor, readId(id)),
    unbin: () => editing.takeOutOfBin(actor, readId(id)),
    delete: () => editing.deleteForEver(actor, readId(id)),
  };
  const at = { intent, listPath, path: `${listPath}/${id}`, isSavedToList: true };
  return finishEdit(context, await does[intent](), at);
}
