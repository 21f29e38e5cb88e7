import { redirect } from 'react-router';
import type { Route } from './+types/logout.ts';
import { paths } from '#src/paths.ts';
import { shopContext, visitContext } from '#site/context.ts';

export const loader = () => redirect(paths.login());

/** Ends the session, and what this browser had of its own orders: the next person at it sees neither. */
export async function action({ context }: Route.ActionArgs) {
  const visit = context.get(visitContext);
  await context.get(shopContext).accounts.logout(visit.session);
  visit.leave();
  return redirect(paths.login(), 303);
}
