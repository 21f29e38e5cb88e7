import { redirect } from 'react-router';
import type { Route } from './+types/sign-out.ts';
import { signInContext } from '#admin/context.ts';
import type { AdminHandle } from '#admin/page-handle.ts';
import { appContext } from '#site/context.ts';

export const handle: AdminHandle = { isOpen: true };

/** A link signs nobody out: it takes a form. */
export const loader = () => redirect('/admin', 303);

/** The session has ended. */
export async function action({ context }: Route.ActionArgs) {
  const { session, setSession } = context.get(signInContext);
  await context.get(appContext).staff.sessions.signOut(session);
  setSession(undefined);
  return redirect('/admin/login', 303);
}
