import type { Route } from './+types/audit-csv.ts';
import { staffContext } from '#admin/context.ts';
import { unwrap } from '#admin/frame/respond.ts';
import { readListAddress } from '#admin/frame/list-address.ts';
import { sendFile } from '#admin/frame/send-file.ts';
import type { AdminHandle } from '#admin/page-handle.ts';
import { appContext } from '#site/context.ts';
import { auditListOptions, toAuditFilter } from './audit-filters.ts';

export const handle: AdminHandle = { verb: 'audit.read' };

/** The entries that the list's filter shows, all of them, as a stream. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { actor } = context.get(staffContext);
  const filter = toAuditFilter(readListAddress(request.url, auditListOptions));
  const csv = unwrap(await context.get(appContext).staff.auditLog.exportCsv(actor, filter));
  return sendFile(csv, 'audit-log.csv');
}
