import type { Route } from './+types/import.ts';
import type { App, ImportView } from '#core/app.ts';
import { errorColumns, listColumnChoices } from '#core/imports/columns.model.ts';
import { workingStates } from '#core/imports/model.ts';
import { fail, ok, type Outcome } from '#core/kernel/outcome.model.ts';
import type { StaffActor } from '#core/staff/model.ts';
import { appContext } from '#site/context.ts';
import { findRejectedForm, type RejectedForm } from '#site/form-fields.ts';
import { formatCount, formatNumber } from '#ui/format.ts';
import { staffContext } from '#admin/context.ts';
import { AdminPage, AdminSection } from '#admin/frame/admin-page.tsx';
import { DefinitionList } from '#admin/frame/blocks.tsx';
import { ConfirmDialog } from '#admin/frame/confirm-dialog.tsx';
import { IntentButton } from '#admin/frame/intent-button.tsx';
import { finishIntent, unwrap } from '#admin/frame/respond.ts';
import { Time } from '#admin/frame/times.tsx';
import { WorkProgress } from '#admin/frame/work-progress.tsx';
import type { AdminHandle } from '#admin/page-handle.ts';
import { readId } from '#admin/frame/read-id.ts';
import { finishWork } from '#admin/work/finish-work.ts';
import { ImportFiles, receiveImportFiles } from './import-files.tsx';
import { BadRows, KeptRows, UnpublishedRows } from './import-rows.tsx';
import { readImportRules, ImportRules } from './import-rules.tsx';
import { ImportStateBadge } from './import-state.tsx';
import { SubmitButton } from '#ui/submit-button.tsx';
import { AdminForm } from '#admin/frame/admin-form.tsx';

export const handle: AdminHandle = { verb: 'import.run' };

export async function loader({ context, params }: Route.LoaderArgs) {
  const { actor } = context.get(staffContext);
  const { staffImports } = context.get(appContext);
  return { view: unwrap(await staffImports.view(actor, readId(params.id))) };
}

export async function action({ context, params }: Route.ActionArgs) {
  const { actor, form } = context.get(staffContext);
  const id = readId(params.id);
  const app = context.get(appContext);
  if (form.fields['intent'] === 'publish') {
    const begun = await app.imports.publishing.begin(actor, id);
    return finishWork(context, begun, () => `/admin/imports/${id}`);
  }
  const done =
    form.fields['intent'] === 'files'
      ? await receiveImportFiles(app, actor, id, form)
      : await doIntent(app, actor, id, form.fields);
  return finishIntent(context, done, `/admin/imports/${id}`);
}

async function doIntent(
  { staffImports }: App,
  actor: StaffActor,
  id: number,
  fields: Readonly<Record<string, string>>,
): Promise<Outcome<string>> {
  if (fields['intent'] === 'mapping') {
    const { current } = unwrap(await staffImports.view(actor, id));
    const mapping = Object.fromEntries(
      current.headers.flatMap((header, index) =>
        header === '' ? [] : [[header, fields[`map.${index}`] || null] as const],
      ),
    );
    const set = await staffImports.setMapping(actor, id, mapping, readImportRules(fields));
    return set.ok ? ok('The rows are being checked.') : set;
  }
  if (fields['intent'] === 'run') {
    const run = await staffImports.run(actor, id);
    return run.ok ? ok('The import is running. You can close this page.') : run;
  }
  if (fields['intent'] === 'cancel') {
    const cancelled = await staffImports.cancel(actor, id);
    return cancelled.ok ? ok('The import was cancelled.') : cancelled;
  }
  if (fields['intent'] === 'go-on') {
    const resumed = await staffImports.resume(actor, id);
    return resumed.ok ? ok('The import goes on.') : resumed;
  }
  if (fields['intent'] === 'undo') {
    const undone = await staffImports.undo(actor, id);
    return undone.ok ? ok('The import is being undone.') : undone;
  }
  return fail('malformed', 'Choose what to do.');
}

