import { redirect } from 'react-router';
import type { Route } from './+types/report-details-redirect.ts';
import { paths } from '#src/paths.ts';
import { appContext } from '#site/context.ts';
import { answerFormerReport } from './former-report.ts';

/** Redirects the header search's address of a report to where it is now, for good. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { catalogue } = context.get(appContext);
  const report = await catalogue.reports.get(params.slug);
  if (!report) throw await answerFormerReport(catalogue.reports.findFormer(params.slug));
  return redirect(paths.report(report.slug), 301);
}
