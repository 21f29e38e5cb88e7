import type { Route } from './+types/order-export.ts';
import { staffContext } from '#admin/context.ts';
import type { AdminHandle } from '#admin/page-handle.ts';
import { appContext } from '#site/context.ts';
import { sendFile } from '#admin/frame/send-file.ts';
import { readOrderFilter, readOrderList } from './order-filter.ts';
import { unwrap } from '#admin/frame/respond.ts';

export const handle: AdminHandle = { verb: 'order.export' };

/** What the list's filter shows, as a CSV that is sent while it is read. */
export async function loader({ context, request }: Route.LoaderArgs): Promise<Response> {
  const { actor } = context.get(staffContext);
  const { orders, store } = context.get(appContext);
  const { currency } = await store.getSiteInfo();
  const filter = readOrderFilter(readOrderList(request.url), currency);
  const chunks = unwrap(await orders.staff.exportOrders(actor, filter));
  return sendFile(chunks, 'orders.csv');
}