/** One import: where it stands, and the next step. */
export default function ImportPage({ loaderData, actionData }: Route.ComponentProps) {
  const { view } = loaderData;
  const { current, bad, kept } = view;
  const isWorking = workingStates.some((state) => state === current.state);
  const rejected = (intent: string) => findRejectedForm(actionData, intent);
  return (
    <AdminPage
      title={`Import ${current.id}`}
      back={{ label: 'Import', href: '/admin/imports' }}
      facts={<ImportStateBadge state={current.state} />}
    >
      {current.refusal && <p className="error">{current.refusal}</p>}
      <Facts view={view} isWorking={isWorking} />
      <Steps view={view} problem={findProblem(actionData)} />
      {current.state === 'done' && <ImportFiles view={view} rejected={rejected('files')} />}
      <UnpublishedRows view={view} />
      {(current.state === 'unmapped' || current.state === 'checked') && (
        <MappingForm view={view} rejected={rejected('mapping')} />
      )}
      {bad.length > 0 && <BadRows view={view} />}
      {kept.length > 0 && <KeptRows view={view} />}
    </AdminPage>
  );
}

/** Returns the sentence of a refused button. */
const findProblem = (given: Route.ComponentProps['actionData']): string | undefined =>
  ['run', 'undo', 'publish', 'cancel', 'go-on'].flatMap(
    (intent) => findRejectedForm(given, intent) ?? [],
  )[0]?.message;

const shownHeaders = 12;

const countNames = [
  ['created', 'New reports'],
  ['changed', 'Changed'],
  ['unchanged', 'The same'],
  ['published', 'Published with their files'],
  ['unpublished', 'Not published'],
  ['bad', 'Bad'],
  ['restored', 'Undone'],
  ['kept', 'Not undone'],
] as const;

function Facts({ view, isWorking }: { readonly view: ImportView; readonly isWorking: boolean }) {
  const { fileName, actor, createdAt, rowCount, lastRow, counts } = view.current;
  return (
    <AdminSection title={fileName}>
      {isWorking && <WorkProgress unit="Row" done={lastRow} total={rowCount} />}
      <DefinitionList
        rows={[
          ['Rows', formatNumber(rowCount)],
          ...countNames.flatMap(([name, label]) => {
            const count = counts[name];
            return count === undefined ? [] : [[label, formatNumber(count)] as const];
          }),
          ['By', actor],
          ['Since', <Time key="since" at={createdAt} />],
        ]}
      />
    </AdminSection>
  );
}

function Steps({
  view: { current, uploads },
  problem,
}: {
  readonly view: ImportView;
  readonly problem: string | undefined;
}) {
  const { state, counts, options } = current;
  const { created = 0, unpublished = 0 } = counts;
  const isStopped = state === 'cancelled' || state === 'failed';
  const hasDrafts = unpublished > 0 || (created > 0 && options.newReports === 'draft');
  return (
    <>
      {problem && <p className="error">{problem}</p>}
      {state === 'checked' && <RunStep current={current} />}
      {state === 'done' && hasDrafts && (
        <p>
          Reports that are not published are among the{' '}
          <a href="/admin/reports?view=drafts">drafts</a>, where they can be published together.
        </p>
      )}
      {(workingStates.some((one) => one === state) || uploads.progress) && <CancelStep />}
      {isStopped && <IntentButton intent="go-on" label="Go on" busyLabel="One moment…" />}
      {(state === 'done' || state === 'running' || isStopped) && <UndoStep current={current} />}
    </>
  );
}

/** The actions for the rows that were checked. */
function RunStep({ current: { counts, options, mapping } }: Pick<ImportView, 'current'>) {
  const { created = 0, changed = 0, bad = 0 } = counts;
  if (options.mode === 'all' && bad > 0)
    return <p>Nothing is imported while rows are bad: correct them and upload the sheet again.</p>;
  if (created + changed > 0)
    return (
      <>
        <LeftOut mapping={mapping} />
        <IntentButton
          intent="run"
          label={`Import ${formatCount(created + changed, 'report')}`}
          busyLabel="One moment…"
          isMain
        />
      </>
    );
  return (
    <p>
      {bad ? 'No row can be imported yet.' : 'The store already has every row: nothing to import.'}
    </p>
  );
}

/** Headers whose cells are not imported: said before the button, or nobody notices. */
function LeftOut({ mapping }: Pick<ImportView['current'], 'mapping'>) {
  const headers = Object.keys(mapping).filter(
    (header) => mapping[header] === null && !errorColumns.includes(header),
  );
  if (headers.length === 0) return null;
  return (
    <p>
      Not imported: {headers.slice(0, shownHeaders).join(', ')}
      {headers.length > shownHeaders && ` and ${headers.length - shownHeaders} more`}. Choose a
      column below for what should be.
    </p>
  );
}

