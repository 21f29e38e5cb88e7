import type { Route } from './+types/audit-csv.ts';
import { staffContext } from '#admin/context.ts';
import { readListAddress } from '#admin/frame/list-address.ts';
import { sendExport } from '#admin/work/send-export.ts';
import type { AdminHandle } from '#admin/page-handle.ts';
import { appContext } from '#site/context.ts';
import { auditListOptions, toAuditFilter } from './audit-filters.ts';

export const handle: AdminHandle = { verb: 'audit.read' };

/** The entries that the list's filter shows, all of them. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { actor } = context.get(staffContext);
  const zone = await context.get(appContext).store.getTimeZone();
  const list = readListAddress(request.url, auditListOptions);
  const input = toAuditFilter(list, zone);
  const { exports } = context.get(appContext);
  return sendExport(request, list, (formKey) =>
    exports.audit.begin(actor, { formKey, fileName: 'audit-log.csv', input }),
  );
}
