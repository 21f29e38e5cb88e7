import type { Route } from './+types/system.ts';
import { staffContext } from '#admin/context.ts';
import { AdminForm } from '#admin/frame/admin-form.tsx';
import { AdminPage, AdminSection } from '#admin/frame/admin-page.tsx';
import { Badge, DefinitionList } from '#admin/frame/blocks.tsx';
import { redirectWithMessage, unwrap } from '#admin/frame/respond.ts';
import { IntentButton } from '#admin/frame/intent-button.tsx';
import { Time } from '#admin/frame/times.tsx';
import type { AdminHandle } from '#admin/page-handle.ts';
import type { SmtpOutcome } from '#core/kernel/smtp-outcomes.model.ts';
import type { CleaningState, HeldFiles, TroubledEmail, TroubledJob } from '#core/system/model.ts';
import { MailServerAlert } from './mail-server-alert.tsx';
import { readFieldId } from '#admin/frame/read-id.ts';
import { appContext } from '#site/context.ts';
import { respondRejected, unknownForm } from '#site/refusal-response.ts';
import { capitalize, formatCount } from '#ui/format.ts';
import { SubmitButton } from '#ui/submit-button.tsx';

export const handle: AdminHandle = { verb: 'job.retry' };

export async function loader({ context }: Route.LoaderArgs) {
  const { actor, checkReadiness } = context.get(staffContext);
  const [listed, readiness] = await Promise.all([
    context.get(appContext).system.list(actor),
    checkReadiness(),
  ]);
  return { ...unwrap(listed), readiness };
}

export async function action({ context }: Route.ActionArgs) {
  const { actor, form } = context.get(staffContext);
  const { intent, id = '' } = form.fields;
  const { system } = context.get(appContext);
  if (intent === 'settle') {
    const settled = await system.settleEmail(actor, readFieldId(id));
    return settled.ok
      ? redirectWithMessage(context, '/admin/system', 'The email is settled.')
      : respondRejected(settled, form.fields);
  }
  if (intent === 'clean') {
    const allowed = await system.allowCleaning(actor, id);
    return allowed.ok
      ? redirectWithMessage(context, '/admin/system', 'The files go to the trash now.')
      : respondRejected(allowed, form.fields);
  }
  if (intent !== 'email' && intent !== 'job') return respondRejected(unknownForm, {});
  const retried =
    intent === 'email'
      ? await system.retryEmail(actor, readFieldId(id))
      : await system.retryJob(actor, id);
  return retried.ok
    ? redirectWithMessage(context, '/admin/system', 'It is tried again now.')
    : respondRejected(retried, form.fields);
}

/** Whether everything works, and the jobs and emails that need somebody. */
export default function SystemPage({ loaderData, actionData }: Route.ComponentProps) {
  const { jobs, emails, refusedSender, noEmailSince, cleaning, readiness } = loaderData;
  const { isReady, database, migrations, worker, store, oldestOverdueJobSeconds } = readiness;
  return (
    <AdminPage
      title="System"
      facts={isReady ? <Badge tone="good">Ready</Badge> : <Badge tone="bad">Not ready</Badge>}
    >
      {actionData && (
        <p role="alert" className="error">
          {actionData.message}
        </p>
      )}
      <DefinitionList
        rows={[
          ['Database', database],
          ['Migrations', migrations],
          ['Worker', worker],
          ['Store', store],
          ['Longest-waiting job', `${oldestOverdueJobSeconds ?? 'unknown'} seconds`],
        ]}
      />
      <MailServerAlert refusedSender={refusedSender} noEmailSince={noEmailSince} />
      <Cleaning cleaning={cleaning} />
      <AdminSection title="Failed, waiting and late jobs">
        {jobs.length === 0 ? <p>None. Everything in the background is on time.</p> : null}
        <ul className="admin-rows">
          {jobs.map((job) => (
            <JobLine key={job.id} job={job} />
          ))}
        </ul>
      </AdminSection>
      <AdminSection title="Failed, waiting and held emails">
        {emails.length === 0 ? <p>None waits, and none has failed.</p> : null}
        <ul className="admin-rows">
          {emails.map((email) => (
            <EmailLine key={email.id} email={email} />
          ))}
        </ul>
      </AdminSection>
    </AdminPage>
  );
}

