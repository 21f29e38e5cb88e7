import type { Route } from './+types/ledger-export.ts';
import { staffContext } from '#admin/context.ts';
import type { AdminHandle } from '#admin/page-handle.ts';
import { appContext } from '#site/context.ts';
import { sendExport } from '#admin/work/send-export.ts';
import { isDay } from '#core/kernel/time-zone.model.ts';
import { readListAddress } from '#admin/frame/list-address.ts';
import { readDaySpan } from '#admin/frame/read-day.ts';

export const handle: AdminHandle = { verb: 'order.export' };

/** Invoices and credit notes of a span of days as CSV; of all days if it names none. */
export async function loader({ context, request }: Route.LoaderArgs): Promise<Response> {
  const { actor } = context.get(staffContext);
  const { exports } = context.get(appContext);
  const list = readListAddress(request.url, {
    filters: { from: isDay, until: isDay },
    sorts: [],
    defaultSort: '',
  });
  const { from = null, until = null } = list.filters;
  const name = `ledger-${from}-${until}.csv`;
  const input = readDaySpan(list.filters);
  return sendExport(request, list, (formKey) =>
    exports.ledger.begin(actor, { formKey, fileName: name, input }),
  );
}
