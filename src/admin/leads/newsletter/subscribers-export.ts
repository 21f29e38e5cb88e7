import type { Route } from './+types/subscribers-export.ts';
import { staffContext } from '#admin/context.ts';
import { sendExport } from '#admin/work/send-export.ts';
import type { AdminHandle } from '#admin/page-handle.ts';
import { appContext } from '#site/context.ts';
import { readSubscriberList } from './subscriber-list.ts';

export const handle: AdminHandle = { verb: 'subscriber.export' };

/** Returns the list of the filter as a CSV. */
export async function loader({ context, request }: Route.LoaderArgs): Promise<Response> {
  const { actor } = context.get(staffContext);
  const { exports } = context.get(appContext);
  const input = readSubscriberList(request.url);
  return sendExport(request, input, (formKey) =>
    exports.subscribers.begin(actor, { formKey, fileName: 'subscribers.csv', input }),
  );
}
