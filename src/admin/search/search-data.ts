import type { Route } from './+types/search-data.ts';
import type { AdminHandle } from '#admin/page-handle.ts';
import { loadSearch } from './load-search.ts';

export const handle: AdminHandle = { verb: 'search.use' };

/** The search over everything as JSON, for the field in the top bar. */
export const loader = async ({ context, request }: Route.LoaderArgs) =>
  Response.json(await loadSearch(context, request.url));
