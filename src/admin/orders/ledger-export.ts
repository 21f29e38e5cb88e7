import type { Route } from './+types/ledger-export.ts';
import { staffContext } from '#admin/context.ts';
import type { AdminHandle } from '#admin/page-handle.ts';
import { appContext } from '#site/context.ts';
import { sendExport } from '#admin/work/send-export.ts';
import { readDaySpan } from '#admin/frame/read-day.ts';

export const handle: AdminHandle = { verb: 'order.export' };

/** Invoices and credit notes of a span of days as CSV; of all days where it names none. */
export async function loader({ context, request }: Route.LoaderArgs): Promise<Response> {
  const { actor } = context.get(staffContext);
  const { exports } = context.get(appContext);
  const url = new URL(request.url);
  const { searchParams } = url;
  const name = `ledger-${searchParams.get('from')}-${searchParams.get('until')}.csv`;
  const input = readDaySpan(Object.fromEntries(searchParams));
  return sendExport(request, (formKey) =>
    exports.ledger.begin(actor, { formKey, fileName: name, input }),
  );
}
