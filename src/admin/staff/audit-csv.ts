import { Readable } from 'node:stream';
import type { Route } from './+types/audit-csv.ts';
import { staffContext } from '#admin/context.ts';
import { readListAddress } from '#admin/frame/list-address.ts';
import type { AdminHandle } from '#admin/page-handle.ts';
import { appContext } from '#site/context.ts';
import { auditListOptions, toAuditFilter } from './audit-filters.ts';
import { orThrow } from './shown-staff.ts';

export const handle: AdminHandle = { verb: 'audit.read' };

/** The entries that the list's filter shows, all of them, as a stream. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { actor } = context.get(staffContext);
  const filter = toAuditFilter(readListAddress(request.url, auditListOptions));
  const csv = orThrow(await context.get(appContext).staff.auditLog.exportCsv(actor, filter));
  return new Response(Readable.toWeb(Readable.from(csv)) as ReadableStream, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="audit-log.csv"',
    },
  });
}