const CancelStep = () => (
  <ConfirmDialog id="cancel-import" title="Cancel this import?" openLabel="Cancel">
    <p>It stops where it is. What was imported so far stays; you can go on, or undo it.</p>
    <IntentButton intent="cancel" label="Cancel the import" busyLabel="Cancelling…" isMain />
  </ConfirmDialog>
);

/** The second step before an import is taken back: what would become of its reports. */
function UndoStep({ current: { id, state, counts, stoppedIn } }: Pick<ImportView, 'current'>) {
  if (state !== 'running' && !counts.created && !counts.changed) return null;
  // Of a check, these are what would be.
  if (stoppedIn === 'checking' || stoppedIn === 'reading') return null;
  return (
    <ConfirmDialog
      id="undo-import"
      title={`Undo import ${id}?`}
      openLabel="Undo the whole import"
      isDangerous
    >
      <p>
        {state === 'running' && 'The import stops where it is. So far: '}
        {describeUndo(counts)}
      </p>
      <p>Reports that were edited or ordered since stay as they are, and are listed here.</p>
      <IntentButton intent="undo" label="Undo the import" busyLabel="One moment…" isMain />
    </ConfirmDialog>
  );
}

function describeUndo({ created = 0, changed = 0 }: ImportView['current']['counts']): string {
  const old = changed === 1 ? 'its earlier content' : 'their earlier content';
  const parts = [
    ...(created > 0 ? [`${formatCount(created, 'new report')} will be moved to the bin`] : []),
    ...(changed > 0 ? [`${formatCount(changed, 'changed report')} will get back ${old}`] : []),
  ];
  return parts.length === 0 ? 'No report has been changed.' : `${parts.join(', and ')}.`;
}

/** Which header is which column, with the first cells below each. */
function MappingForm({
  view: { current, missing, samples, licences },
  rejected,
}: {
  readonly view: ImportView;
  readonly rejected: RejectedForm | undefined;
}) {
  return (
    <AdminSection title="Columns and rules">
      {missing.length > 0 && (
        <p className="error">
          These columns are required: {missing.join(', ')}. Choose a header for each.
        </p>
      )}
      <AdminForm intent="mapping" rejected={rejected} idPrefix="map-">
        <table className="admin-table">
          <caption className="sr-only">Headers and columns</caption>
          <thead>
            <tr>
              <th>In the file</th>
              <th>First cells</th>
              <th>Column</th>
            </tr>
          </thead>
          <tbody>
            {current.headers.map((header, index) => (
              <HeaderRow key={header} {...{ header, index, samples, current, licences }} />
            ))}
          </tbody>
        </table>
        <ImportRules options={current.options} rejected={rejected} />
        <p>
          <SubmitButton className="admin-button" busyLabel="Checking…">
            {current.state === 'unmapped' ? 'Check the rows' : 'Check again'}
          </SubmitButton>
        </p>
      </AdminForm>
    </AdminSection>
  );
}

const HeaderRow = ({
  header,
  index,
  samples,
  current,
  licences,
}: Pick<ImportView, 'current' | 'licences' | 'samples'> & {
  readonly header: string;
  readonly index: number;
}) => (
  <tr>
    <th scope="row" className="admin-main-cell">
      {header || '(no name)'}
    </th>
    <td data-label="First cells">
      {samples
        .map((cells) => (cells[index] ?? '').slice(0, 60))
        .filter((cell) => cell !== '')
        .join(' · ')}
    </td>
    <td data-label="Column">
      {header !== '' && (
        <ColumnChoice
          header={header}
          index={index}
          chosen={current.mapping[header]}
          licences={licences}
        />
      )}
    </td>
  </tr>
);

const ColumnChoice = ({
  header,
  index,
  chosen,
  licences,
}: {
  readonly header: string;
  readonly index: number;
  readonly chosen: string | null | undefined;
  readonly licences: ImportView['licences'];
}) => (
  <select name={`map.${index}`} defaultValue={chosen ?? ''} aria-label={`Column for ${header}`}>
    <option value="">Leave out</option>
    {[...new Set([...(chosen ? [chosen] : []), ...listColumnChoices(header, licences)])].map(
      (name) => (
        <option key={name}>{name}</option>
      ),
    )}
  </select>
);
