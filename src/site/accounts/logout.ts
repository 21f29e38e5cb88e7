import { redirect } from 'react-router';
import type { Route } from './+types/logout.ts';
import { paths } from '#src/paths.ts';
import { appContext, visitContext } from '#site/context.ts';

export const loader = () => redirect(paths.login());

/**
 * Ends the session and this browser's access to its own orders, for the next person who uses it.
 */
export async function action({ context }: Route.ActionArgs) {
  const visit = context.get(visitContext);
  await context.get(appContext).accounts.sessions.logout(visit.sessionSecret);
  visit.clearCookies();
  return redirect(paths.login(), 303);
}
