import type { Route } from './+types/template.ts';
import { staffContext } from '#admin/context.ts';
import { AdminForm } from '#admin/frame/admin-form.tsx';
import { AdminPage, AdminSection } from '#admin/frame/admin-page.tsx';
import { DefinitionList } from '#admin/frame/blocks.tsx';
import { ConfirmDialog } from '#admin/frame/confirm-dialog.tsx';
import { FormRevision } from '#admin/frame/form-revision.tsx';
import { SelectField, TextAreaField, TextField, fieldProps } from '#admin/frame/fields.tsx';
import { readId } from '#admin/frame/read-id.ts';
import { finishForm, unwrap } from '#admin/frame/respond.ts';
import type { AdminHandle } from '#admin/page-handle.ts';
import { placeholders } from '#core/leads/inbox/enquiry.model.ts';
import { leadKindNames } from '#core/leads/lead-labels.model.ts';
import { appContext } from '#site/context.ts';
import { readIntent } from '#site/form-fields.ts';
import { respondRejected, unknownForm } from '#site/refusal-response.ts';
import { SubmitButton } from '#ui/submit-button.tsx';

export const handle: AdminHandle = { verb: 'enquiry.answer' };

const listPath = '/admin/enquiries/templates';

export async function loader({ context, params }: Route.LoaderArgs) {
  const { templates } = context.get(appContext).leads.inbox;
  const all = unwrap(await templates.list(context.get(staffContext).actor));
  if (params.id === 'new') return { template: undefined };
  const template = all.find(({ id }) => String(id) === params.id);
  if (!template) throw new Response(null, { status: 404 });
  return { template };
}

export async function action({ context, params }: Route.ActionArgs) {
  const { actor, form } = context.get(staffContext);
  const { templates } = context.get(appContext).leads.inbox;
  const id = params.id === 'new' ? undefined : readId(params.id);
  const intent = readIntent(['save', 'delete'], form.fields['intent']);
  if (intent === undefined) return respondRejected(unknownForm, form.fields);
  if (intent === 'delete') {
    if (id === undefined) return respondRejected(unknownForm, form.fields);
    const deleted = await templates.delete(actor, id);
    const message = 'The template was deleted.';
    return finishForm(context, deleted, { path: listPath, message, intent });
  }
  const saved = await templates.save(actor, id, form.fields);
  const message = 'The template was saved.';
  return finishForm(context, saved, { path: listPath, message, intent });
}

/** One template, or a new one. */
export default function Template({ loaderData, actionData }: Route.ComponentProps) {
  const { template } = loaderData;
  return (
    <AdminPage
      title={template?.name ?? 'New template'}
      back={{ label: 'Answer templates', href: listPath }}
      actions={
        template && (
          <ConfirmDialog id="delete" title="Delete this template?" openLabel="Delete" isDangerous>
            <p>Answers already sent don’t change.</p>
            <AdminForm intent="delete" rejected={actionData}>
              <SubmitButton className="admin-button" busyLabel="Deleting…" data-danger>
                Delete the template
              </SubmitButton>
            </AdminForm>
          </ConfirmDialog>
        )
      }
    >
      <div className="admin-columns">
        <TemplateForm template={template} rejected={actionData} />
        <aside aria-label="Placeholders">
          <AdminSection title="Placeholders">
            <DefinitionList
              rows={Object.entries(placeholders).map(([name, text]) => [`{{${name}}}`, text])}
            />
            <p className="admin-by">
              A placeholder without a value stays in the answer, which can’t be sent until you
              replace it.
            </p>
          </AdminSection>
        </aside>
      </div>
    </AdminPage>
  );
}

function TemplateForm(props: {
  readonly template: Route.ComponentProps['loaderData']['template'];
  readonly rejected: Route.ComponentProps['actionData'];
}) {
  const { template, rejected } = props;
  return (
    <AdminForm intent="save" rejected={rejected}>
      {template && (
        <FormRevision
          revision={template.revision}
          rejected={rejected}
          fields={[
            ['name', 'Name', template.name],
            ['kind', 'Offered first for', template.kind],
            ['subject', 'Subject', template.subject],
            ['body', 'Text', template.body],
          ]}
        />
      )}
      <TextField
        label="Name"
        maxLength={100}
        required
        {...fieldProps('name', template?.name, rejected)}
      />
      <SelectField
        label="Offered first for"
        noneLabel="All enquiries"
        options={Object.entries(leadKindNames)}
        {...fieldProps('kind', template?.kind, rejected)}
      />
      <TextField
        label="Subject"
        maxLength={200}
        required
        {...fieldProps('subject', template?.subject, rejected)}
      />
      <TextAreaField
        label="Text"
        rows={14}
        required
        {...fieldProps('body', template?.body, rejected)}
      />
      <p>
        <SubmitButton busyLabel="Saving…">Save template</SubmitButton>
      </p>
    </AdminForm>
  );
}