/** Why files that nobody needs are not cleaned away; nothing if they are. */
function Cleaning({ cleaning: { quiet, held } }: { readonly cleaning: CleaningState }) {
  if (!quiet && held.length === 0) return null;
  return (
    <AdminSection title="Files that wait to be cleaned away">
      {quiet && (
        <p>
          No file is cleaned away until <Time at={quiet.until} />: {quiet.reason}.
        </p>
      )}
      <ul className="admin-rows">
        {held.map((files) => (
          <HeldLine key={files.kind} files={files} />
        ))}
      </ul>
    </AdminSection>
  );
}

const HeldLine = ({ files }: { readonly files: HeldFiles }) => (
  <li>
    <div>
      <b>
        {files.unused} of {files.total} files in {files.kind}
      </b>{' '}
      seem to be needed by nobody, as of <Time at={files.foundAt} />. That is unusually many: none
      was removed. If the database is the right one and they may go, they are in the trash for 30
      days, from where <code>npm run files</code> brings them back.
      <details>
        <summary>
          {files.keys.length < files.unused ? `The first ${files.keys.length}` : 'All of them'}
        </summary>
        <code className="block">{files.keys.join('\n')}</code>
      </details>
    </div>
    {files.allowedAt ? (
      <Badge tone="open">Allowed</Badge>
    ) : (
      <AdminForm intent="clean" rejected={undefined} className="">
        <input type="hidden" name="id" value={files.kind} />
        <SubmitButton className="admin-button" busyLabel="Moving…">
          Move to the trash
        </SubmitButton>
      </AdminForm>
    )}
  </li>
);

const JobLine = ({ job }: { readonly job: TroubledJob }) => (
  <li>
    <span>
      <b>{job.name}</b>{' '}
      <Badge tone={job.state === 'failed' ? 'bad' : 'open'}>{capitalize(job.state)}</Badge>{' '}
      {job.attempts} of {job.maxAttempts} tries, due <Time at={job.runAt} />
      {job.lastError && <code className="block">{job.lastError}</code>}
    </span>
    <Retry intent="job" id={job.id} />
  </li>
);

/** The meaning of the mail server's answer, and what can be done. */
const troubleWords: Readonly<Record<SmtpOutcome, string>> = {
  address: 'The mail server refuses this address for good. It is not tried again.',
  sender: 'The mail server refuses what this store sends.',
  later: 'It was not sent yet.',
  unclear:
    'The mail server’s answer was lost: it may have arrived. It is sent once more by itself; after ' +
    'that, “Try again” may bring a copy.',
};

const EmailLine = ({ email }: { readonly email: TroubledEmail }) => (
  <li>
    <span>
      <b>{email.subject}</b> to {email.to}{' '}
      <Badge tone={email.state === 'failed' ? 'bad' : 'open'}>{capitalize(email.state)}</Badge>{' '}
      {formatCount(email.attempts, 'try', 'tries')}, queued <Time at={email.queuedAt} />
      {email.dueAt && (
        <>
          , next <Time at={email.dueAt} />
        </>
      )}
      {email.trouble && <span className="block">{troubleWords[email.trouble]}</span>}
      {email.lastError && <code className="block">{email.lastError}</code>}
    </span>
    <div className="admin-buttons">
      <Retry intent="email" id={String(email.id)} />
      {email.state === 'failed' && (
        <IntentButton
          intent="settle"
          label="Dismiss"
          busyLabel="Dismissing…"
          name={`Dismiss ${email.subject} to ${email.to}`}
          fields={{ id: String(email.id) }}
        />
      )}
    </div>
  </li>
);

const Retry = ({ intent, id }: { readonly intent: string; readonly id: string }) => (
  <AdminForm intent={intent} rejected={undefined} className="">
    <input type="hidden" name="id" value={id} />
    <SubmitButton className="admin-button" busyLabel="Trying…">
      Try again
    </SubmitButton>
  </AdminForm>
);
