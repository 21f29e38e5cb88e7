import type { Route } from './+types/imports.ts';
import { importOptionsSchema, type ReportImport } from '#core/imports/model.ts';
import { fail } from '#core/kernel/outcome.model.ts';
import { addLinkKey } from '#admin/work/send-export.ts';
import { appContext } from '#site/context.ts';
import type { RejectedForm } from '#site/form-fields.ts';
import { respondRejected } from '#site/refusal-response.ts';
import { formatNumber } from '#ui/format.ts';
import { SubmitButton } from '#ui/submit-button.tsx';
import { staffContext } from '#admin/context.ts';
import { AdminPage, AdminSection } from '#admin/frame/admin-page.tsx';
import { UploadField } from '#admin/frame/upload-field.tsx';
import { redirectWithMessage, unwrap } from '#admin/frame/respond.ts';
import { Time } from '#admin/frame/times.tsx';
import type { AdminHandle } from '#admin/page-handle.ts';
import { ImportRules, readImportRules } from './import-rules.tsx';
import { ImportStateBadge } from './import-state.tsx';
import { FormKey } from '#admin/frame/form-key.tsx';

export const handle: AdminHandle = { verb: 'import.run' };

export async function loader({ context }: Route.LoaderArgs) {
  const { actor } = context.get(staffContext);
  return { imports: unwrap(await context.get(appContext).staffImports.list(actor)) };
}

export async function action({ context }: Route.ActionArgs) {
  const { actor, form } = context.get(staffContext);
  const { fields, file, fileRefusal } = form;
  if (fileRefusal) return respondRejected(fileRefusal, fields);
  if (!file) {
    const sentence = 'Choose a CSV, XLSX or JSON Lines file.';
    return respondRejected(fail('invalid', sentence, { file: [sentence] }), fields);
  }
  const created = await context.get(appContext).staffImports.create(actor, {
    fileName: file.name.slice(0, 200),
    content: file.openStream(),
    options: importOptionsSchema.parse(readImportRules(fields)),
  });
  if (!created.ok) return respondRejected(created, fields);
  const path = `/admin/imports/${created.value}`;
  return redirectWithMessage(context, path, 'The file is being read. Nothing is changed yet.');
}

/** Sheets of reports: a new one, and those before. */
export default function Imports({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <AdminPage
      title="Import"
      actions={
        <>
          <a className="admin-button" href={addLinkKey('/admin/reports/export/xlsx')}>
            Export XLSX
          </a>
          <a className="admin-button" href={addLinkKey('/admin/reports/export/csv')}>
            CSV
          </a>
          <a className="admin-button" href={addLinkKey('/admin/reports/export/jsonl')}>
            JSON Lines
          </a>
        </>
      }
    >
      <UploadForm rejected={actionData} />
      <AdminSection title="Imports so far">
        {loaderData.imports.length === 0 ? (
          <p>There have been none yet. An export shows the columns that a sheet can have.</p>
        ) : (
          <ImportTable imports={loaderData.imports} />
        )}
      </AdminSection>
    </AdminPage>
  );
}

const UploadForm = ({ rejected }: { readonly rejected: RejectedForm | undefined }) => (
  <form method="post" encType="multipart/form-data" className="admin-form" data-server-checks="">
    <FormKey />
    {rejected && <p className="error">{rejected.message}</p>}
    <UploadField
      name="file"
      rejected={rejected}
      label="Sheet"
      accept=".csv,.xlsx,.jsonl,.tsv,.txt"
      hint={
        'CSV, XLSX or JSON Lines, one report per row. It is checked first; nothing changes ' +
        'until you confirm.'
      }
    />
    <ImportRules rejected={rejected} />
    <p>
      <SubmitButton busyLabel="Uploading…">Upload and check</SubmitButton>
    </p>
  </form>
);

const ImportTable = ({ imports }: { readonly imports: readonly ReportImport[] }) => (
  <table className="admin-table">
    <caption className="sr-only">Imports</caption>
    <thead>
      <tr>
        <th>File</th>
        <th>State</th>
        <th className="admin-number">Rows</th>
        <th className="admin-number">Bad</th>
        <th>By</th>
        <th>When</th>
      </tr>
    </thead>
    <tbody>
      {imports.map((one) => (
        <tr key={one.id}>
          <th scope="row" className="admin-main-cell">
            <a href={`/admin/imports/${one.id}`}>
              {one.fileName} (no. {one.id})
            </a>
          </th>
          <td data-label="State">
            <ImportStateBadge state={one.state} />
          </td>
          <td data-label="Rows" className="admin-number">
            {formatNumber(one.rowCount)}
          </td>
          <td data-label="Bad" className="admin-number">
            {formatNumber(one.counts.bad ?? 0)}
          </td>
          <td data-label="By">{one.actor}</td>
          <td data-label="When">
            <Time at={one.createdAt} />
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);
