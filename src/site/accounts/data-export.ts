import type { Route } from './+types/data-export.ts';
import { writeJson } from '#core/kernel/streamed-json.model.ts';
import { openStreamedBody } from '#src/streamed-body.ts';
import { appContext } from '#site/context.ts';
import { requireCustomer } from './profile-actions.ts';

/** Everything that we keep about the customer, as one JSON file. */
export async function loader({ context }: Route.LoaderArgs) {
  const { accounts, orders, leads } = context.get(appContext);
  const { customer, sessionSecret } = await requireCustomer(context);
  const exportedData = {
    profile: { ...customer, ...(await accounts.profile.exportData(customer)) },
    sessions: await accounts.sessions.list(customer, sessionSecret),
    orders: orders.dataExport.exportData(customer),
    shared: await orders.joinLinks.listSharedSeats(customer),
    ...(customer.confirmed ? await leads.personalData.exportOwn(customer.email) : {}),
  };
  return new Response(await openStreamedBody(writeJson(exportedData)), {
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': 'attachment; filename="my-data.json"',
    },
  });
}
