import type { Route } from './+types/service.ts';
import { staffContext } from '#admin/context.ts';
import { AdminForm } from '#admin/frame/admin-form.tsx';
import { AdminPage } from '#admin/frame/admin-page.tsx';
import { ConfirmDialog } from '#admin/frame/confirm-dialog.tsx';
import { readId } from '#admin/frame/read-id.ts';
import { finishForm, unwrap } from '#admin/frame/respond.ts';
import type { AdminHandle } from '#admin/page-handle.ts';
import { appContext } from '#site/context.ts';
import { readIntent } from '#site/form-fields.ts';
import { respondRejected, unknownForm } from '#site/refusal-response.ts';
import { SubmitButton } from '#ui/submit-button.tsx';
import { readSavedText } from './saved-text.ts';
import { ServiceForm } from './service-fields.tsx';

export const handle: AdminHandle = { verb: 'service.edit' };

export async function loader({ context, params }: Route.LoaderArgs) {
  const { content } = context.get(appContext);
  const { actor, form } = context.get(staffContext);
  const service = unwrap(await content.serviceEditing.get(actor, readId(params.id)));
  const { description } = service;
  const typed = form.fields['description'];
  const tree = content.body.read(typed ?? description);
  const savedText = readSavedText({ content }, description, typed);
  return { service, tree, savedText, staffId: actor.staffId };
}

export async function action({ context, params }: Route.ActionArgs) {
  const { serviceEditing } = context.get(appContext).content;
  const { actor, form } = context.get(staffContext);
  const id = readId(params.id);
  const intent = readIntent(['change', 'remove'], form.fields['intent']);
  if (!intent) return respondRejected(unknownForm, form.fields);
  const done =
    intent === 'remove'
      ? await serviceEditing.remove(actor, id)
      : await serviceEditing.change(actor, id, form.fields);
  const message = intent === 'remove' ? 'The service was deleted.' : 'The service was saved.';
  return finishForm(context, done, { path: '/admin/services', message, intent });
}

/** One service. */
export default function EditService({ loaderData, actionData }: Route.ComponentProps) {
  const { service, tree, savedText, staffId } = loaderData;
  return (
    <AdminPage
      title={service.name}
      back={{ label: 'Services', href: '/admin/services' }}
      actions={
        <ConfirmDialog
          id="remove"
          title={`Delete ${service.name}?`}
          openLabel="Delete…"
          isDangerous
        >
          <p>The services page will no longer show it. You can undo this in the audit log.</p>
          <AdminForm intent="remove" rejected={actionData}>
            <SubmitButton busyLabel="Deleting…">Delete</SubmitButton>
          </AdminForm>
        </ConfirmDialog>
      }
    >
      <ServiceForm
        service={service}
        tree={tree}
        savedText={savedText}
        staffId={staffId}
        rejected={actionData}
      />
    </AdminPage>
  );
}
