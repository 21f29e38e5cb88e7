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
import { fieldProps, TextField } from '#admin/frame/fields.tsx';
import { IntentButton } from '#admin/frame/intent-button.tsx';

const shownProblems = 20;

/** The files of a form go to the reports of their names; those that waited are published. */
export async function attachImportFiles(
  { staffImports }: App,
  actor: StaffActor,
  id: number,
  { file, furtherFiles = [], fileRefusal }: SubmittedForm,
): Promise<Outcome<string>> {
  if (fileRefusal) return fileRefusal;
  if (!file) return refuseFiles('Choose files, or a ZIP of them.');
  const done = await staffImports.attachFiles(actor, id, [file, ...furtherFiles]);
  if (!done.ok) return done;
  const { attached, published, problems } = done.value;
  const said = `${formatCount(attached, 'file')} attached, ${formatCount(published, 'report')} published.`;
  if (problems.length === 0) return ok(said);
  const shown = problems.slice(0, shownProblems).join(' ');
  const more = problems.length - shownProblems;
  const rest = more > 0 ? ` And ${formatNumber(more)} more.` : '';
  return refuseFiles(`${said} ${formatCount(problems.length, 'file')} refused: ${shown}${rest}`);
}

const refuseFiles = (sentence: string) => fail('invalid', sentence);

function nameReady(count: number): string {
  if (count === 1) return 'Publish the report that is ready';
  const number = count < maxCountedReady ? `${formatNumber(count)} ` : '';
  return `Publish the ${number}reports that are ready`;
}

/** Files for the reports of an import, and what waits for them no more. */
export const ImportFiles = ({
  view: { ready },
  rejected,
}: {
  readonly view: ImportView;
  readonly rejected: RejectedForm | undefined;
}) => (
  <AdminSection title="Files of these reports">
    {ready > 0 && (
      <IntentButton intent="publish" label={nameReady(ready)} busyLabel="One moment…" isMain />
    )}
    <AdminForm intent="files" rejected={rejected} hasFile>
      <TextField
        type="file"
        label="Files, or a ZIP of them"
        multiple
        hint={
          'Each goes to the report of its name: AC-1.pdf, AC-1-sample.pdf, AC-1-cover.jpg. ' +
          'Reports that wait for their file are published. Hundreds of PDFs take minutes: once ' +
          'they have arrived the work goes on, also when this page is closed.'
        }
        {...{ ...fieldProps('files', '', rejected), defaultValue: undefined }}
      />
      <p>
        <SubmitButton className="admin-button" busyLabel="Uploading…">
          Attach the files
        </SubmitButton>
      </p>
    </AdminForm>
  </AdminSection>
);
