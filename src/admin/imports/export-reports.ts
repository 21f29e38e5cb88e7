import type { Route } from './+types/export-reports.ts';
import { appContext } from '#site/context.ts';
import { staffContext } from '#admin/context.ts';
import type { AdminHandle } from '#admin/page-handle.ts';
import { readReportList, toReportQuery } from '#admin/catalogue/reports-list.ts';
import { readLinkKey, sendExport } from '#admin/work/send-export.ts';

export const handle: AdminHandle = { verb: 'report.export' };

/** What the list of reports shows with the same query, as a sheet. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { actor } = context.get(staffContext);
  const { staffImports, store } = context.get(appContext);
  const { currency } = await store.getSiteInfo();
  const query = toReportQuery(readReportList(request.url), currency);
  const wanted = { format: params.format, filter: query, formKey: readLinkKey(request.url) };
  const begun = await staffImports.exportReports(actor, wanted);
  if (!begun.ok && begun.code === 'invalid') return new Response(begun.message, { status: 404 });
  return sendExport(begun);
}
