import type { App, ImportView } from '#core/app.ts';
import { maxCountedReady } from '#core/imports/model.ts';
import { fail, ok, type Outcome } from '#core/kernel/outcome.model.ts';
import type { SubmittedForm } from '#core/kernel/submitted-form.model.ts';
import type { StaffActor } from '#core/staff/model.ts';
import type { RejectedForm } from '#site/form-fields.ts';
import { formatCount, formatNumber } from '#ui/format.ts';
import { SubmitButton } from '#ui/submit-button.tsx';
import { AdminForm } from '#admin/frame/admin-form.tsx';
import { AdminSection } from '#admin/frame/admin-page.tsx';
import { UploadField } from '#admin/frame/upload-field.tsx';
import { IntentButton } from '#admin/frame/intent-button.tsx';
import { WorkProgress } from '#admin/frame/work-progress.tsx';
import { hrefOfWork } from '#admin/work/work-paths.ts';
import { ReportLink } from './import-rows.tsx';

/** The files of a form are kept, and a worker gives them to the reports of their names. */
export async function receiveImportFiles(
  { staffImports }: App,
  actor: StaffActor,
  id: number,
  { file, furtherFiles = [], fileRefusal }: SubmittedForm,
): Promise<Outcome<string>> {
  if (fileRefusal) return fileRefusal;
  if (!file) return fail('invalid', 'Choose files, or a ZIP of them.');
  const files = [file, ...furtherFiles];
  const received = await staffImports.receiveFiles(actor, id, files);
  if (!received.ok) return received;
  return ok(`${formatCount(files.length, 'file')} received. You can close this page.`);
}

function nameReady(count: number): string {
  if (count === 1) return 'Publish the report that is ready';
  const number = count < maxCountedReady ? `${formatNumber(count)} ` : '';
  return `Publish the ${number}reports that are ready`;
}

/** Files for the reports of an import, and what waits for them no more. */
export const ImportFiles = ({
  view: { ready, publishing, uploads },
  rejected,
}: {
  readonly view: ImportView;
  readonly rejected: RejectedForm | undefined;
}) => (
  <AdminSection title="Files of these reports">
    {uploads.progress ? (
      <WorkProgress unit="File" {...uploads.progress} isBesideForm />
    ) : (
      ready > 0 && (
        <IntentButton intent="publish" label={nameReady(ready)} busyLabel="One moment…" isMain />
      )
    )}
    {publishing !== undefined && (
      <p>
        Reports that are ready <a href={hrefOfWork(publishing)}>are being published</a>.
      </p>
    )}
    <Uploaded uploads={uploads} />
    <AdminForm intent="files" rejected={rejected} hasFile>
      <UploadField
        name="files"
        rejected={rejected}
        label="Files, or a ZIP of them"
        multiple
        hint={
          'Each goes to the report of its name: AC-1.pdf, AC-1-sample.pdf, AC-1-cover.jpg. ' +
          'Reports that wait for their file are published. Hundreds of PDFs take minutes: once ' +
          'they have arrived you can close this page.'
        }
      />
      <p>
        <SubmitButton className="admin-button" busyLabel="Uploading…">
          Attach the files
        </SubmitButton>
      </p>
    </AdminForm>
  </AdminSection>
);

/** The files so far, with their outcomes. */
function Uploaded({ uploads }: Pick<ImportView, 'uploads'>) {
  const { attached, refused, messages } = uploads;
  if (attached + refused === 0) return null;
  return (
    <>
      <p>
        {formatCount(attached, 'file')} attached
        {refused > 0 && `, ${formatNumber(refused)} refused`}.
      </p>
      <ul className="edit-findings">
        {messages.map(({ fileName, code, message }) => (
          <li key={fileName}>
            {code === null ? (
              message
            ) : (
              <>
                <ReportLink code={code} />, attached: {message}
              </>
            )}
          </li>
        ))}
      </ul>
      {refused > messages.length && (
        <p>These are the first {formatNumber(messages.length)} of them.</p>
      )}
    </>
  );
}
