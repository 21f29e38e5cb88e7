import type { Route } from './+types/import-search-words.ts';
import { fail, type Outcome } from '#core/kernel/outcome.model.ts';
import type { ImportedWords } from '#core/catalogue/search/search-words.ts';
import { meaningKinds, placeKinds } from '#core/catalogue/search/search-word.model.ts';
import { staffContext } from '#admin/context.ts';
import { AdminForm } from '#admin/frame/admin-form.tsx';
import { AdminPage } from '#admin/frame/admin-page.tsx';
import { TextField } from '#admin/frame/fields.tsx';
import { redirectWithMessage } from '#admin/frame/respond.ts';
import type { AdminHandle } from '#admin/page-handle.ts';
import { appContext } from '#site/context.ts';
import { respondRejected } from '#site/refusal-response.ts';
import { SubmitButton } from '#ui/submit-button.tsx';

export const handle: AdminHandle = { verb: 'synonym.edit' };

const listPath = '/admin/synonyms';
const maxFileBytes = 2 * 1024 * 1024;

export async function action({ context }: Route.ActionArgs) {
  const { actor, form } = context.get(staffContext);
  const { words } = context.get(appContext).catalogue.search;
  const { file, fileRefusal } = form;
  const refuse = (sentence: string): Outcome<ImportedWords> =>
    fail('invalid', sentence, { file: [sentence] });
  const read = async (): Promise<Outcome<ImportedWords>> => {
    if (fileRefusal) return refuse(fileRefusal.message);
    if (!file || file.sizeBytes === 0) return refuse('Please choose a file.');
    if (file.sizeBytes > maxFileBytes) return refuse('The file is larger than 2 MB.');
    return words.importSheet(actor, file.path);
  };
  const imported = await read();
  if (!imported.ok) return respondRejected(imported, form.fields);
  const { added, changed } = imported.value;
  const message = `${countRows(added)} added, ${changed} changed.`;
  return redirectWithMessage(context, listPath, message);
}

const countRows = (count: number): string => `${count} ${count === 1 ? 'row' : 'rows'}`;

/** Many rows of the table of words at once, from a sheet. */
export default function ImportSearchWords({ actionData }: Route.ComponentProps) {
  const errors = actionData?.errors['file'] ?? [];
  return (
    <AdminPage title="Import search words" back={{ label: 'Search words', href: listPath }}>
      <p>
        The first row names the columns: <code>kind</code>, <code>term</code>, <code>means</code>{' '}
        and <code>one way</code>, as in the file that “Export CSV” makes. The kind is one of{' '}
        {meaningKinds.join(', ')}, or {placeKinds.join(' and ')}, which mean the code of a report;
        without a kind it is a synonym. Rows that are there already stay, and none is removed. If
        any row is wrong, nothing is changed and the wrong rows are listed.
      </p>
      <AdminForm intent="import" rejected={actionData} hasFile>
        <TextField
          type="file"
          required
          label="File"
          accept=".csv,.tsv,.txt,.xlsx,text/csv"
          hint="CSV or XLSX, 2 MB and 20,000 rows at most."
          name="file"
          error={errors[0]}
        />
        <p>
          <SubmitButton busyLabel="Importing…">Import</SubmitButton>
        </p>
      </AdminForm>
    </AdminPage>
  );
}
