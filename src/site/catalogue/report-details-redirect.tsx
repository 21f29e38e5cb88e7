import { data, redirect } from 'react-router';
import type { Route } from './+types/report-details-redirect.ts';
import { paths } from '#src/paths.ts';
import { appContext } from '#site/context.ts';

/** Redirects the header search's address of a report to the canonical one, permanently. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const report = await context.get(appContext).catalogue.getReport(params.slug);
  if (!report) throw data(null, { status: 404 });
  return redirect(paths.report(report.slug), 301);
}
