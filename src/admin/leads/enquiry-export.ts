import type { Route } from './+types/enquiry-export.ts';
import { staffContext } from '#admin/context.ts';
import { unwrap } from '#admin/frame/respond.ts';
import { sendFile } from '#admin/frame/send-file.ts';
import type { AdminHandle } from '#admin/page-handle.ts';
import { parseEnquiryQuery } from '#core/leads/inbox/enquiry.model.ts';
import { appContext } from '#site/context.ts';
import { readEnquiryList } from './enquiry-list.ts';

export const handle: AdminHandle = { verb: 'enquiry.export' };

/** What the list's filter shows, as a CSV that is sent while it is read. */
export async function loader({ context, request }: Route.LoaderArgs): Promise<Response> {
  const { actor } = context.get(staffContext);
  const { inbox } = context.get(appContext).leads;
  const filter = parseEnquiryQuery(readEnquiryList(request.url), actor.staffId);
  return sendFile(unwrap(await inbox.exportEnquiries(actor, filter)), 'enquiries.csv');
}
