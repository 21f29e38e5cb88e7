import type { Route } from './+types/export-person.ts';
import { staffContext } from '#admin/context.ts';
import { sendFile } from '#admin/frame/send-file.ts';
import type { AdminHandle } from '#admin/page-handle.ts';
import { appContext } from '#site/context.ts';
import { refusalInit } from '#site/refusal-response.ts';

export const handle: AdminHandle = { verb: 'person.export' };

/**
 * Everything that is kept of a person, as a JSON file. It is made by its form alone, so that no
 * address of a page has a person in it.
 */
export async function action({ context }: Route.ActionArgs) {
  const { actor, form } = context.get(staffContext);
  const { people } = context.get(appContext);
  const exported = await people.requests.exportPerson(actor, form.fields['email'] ?? '');
  if (!exported.ok) return new Response(`${exported.message}\n`, refusalInit(exported));
  return sendFile(exported.value, 'person.json');
}
