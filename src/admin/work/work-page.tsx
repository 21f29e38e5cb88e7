import type { Route } from './+types/work-page.ts';
import { keptFileDays, type LongWorkView } from '#core/kernel/long-work.model.ts';
import { enquiryChangeKind } from '#core/leads/inbox/enquiry.model.ts';
import { fail, ok, type Outcome } from '#core/kernel/outcome.model.ts';
import type { App } from '#core/app.ts';
import type { StaffActor } from '#core/staff/model.ts';
import { appContext } from '#site/context.ts';
import { findRejectedForm } from '#site/form-fields.ts';
import { formatNumber } from '#ui/format.ts';
import { staffContext } from '#admin/context.ts';
import { AdminPage, AdminSection } from '#admin/frame/admin-page.tsx';
import { DefinitionList } from '#admin/frame/blocks.tsx';
import { ConfirmDialog } from '#admin/frame/confirm-dialog.tsx';
import { IntentButton } from '#admin/frame/intent-button.tsx';
import { readId } from '#admin/frame/read-id.ts';
import { finishIntent, unwrap } from '#admin/frame/respond.ts';
import { Time } from '#admin/frame/times.tsx';
import { WorkProgress } from '#admin/frame/work-progress.tsx';
import type { AdminHandle } from '#admin/page-handle.ts';
import { finishWork } from './finish-work.ts';
import { describeProgress, WorkBadge } from './work-state.tsx';
import { hrefOfWork, hrefOfWorkFile, workPath } from './work-paths.ts';

export const handle: AdminHandle = { verb: 'home.read' };

const shownNotes = 50;

export async function loader({ context, params }: Route.LoaderArgs) {
  const { actor } = context.get(staffContext);
  return { work: unwrap(await context.get(appContext).longWork.view(actor, readId(params.id))) };
}

export async function action({ context, params }: Route.ActionArgs) {
  const { actor, form } = context.get(staffContext);
  const id = readId(params.id);
  const app = context.get(appContext);
  if (form.fields['intent'] === 'undo') {
    const { kind, result } = unwrap(await app.longWork.view(actor, id));
    const { leads, catalogue } = app;
    const begun = await (kind === enquiryChangeKind
      ? leads.inbox.bulkUndo.undoMany(actor, result.batch ?? '')
      : catalogue.editing.undoing.undoBatch(actor, result.batch ?? ''));
    return finishWork(context, begun, (undo) => hrefOfWork(undo.id));
  }
  return finishIntent(
    context,
    await doIntent(app, actor, id, form.fields['intent']),
    hrefOfWork(id),
  );
}

async function doIntent(
  { longWork }: App,
  actor: StaffActor,
  id: number,
  intent: string | undefined,
): Promise<Outcome<string>> {
  if (intent === 'cancel') {
    const cancelled = await longWork.cancel(actor, id);
    return cancelled.ok ? ok('It was cancelled.') : cancelled;
  }
  if (intent === 'go-on') {
    const resumed = await longWork.goOn(actor, id);
    return resumed.ok ? ok('It goes on.') : resumed;
  }
  return fail('malformed', 'Choose what to do.');
}

/** One piece of long work: how far it is, what came of it, and what can be done about it. */
export default function WorkPage({ loaderData: { work }, actionData }: Route.ComponentProps) {
  const { id, title, state, failure, result, fileName } = work;
  const problem = ['cancel', 'go-on', 'undo'].flatMap(
    (intent) => findRejectedForm(actionData, intent) ?? [],
  )[0]?.message;
  return (
    <AdminPage
      title={title}
      back={{ label: 'Long work', href: workPath }}
      facts={<WorkBadge work={work} />}
    >
      {problem && (
        <p role="alert" className="error">
          {problem}
        </p>
      )}
      {failure && <p className="error">{failure}</p>}
      {state === 'open' && <Progress work={work} />}
      {state === 'cancelled' && <p>It was cancelled. {result.message ?? 'Nothing was done.'}</p>}
      {result.message && (state === 'open' || state === 'done') && <p>{result.message}</p>}
      {fileName !== null && <FileLink work={work} fileName={fileName} />}
      <Steps work={work} />
      <Notes work={work} />
      <AdminSection title="Details">
        <DefinitionList
          rows={[
            ['Number', String(id)],
            ...(describeProgress(work) === ''
              ? []
              : [['Progress', describeProgress(work)] as const]),
            ['By', work.actorName],
            ['Begun', <Time key="begun" at={work.createdAt} />],
            ...(work.finishedAt
              ? [['Ended', <Time key="ended" at={work.finishedAt} />] as const]
              : []),
          ]}
        />
      </AdminSection>
    </AdminPage>
  );
}

function Progress({ work }: { readonly work: LongWorkView }) {
  const { step, done, total, lastError, dueAt, phase } = work;
  return (
    <>
      {phase === 'between-tries' && (
        <p className="error">
          The last try failed: {lastError}.{' '}
          {dueAt && (
            <>
              The next one is at <Time at={dueAt} />.
            </>
          )}
        </p>
      )}
      {phase === 'waiting' && <p>It waits for its turn.</p>}
      <WorkProgress unit={step ?? 'Done'} done={done} total={total ?? 0} />
    </>
  );
}

const FileLink = ({ work, fileName }: { readonly work: LongWorkView; readonly fileName: string }) =>
  work.needsProof ? (
    <IntentButton
      intent="download"
      label={`Download ${fileName}`}
      busyLabel="One moment…"
      action={hrefOfWorkFile(work.id)}
      isMain
    />
  ) : (
    <p>
      <a className="button" href={hrefOfWorkFile(work.id)}>
        Download {fileName}
      </a>{' '}
      The file is kept for {keptFileDays} days.
    </p>
  );

function Steps({ work }: { readonly work: LongWorkView }) {
  const { mayCancel, mayGoOn, done, result, state } = work;
  return (
    <div className="admin-inline">
      {mayCancel && (
        <ConfirmDialog id="cancel-work" title="Cancel this?" openLabel="Cancel">
          <p>
            It stops where it is.
            {done > 0 &&
              (result.batch === undefined
                ? ' What was done so far stays.'
                : ' What was done so far stays; you can undo it afterwards.')}
          </p>
          <IntentButton intent="cancel" label="Cancel it" busyLabel="Cancelling…" isMain />
        </ConfirmDialog>
      )}
      {mayGoOn && (
        <IntentButton
          intent="go-on"
          label={done > 0 ? 'Go on' : 'Try again'}
          busyLabel="One moment…"
        />
      )}
      {state !== 'open' && result.batch !== undefined && done > 0 && (
        <IntentButton intent="undo" label="Undo this change" busyLabel="Undoing…" />
      )}
      {result.href !== undefined && (
        <a className="admin-button" href={result.href}>
          Open
        </a>
      )}
    </div>
  );
}

/** Notes on what could not be changed or stayed as it was: the first of them, if there are many. */
function Notes({ work: { result } }: { readonly work: LongWorkView }) {
  const errors = Object.entries(result.errors ?? {}).map(
    ([name, sentences]) => `${name}: ${sentences.join(' ')}`,
  );
  const notes = [...errors, ...(result.notes ?? [])];
  if (notes.length === 0) return null;
  const further = notes.length - shownNotes;
  return (
    <AdminSection title="Not changed">
      <ul>
        {notes.slice(0, shownNotes).map((note) => (
          <li key={note}>{note}</li>
        ))}
        {further > 0 && <li>And {formatNumber(further)} more.</li>}
      </ul>
    </AdminSection>
  );
}
