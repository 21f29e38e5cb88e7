import type { Route } from './+types/import-errors.ts';
import { refusalStatus } from '#src/refusal-status.ts';
import { appContext } from '#site/context.ts';
import { staffContext } from '#admin/context.ts';
import type { AdminHandle } from '#admin/page-handle.ts';
import { readId } from '#admin/frame/read-id.ts';
import { sendFile } from '#admin/frame/send-file.ts';

export const handle: AdminHandle = { verb: 'import.run' };

/** The bad rows with their reasons, to be mended and sent again. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { actor } = context.get(staffContext);
  const { staffImports } = context.get(appContext);
  const id = readId(params.id);
  const written = await staffImports.writeBadRows(actor, id);
  if (!written.ok) return new Response(written.message, { status: refusalStatus[written.code] });
  return sendFile(written.value, `errors-${id}.xlsx`);
}
