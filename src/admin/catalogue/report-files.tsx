import type { Route } from './+types/report-files.ts';
import type { App } from '#core/app.ts';
import { fail, ok, type Outcome } from '#core/kernel/outcome.model.ts';
import type { SubmittedForm } from '#core/kernel/submitted-form.model.ts';
import type { StaffActor } from '#core/staff/model.ts';
import { appContext } from '#site/context.ts';
import { findRejectedForm, readIntent } from '#site/form-fields.ts';
import { unknownForm } from '#site/refusal-response.ts';
import { staffContext } from '#admin/context.ts';
import { AdminSection } from '#admin/frame/admin-page.tsx';
import { finishIntent, unwrap } from '#admin/frame/respond.ts';
import { findLineFault, trimLine } from '#core/kernel/single-line.model.ts';
import type { AdminHandle } from '#admin/page-handle.ts';
import { ReportFrame, toHead } from './editor/report-frame.tsx';
import { FileTable } from './files/file-table.tsx';
import { SampleForm, UploadForm } from './files/upload-forms.tsx';
import { readListQuery, withList } from './list-behind.ts';
import { reportPaths } from './report-paths.ts';
import { readId } from '#admin/frame/read-id.ts';
import { placeRefusal } from '#admin/frame/goods-file-fields.tsx';

export const handle: AdminHandle = { verb: 'report.read' };

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { catalogue, store } = context.get(appContext);
  const { editing } = catalogue;
  const { actor, may } = context.get(staffContext);
  const id = readId(params.id);
  const report = unwrap(await editing.drafts.open(actor, id));
  return {
    head: toHead(report, request.url, may),
    edition: report.edition,
    licences: (await store.getSettings()).licences,
    files: unwrap(await editing.files.list(actor, id)),
    mayEdit: may('report.edit') && report.state !== 'bin',
  };
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const { actor, form } = context.get(staffContext);
  const id = readId(params.id);
  const done = await doIntent(context.get(appContext), actor, id, form);
  return finishIntent(context, done, withList(reportPaths.files(id), readListQuery(request.url)));
}

async function doIntent(
  { catalogue: { editing } }: App,
  actor: StaffActor,
  id: number,
  form: SubmittedForm,
): Promise<Outcome<string>> {
  const intent = readIntent(['sample', 'upload'], form.fields['intent']);
  if (intent === undefined) return unknownForm;
  if (intent === 'sample') {
    const pages = (form.fields['pages'] ?? '').split(/[\s,;]+/).filter((page) => page !== '');
    const numbers = pages.map(Number);
    if (numbers.length === 0 || numbers.some((page) => !Number.isInteger(page) || page < 1))
      return failField('pages', 'Give page numbers, such as 1, 2, 7.');
    const made = await editing.files.makeSample(actor, id, numbers);
    return made.ok ? ok('The sample was made from these pages.') : made;
  }
  if (form.fileRefusal) return form.fileRefusal;
  if (!form.file) return failField('file', 'Choose a file.');
  const upload = readUpload(form, form.file);
  if (!upload.ok) return upload;
  const attached = await editing.files.attach(actor, id, upload.value);
  if (!attached.ok) return placeRefusal(attached, { conflict: 'reason' });
  const warnings = attached.value.files.flatMap((file) => file.warnings);
  const edition = `It belongs to edition ${attached.value.edition}.`;
  return ok(['The file was added.', edition, ...warnings].join(' '));
}

const failField = (name: string, sentence: string) =>
  fail('invalid', sentence, { [name]: [sentence] });

function readUpload(
  { fields }: SubmittedForm,
  file: NonNullable<SubmittedForm['file']>,
): Outcome<Parameters<App['catalogue']['editing']['files']['attach']>[2]> {
  const purposes = ['goods', 'sample', 'cover'] as const;
  const purpose = purposes.find((one) => one === fields['purpose']) ?? 'goods';
  const isNewEdition = fields['new-edition'] === '1';
  const reason = trimLine(fields['reason'] ?? '');
  const fault =
    reason === ''
      ? 'Describe in a sentence what has changed: buyers read it.'
      : findLineFault(reason);
  if (isNewEdition && fault !== undefined) return failField('reason', fault);
  const title = (fields['title'] ?? '').trim();
  const chosen = Object.keys(fields).flatMap((name) => {
    const licence = /^licence\.([a-z0-9-]{1,60})$/.exec(name)?.[1];
    return licence !== undefined && fields[name] === '1' ? [licence] : [];
  });
  return ok({
    file: {
      path: file.path,
      fileName: file.name,
      purpose,
      ...(title ? { title } : {}),
      ...(purpose === 'goods' ? { licences: chosen } : {}),
      ...(fields['password'] ? { ownerPassword: fields['password'] } : {}),
    },
    ...(isNewEdition ? { newEditionReason: reason } : {}),
  });
}

/** The files that buyers get, the sample and the cover. */
export default function ReportFiles({ loaderData, actionData }: Route.ComponentProps) {
  const { head, files, edition, licences, mayEdit } = loaderData;
  const hasPdf = files.some(
    (file) => file.edition === edition && file.purpose === 'goods' && file.kind === 'pdf',
  );
  return (
    <ReportFrame head={head} part="files">
      <AdminSection title="Files">
        {files.length === 0 ? (
          <p>
            No file was uploaded. The sample and the cover are made from the report’s text and data.
            What buyers get depends on its delivery.
          </p>
        ) : (
          <FileTable files={files} names={new Map(licences.map(({ id, name }) => [id, name]))} />
        )}
      </AdminSection>
      {mayEdit && (
        <>
          <UploadForm
            {...{ edition, licences, isReleased: head.isReleased }}
            rejected={findRejectedForm(actionData, 'upload')}
          />
          {hasPdf && <SampleForm rejected={findRejectedForm(actionData, 'sample')} />}
        </>
      )}
    </ReportFrame>
  );
}
