import { data, redirect } from 'react-router';
import type { Route } from './+types/account-app.ts';
import { staffContext } from '#admin/context.ts';
import { AdminPage } from '#admin/frame/admin-page.tsx';
import { redirectWithMessage } from '#admin/frame/respond.ts';
import type { AdminHandle } from '#admin/page-handle.ts';
import { appContext } from '#site/context.ts';
import { respondRejected } from '#site/refusal-response.ts';
import { NewAppForm, RecoveryCodes } from './factor-forms.tsx';
import { withNextPath } from './next-path.ts';

export const handle: AdminHandle = { verb: 'own-account.change' };

const path = '/admin/account/app';

export async function loader({ context, request }: Route.LoaderArgs) {
  // A look at the head makes no secret.
  if (request.method === 'HEAD') throw new Response(null);
  const { actor } = context.get(staffContext);
  const setUp = await context.get(appContext).staff.ownFactors.openTotp(actor);
  if (!setUp.ok) throw redirect(withNextPath('/admin/prove', path), 303);
  return { setUp: setUp.value };
}

export async function action({ context }: Route.ActionArgs) {
  const { actor, form } = context.get(staffContext);
  const added = await context.get(appContext).staff.ownFactors.confirmTotp(actor, form.fields);
  if (!added.ok) return respondRejected(added, {}, { intent: 'totp' });
  if (added.value.length > 0) return data({ recoveryCodes: added.value });
  return redirectWithMessage(context, '/admin/account', 'The authenticator app was added.');
}

/** Another authenticator app for one's own account. */
export default function AccountApp({ loaderData, actionData }: Route.ComponentProps) {
  const back = { label: 'Your account', href: '/admin/account' };
  if (actionData && 'recoveryCodes' in actionData)
    return (
      <AdminPage title="The app was added" back={back}>
        <RecoveryCodes codes={actionData.recoveryCodes} />
      </AdminPage>
    );
  return (
    <AdminPage title="Add an authenticator app" back={back}>
      <NewAppForm setUp={loaderData.setUp} answer={actionData} />
    </AdminPage>
  );
}
