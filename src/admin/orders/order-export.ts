import type { Route } from './+types/order-export.ts';
import { staffContext } from '#admin/context.ts';
import type { AdminHandle } from '#admin/page-handle.ts';
import { appContext } from '#site/context.ts';
import { sendExport } from '#admin/work/send-export.ts';
import { readOrderFilter, readOrderList } from './order-filter.ts';

export const handle: AdminHandle = { verb: 'order.export' };

/** Returns the list of the filter as a CSV. */
export async function loader({ context, request }: Route.LoaderArgs): Promise<Response> {
  const { actor } = context.get(staffContext);
  const { exports, store } = context.get(appContext);
  const site = await store.getSiteInfo();
  const list = readOrderList(request.url, site);
  const input = readOrderFilter(list, site);
  return sendExport(request, list, (formKey) =>
    exports.orders.begin(actor, { formKey, fileName: 'orders.csv', input }),
  );
}
