import type { Route } from './+types/new-report.ts';
import { appContext } from '#site/context.ts';
import { respondRejected } from '#site/refusal-response.ts';
import { SubmitButton } from '#ui/submit-button.tsx';
import { staffContext } from '#admin/context.ts';
import { AdminForm } from '#admin/frame/admin-form.tsx';
import { AdminPage } from '#admin/frame/admin-page.tsx';
import { fieldProps, SelectField, TextField } from '#admin/frame/fields.tsx';
import { redirectWithMessage } from '#admin/frame/respond.ts';
import type { AdminHandle } from '#admin/page-handle.ts';
import { reportPaths } from './report-paths.ts';

export const handle: AdminHandle = { verb: 'report.edit' };

export async function loader({ context }: Route.LoaderArgs) {
  const industries = await context.get(appContext).catalogue.industries.list();
  return { industries: industries.map(({ slug, name }) => [slug, name] as const) };
}

export async function action({ context }: Route.ActionArgs) {
  const { actor, form } = context.get(staffContext);
  const { code = '', title = '', industry = '' } = form.fields;
  const given = { code: code.trim(), title, industry };
  const created = await context.get(appContext).catalogue.editing.drafts.create(actor, given);
  if (!created.ok) return respondRejected(created, form.fields, { intent: 'create' });
  const path = reportPaths.edit(created.value.id);
  return redirectWithMessage(context, path, 'The report is a draft: visitors can’t see it.');
}

/** The three things without which there is no report. */
export default function NewReport({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <AdminPage title="New report" back={{ label: 'Reports', href: reportPaths.list }}>
      <AdminForm intent="create" rejected={actionData}>
        <TextField
          label="Title"
          required
          autoFocus={!actionData}
          {...fieldProps('title', '', actionData)}
        />
        <TextField
          label="Code"
          hint="Letters, digits and hyphens, such as QM-1057. Buyers see it on their documents."
          required
          autoComplete="off"
          {...fieldProps('code', '', actionData)}
        />
        <SelectField
          label="Industry"
          options={loaderData.industries}
          noneLabel="Choose…"
          hint={
            loaderData.industries.length === 0 && (
              <>
                There are none yet. <a href="/admin/industries/new">Add the first industry</a>
              </>
            )
          }
          required
          {...fieldProps('industry', '', actionData)}
        />
        <p>
          <SubmitButton className="button" busyLabel="Creating the draft…">
            Create draft
          </SubmitButton>
        </p>
      </AdminForm>
    </AdminPage>
  );
}
