import { data, redirect } from 'react-router';
import type { Route } from './+types/report-details.ts';
import { paths } from '#src/paths.ts';
import { shopContext } from '#site/context.ts';

/** The header search's address of a report leads to the canonical one for good. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const report = await context.get(shopContext).catalogue.report(params.slug);
  if (!report) throw data(null, { status: 404 });
  return redirect(paths.report(report.slug), 301);
}
