import type { RouterContextProvider } from 'react-router';
import { staffContext } from '#admin/context.ts';
import { appContext } from '#site/context.ts';
import { toShownGroups, type ShownGroup } from './shown-groups.ts';

/** Finds the text in `q` of the address, for the page and for the field in the top bar. */
export async function loadSearch(
  context: Readonly<RouterContextProvider>,
  requestUrl: string,
): Promise<{ query: string; groups: ShownGroup[] }> {
  const { actor, hasPage } = context.get(staffContext);
  const query = (new URL(requestUrl).searchParams.get('q') ?? '').trim().slice(0, 100);
  const found = await context.get(appContext).staffSearch.search(actor, query);
  return { query, groups: found.ok ? toShownGroups(found.value, query, hasPage) : [] };
}
