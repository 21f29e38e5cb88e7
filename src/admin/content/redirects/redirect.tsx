import type { Route } from './+types/redirect.ts';
import { staffContext } from '#admin/context.ts';
import { AdminForm } from '#admin/frame/admin-form.tsx';
import { AdminPage } from '#admin/frame/admin-page.tsx';
import { ConfirmDialog } from '#admin/frame/confirm-dialog.tsx';
import { readId } from '#admin/frame/read-id.ts';
import { redirectWithMessage, unwrap } from '#admin/frame/respond.ts';
import { Time } from '#admin/frame/times.tsx';
import type { AdminHandle } from '#admin/page-handle.ts';
import { appContext } from '#site/context.ts';
import { readIntent } from '#site/form-fields.ts';
import { respondRejected, unknownForm } from '#site/refusal-response.ts';
import { formatCount } from '#ui/format.ts';
import { SubmitButton } from '#ui/submit-button.tsx';
import { describeWritten, RedirectForm } from './redirect-form.tsx';

export const handle: AdminHandle = { verb: 'redirect.edit' };

const listPath = '/admin/content/redirects';

export async function loader({ context, params }: Route.LoaderArgs) {
  const { actor } = context.get(staffContext);
  return unwrap(await context.get(appContext).redirects.get(actor, readId(params.id)));
}

export async function action({ context, params }: Route.ActionArgs) {
  const { actor, form } = context.get(staffContext);
  const { redirects } = context.get(appContext);
  const id = readId(params.id);
  const intent = readIntent(['save', 'remove'], form.fields['intent']);
  if (!intent) return respondRejected(unknownForm, form.fields);
  const done =
    intent === 'remove'
      ? await redirects.remove(actor, id)
      : await redirects.change(actor, id, form.fields);
  if (!done.ok) return respondRejected(done, form.fields, { intent });
  const message = intent === 'remove' ? 'The redirect was deleted.' : describeWritten(done.value);
  return redirectWithMessage(context, listPath, message);
}

/** One redirect. */
export default function EditRedirect({ loaderData, actionData }: Route.ComponentProps) {
  const { from, hits, lastHitAt } = loaderData;
  return (
    <AdminPage
      title={from}
      back={{ label: 'Redirects', href: listPath }}
      facts={
        <span>
          Followed {formatCount(hits, 'time')}
          {lastHitAt && (
            <>
              , last <Time at={lastHitAt} />
            </>
          )}
        </span>
      }
      actions={
        <ConfirmDialog id="remove" title="Delete this redirect?" openLabel="Delete…" isDangerous>
          <p>Visitors who come to {from} see that there is no page.</p>
          <AdminForm intent="remove" rejected={actionData}>
            <SubmitButton busyLabel="Deleting…">Delete</SubmitButton>
          </AdminForm>
        </ConfirmDialog>
      }
    >
      <RedirectForm redirect={loaderData} rejected={actionData} />
    </AdminPage>
  );
}
