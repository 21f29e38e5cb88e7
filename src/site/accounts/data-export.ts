import { redirect } from 'react-router';
import type { Route } from './+types/data-export.ts';
import { paths } from '#src/paths.ts';
import { appContext, visitContext } from '#site/context.ts';

/** All that is kept of a customer, as one JSON file. */
export async function loader({ context }: Route.LoaderArgs) {
  const { accounts, orders, leads } = context.get(appContext);
  const { sessionSecret } = context.get(visitContext);
  const customer = await accounts.getCurrentCustomer(sessionSecret);
  if (!customer || sessionSecret === undefined)
    return redirect(`${paths.login()}?from=${paths.profile()}`);
  const exportedData = {
    profile: { ...customer, ...(await accounts.exportData(customer)) },
    sessions: await accounts.listSessions(customer, sessionSecret),
    orders: await orders.dataExport.exportData(customer),
    shared: await orders.joinLinks.listSharedSeats(customer),
    ...(customer.confirmed ? await leads.exportData(customer.email) : {}),
  };
  return new Response(JSON.stringify(exportedData, null, 2), {
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': 'attachment; filename="my-data.json"',
    },
  });
}
