import type { Route } from './+types/export-reports.ts';
import { appContext } from '#site/context.ts';
import { staffContext } from '#admin/context.ts';
import type { AdminHandle } from '#admin/page-handle.ts';
import { readReportList, toReportQuery } from '#admin/catalogue/reports-list.ts';
import { sendExport } from '#admin/work/send-export.ts';

export const handle: AdminHandle = { verb: 'report.export' };

/** Returns the list of reports of the same query as a sheet. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { actor } = context.get(staffContext);
  const { staffImports, store } = context.get(appContext);
  const { currency } = await store.getSiteInfo();
  const list = readReportList(request.url, currency);
  const query = toReportQuery(list, currency);
  const wanted = { format: params.format, filter: query };
  return sendExport(request, list, async (formKey) => {
    const begun = await staffImports.exportReports(actor, { ...wanted, formKey });
    return !begun.ok && begun.code === 'invalid' ? { ...begun, code: 'not-found' } : begun;
  });
}
