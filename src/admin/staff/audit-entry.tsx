import type { Route } from './+types/audit-entry.ts';
import { staffContext } from '#admin/context.ts';
import { AdminForm } from '#admin/frame/admin-form.tsx';
import { AdminPage, AdminSection } from '#admin/frame/admin-page.tsx';
import { DefinitionList } from '#admin/frame/blocks.tsx';
import { ConfirmDialog } from '#admin/frame/confirm-dialog.tsx';
import { finishForm, unwrap } from '#admin/frame/respond.ts';
import { Time } from '#admin/frame/times.tsx';
import { finishWork } from '#admin/work/finish-work.ts';
import type { AdminHandle } from '#admin/page-handle.ts';
import type { ListedAuditEntry } from '#core/staff/audit-log.ts';
import { describeBrowser } from '#site/accounts/describe-browser.ts';
import { appContext } from '#site/context.ts';
import { SubmitButton } from '#ui/submit-button.tsx';
import { OutcomeBadge, ThingLink } from './audit-thing.tsx';
import { describeAuditVerb, describeField, describeThing } from './audit-words.ts';
import { listChangedFields, type ChangedField } from './changed-fields.ts';
import { readId } from '#admin/frame/read-id.ts';

export const handle: AdminHandle = { verb: 'audit.read' };

export async function loader({ context, params }: Route.LoaderArgs) {
  const { actor } = context.get(staffContext);
  const { staff, store } = context.get(appContext);
  const entry = unwrap(await staff.auditLog.get(actor, readId(params.id)));
  const { currency, timeZone } = await store.getSettings();
  const shown = { currency, timeZone };
  return { entry, fields: listChangedFields(entry.before, entry.after, shown) };
}

export async function action({ context, params }: Route.ActionArgs) {
  const { actor } = context.get(staffContext);
  const id = readId(params.id);
  const { staff, catalogue } = context.get(appContext);
  const entry = unwrap(await staff.auditLog.get(actor, id));
  if (entry.thingKind === 'report-batch' && entry.batch !== null) {
    const begun = await catalogue.editing.undoing.undoBatch(actor, entry.batch);
    return finishWork(context, begun, () => `/admin/audit/${id}`);
  }
  const undone = await staff.auditLog.undo(actor, id);
  return finishForm(context, undone, { path: `/admin/audit/${id}`, message: 'It was undone.' });
}

/** One entry: who did what to which thing, from where, and the fields before and after. */
export default function AuditEntryPage({ loaderData, actionData }: Route.ComponentProps) {
  const { entry, fields } = loaderData;
  return (
    <AdminPage
      title={`${describeAuditVerb(entry.verb)}: ${describeThing(entry).text}`}
      back={{ label: 'Audit log', href: '/admin/audit' }}
      facts={<OutcomeBadge entry={entry} />}
      actions={entry.isUndoable && <UndoDialog />}
    >
      {actionData && (
        <p role="alert" className="error">
          {actionData.message}
        </p>
      )}
      <DefinitionList rows={listFacts(entry)} />
      <ChangedFields fields={fields} />
    </AdminPage>
  );
}

const UndoDialog = () => (
  <ConfirmDialog id="undo" title="Undo this?" openLabel="Undo">
    <p>The fields get their earlier values back. This is recorded as a new entry.</p>
    <AdminForm intent="undo" rejected={undefined}>
      <SubmitButton busyLabel="Undoing…">Undo</SubmitButton>
    </AdminForm>
  </ConfirmDialog>
);

function listFacts(entry: ListedAuditEntry) {
  const { at, actorName, role, refusal, ip, userAgent, requestId, batch, undoOf } = entry;
  const rows: (readonly [string, React.ReactNode])[] = [
    ['Time', <Time key="at" at={at} />],
    ['Who', role ? `${actorName}, ${role}` : actorName],
    ['To which', <ThingLink key="thing" entry={entry} />],
  ];
  if (refusal) rows.push(['Why it was refused', refusal]);
  if (ip) rows.push(['Address', ip]);
  if (userAgent)
    rows.push([
      'Browser',
      <span key="browser" title={userAgent}>
        {describeBrowser(userAgent)}
      </span>,
    ]);
  if (requestId) rows.push(['Request', <code key="request">{requestId}</code>]);
  if (batch)
    rows.push([
      'Bulk change',
      <a key="batch" href={`/admin/audit?batch=${batch}`}>
        {batch}
      </a>,
    ]);
  if (undoOf !== null)
    rows.push(['Undoes', <a key="undo" href={`/admin/audit/${undoOf}`}>{`Entry ${undoOf}`}</a>]);
  if (entry.isUndone) rows.push(['Undone', 'Yes, by another entry']);
  return rows;
}

function ChangedFields({ fields }: { readonly fields: readonly ChangedField[] }) {
  if (fields.length === 0) return null;
  return (
    <AdminSection title="Fields">
      <table className="admin-table">
        <caption className="sr-only">Fields before and after</caption>
        <thead>
          <tr>
            <th>Field</th>
            <th>Before</th>
            <th>After</th>
          </tr>
        </thead>
        <tbody>
          {fields.map(({ name, before, after }) => (
            <tr key={name}>
              <th scope="row">{describeField(name)}</th>
              <td data-label="Before">{before}</td>
              <td data-label="After">{after}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </AdminSection>
  );
}
