import type { Route } from './+types/export-reports.ts';
import { appContext } from '#site/context.ts';
import { staffContext } from '#admin/context.ts';
import type { AdminHandle } from '#admin/page-handle.ts';
import { sendFile } from '#admin/frame/send-file.ts';

export const handle: AdminHandle = { verb: 'report.export' };

/** Every report that is not in the bin, as a sheet. */
export function loader({ context, params }: Route.LoaderArgs) {
  const { actor } = context.get(staffContext);
  const exported = context.get(appContext).staffImports.exportReports(actor, params.format);
  if (!exported.ok) return new Response(exported.message, { status: 404 });
  return sendFile(exported.value, `reports.${params.format}`);
}
