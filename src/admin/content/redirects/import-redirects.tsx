import type { Route } from './+types/import-redirects.ts';
import { fail, ok, type Outcome, type Refusal } from '#core/kernel/outcome.model.ts';
import type { SubmittedForm } from '#core/kernel/submitted-form.model.ts';
import { staffContext } from '#admin/context.ts';
import { AdminForm } from '#admin/frame/admin-form.tsx';
import { AdminPage } from '#admin/frame/admin-page.tsx';
import { fieldProps, TextAreaField, TextField } from '#admin/frame/fields.tsx';
import { redirectWithMessage } from '#admin/frame/respond.ts';
import type { AdminHandle } from '#admin/page-handle.ts';
import { appContext } from '#site/context.ts';
import { respondRejected } from '#site/refusal-response.ts';
import { SubmitButton } from '#ui/submit-button.tsx';
import { describeWritten } from './redirect-form.tsx';

export const handle: AdminHandle = { verb: 'redirect.edit' };

const listPath = '/admin/content/redirects';
const maxFileBytes = 1024 * 1024;

export async function action({ context }: Route.ActionArgs) {
  const { actor, form } = context.get(staffContext);
  const lines = await readLines(form);
  if (!lines.ok) return respondRejected(lines, form.fields);
  const imported = await context.get(appContext).redirects.importLines(actor, lines.value);
  return imported.ok
    ? redirectWithMessage(context, listPath, describeWritten(imported.value))
    : respondRejected(imported, { ...form.fields, lines: lines.value });
}

const refuseFile = (sentence: string): Refusal => fail('invalid', sentence, { file: [sentence] });

/** The file if there is one, else what was pasted. `invalid` for a file that is not a sheet. */
async function readLines({ fields, file, fileRefusal }: SubmittedForm): Promise<Outcome<string>> {
  if (fileRefusal) return refuseFile(fileRefusal.message);
  if (!file || file.sizeBytes === 0) return ok(fields['lines'] ?? '');
  if (file.sizeBytes > maxFileBytes) return refuseFile('The file is larger than 1 MB.');
  const bytes = await file.readBytes();
  if (bytes.includes(0))
    return refuseFile('This is not a CSV file. Save the sheet as “CSV UTF-8” first.');
  return ok(decode(bytes));
}

/** Excel's plain CSV is Windows-1252; every other program's is UTF-8. */
function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** Many redirects at once, from a sheet. */
export default function ImportRedirects({ actionData }: Route.ComponentProps) {
  return (
    <AdminPage title="Import redirects" back={{ label: 'Redirects', href: listPath }}>
      <p>
        Each line has the old address, a comma, semicolon or tab, and the new one, as in{' '}
        <code>/old-page,/new-page</code>; an address with a comma in it stands in quotation marks.
        Addresses that already redirect get the new target. If any line is wrong, nothing is changed
        and every wrong line is listed.
      </p>
      <AdminForm intent="import" rejected={actionData} hasFile>
        <TextField
          type="file"
          label="CSV file"
          accept=".csv,.tsv,.txt,text/csv"
          hint="Two columns, from and to; a third one has to be empty. 1 MB and 10,000 lines at most."
          name="file"
          error={actionData?.errors['file']?.[0]}
        />
        <TextAreaField
          label="Or paste the lines"
          hint="If a file was refused, its lines appear here to be corrected and sent again."
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
