import type { Route } from './+types/subscribers-export.ts';
import { staffContext } from '#admin/context.ts';
import { sendFile } from '#admin/frame/send-file.ts';
import { unwrap } from '#admin/frame/respond.ts';
import type { AdminHandle } from '#admin/page-handle.ts';
import { appContext } from '#site/context.ts';
import { readSubscriberList } from './subscriber-list.ts';

export const handle: AdminHandle = { verb: 'subscriber.export' };

/** What the list's filter shows, as a CSV that is sent while it is read. */
export async function loader({ context, request }: Route.LoaderArgs): Promise<Response> {
  const { actor } = context.get(staffContext);
  const { subscribers } = context.get(appContext).leads;
  const bytes = unwrap(await subscribers.exportCsv(actor, readSubscriberList(request.url)));
  return sendFile(bytes, 'subscribers.csv');
}
