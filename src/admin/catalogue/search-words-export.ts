import type { Route } from './+types/search-words-export.ts';
import { staffContext } from '#admin/context.ts';
import type { AdminHandle } from '#admin/page-handle.ts';
import { sendExport } from '#admin/work/send-export.ts';
import { appContext } from '#site/context.ts';
import { allKinds, readWordList } from './word-list.ts';

export const handle: AdminHandle = { verb: 'synonym.edit' };

/** Returns the rows that the list shows as a CSV; without a filter the whole table. */
export async function loader({ context, request }: Route.LoaderArgs): Promise<Response> {
  const { actor } = context.get(staffContext);
  const { exports } = context.get(appContext);
  const { list, filter, isWhole } = readWordList(request.url);
  const input = isWhole ? { kinds: allKinds } : filter;
  return sendExport(request, list, (formKey) =>
    exports.searchWords.begin(actor, { formKey, fileName: 'search-words.csv', input }),
  );
}
