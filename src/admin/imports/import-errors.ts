import type { Route } from './+types/import-errors.ts';
import { appContext } from '#site/context.ts';
import { staffContext } from '#admin/context.ts';
import type { AdminHandle } from '#admin/page-handle.ts';
import { readId } from '#admin/frame/read-id.ts';
import { sendExport } from '#admin/work/send-export.ts';

export const handle: AdminHandle = { verb: 'import.run' };

/** The bad rows with their reasons, to be mended and sent again. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { actor } = context.get(staffContext);
  const { staffImports } = context.get(appContext);
  const id = readId(params.id);
  return sendExport(request, wholeImport, (formKey) =>
    staffImports.writeBadRows(actor, id, formKey),
  );
}

/** Its bad rows are one list, which nothing narrows. */
const wholeImport = { unread: [] };
