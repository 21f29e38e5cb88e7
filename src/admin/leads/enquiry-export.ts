import type { Route } from './+types/enquiry-export.ts';
import { staffContext } from '#admin/context.ts';
import { sendExport } from '#admin/work/send-export.ts';
import type { AdminHandle } from '#admin/page-handle.ts';
import { parseEnquiryQuery } from '#core/leads/inbox/enquiry.model.ts';
import { appContext } from '#site/context.ts';
import { readEnquiryList } from './enquiry-list.ts';

export const handle: AdminHandle = { verb: 'enquiry.export' };

/** Returns the list of the filter as a CSV. */
export async function loader({ context, request }: Route.LoaderArgs): Promise<Response> {
  const { actor } = context.get(staffContext);
  const { exports } = context.get(appContext);
  const list = readEnquiryList(request.url);
  const input = parseEnquiryQuery(list, actor.staffId);
  return sendExport(request, list, (formKey) =>
    exports.enquiries.begin(actor, { formKey, fileName: 'enquiries.csv', input }),
  );
}
