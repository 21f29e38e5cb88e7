import { redirect } from 'react-router';
import type { Route } from './+types/export.ts';
import { paths } from '#src/paths.ts';
import { shopContext, visitContext } from '#site/context.ts';

/** All that is kept of a customer, as one JSON file. */
export async function loader({ context }: Route.LoaderArgs) {
  const { accounts, orders, leads } = context.get(shopContext);
  const { session } = context.get(visitContext);
  const customer = await accounts.who(session);
  if (!customer || session === undefined)
    return redirect(`${paths.login()}?from=${paths.profile()}`);
  const all = {
    profile: { ...customer, ...(await accounts.keptOf(customer)) },
    sessions: await accounts.sessions(customer, session),
    orders: await orders.keptOf(customer),
    shared: await orders.sharedWith(customer),
    ...(customer.confirmed ? await leads.keptOf(customer.email) : {}),
  };
  return new Response(JSON.stringify(all, null, 2), {
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': 'attachment; filename="my-data.json"',
    },
  });
}
