import type { Route } from './+types/import-redirects.ts';
import { fail } from '#core/kernel/outcome.model.ts';
import type { SubmittedForm } from '#core/kernel/submitted-form.model.ts';
import { staffContext } from '#admin/context.ts';
import { AdminForm } from '#admin/frame/admin-form.tsx';
import { AdminPage } from '#admin/frame/admin-page.tsx';
import { fieldProps, TextAreaField } from '#admin/frame/fields.tsx';
import { redirectWithMessage } from '#admin/frame/respond.ts';
import type { AdminHandle } from '#admin/page-handle.ts';
import { appContext } from '#site/context.ts';
import { respondRejected } from '#site/refusal-response.ts';
import { SubmitButton } from '#ui/submit-button.tsx';
import { describeWritten } from './redirect-form.tsx';

export const handle: AdminHandle = { verb: 'redirect.edit' };

const listPath = '/admin/content/redirects';
const maxFileBytes = 2 * 1024 * 1024;

export async function action({ context }: Route.ActionArgs) {
  const { actor, form } = context.get(staffContext);
  const lines = await readLines(form);
  if (lines === undefined) return respondRejected(tooLarge, form.fields);
  const imported = await context.get(appContext).redirects.importLines(actor, lines);
  return imported.ok
    ? redirectWithMessage(context, listPath, describeWritten(imported.value))
    : respondRejected(imported, { ...form.fields, lines });
}

const tooLarge = fail('invalid', 'The file is larger than 2 MB.', {
  lines: ['The file is larger than 2 MB.'],
});

/** The file where there is one, else what was pasted; undefined for a file that is too large. */
async function readLines({ fields, file }: SubmittedForm): Promise<string | undefined> {
  if (!file || file.sizeBytes === 0) return fields['lines'] ?? '';
  if (file.sizeBytes > maxFileBytes) return undefined;
  return new TextDecoder().decode(await file.readBytes());
}

/** Many redirects at once, from a sheet. */
export default function ImportRedirects({ actionData }: Route.ComponentProps) {
  return (
    <AdminPage title="Import redirects" back={{ label: 'Redirects', href: listPath }}>
      <AdminForm intent="import" rejected={actionData}>
        <TextAreaField
          label="One redirect a line"
          hint="The old address, a comma, semicolon or tab, and the new one; paste two columns of a sheet. An address that is there already leads to the new target. Where one line is wrong nothing is changed."
          placeholder={'/old-page,/new-page\n/report.php?id=5,/wheat-market'}
          rows={14}
          {...fieldProps('lines', '', actionData)}
        />
        <p>
          <SubmitButton busyLabel="Importing…">Import</SubmitButton>
        </p>
      </AdminForm>
    </AdminPage>
  );
}
