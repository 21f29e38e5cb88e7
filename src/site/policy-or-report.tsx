import { redirect } from 'react-router';
import type { Route } from './+types/policy-or-report.ts';
import { paths } from '#src/paths.ts';
import { loadReport, ReportPage } from './catalogue/report.tsx';
import { PolicyPage } from './content/policy.tsx';
import { appContext, visitContext } from './context.ts';

/** Policies are rows of the store, and no report has the address of one. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const page = await context.get(appContext).content.findPolicyPage(params.slug);
  if (page && 'movedTo' in page) throw redirect(paths.policy(page.movedTo), 301);
  if (!page) return { report: await loadReport(context, params.slug) };
  const visit = context.get(visitContext);
  visit.cacheTags('site');
  return { policy: page.policy, canonical: visit.origin + paths.policy(page.address) };
}

/** The page at an address of one part: a policy of the store, or a report. */
export default function PolicyOrReport({ loaderData }: Route.ComponentProps) {
  return loaderData.report ? (
    <ReportPage shown={loaderData.report} />
  ) : (
    <PolicyPage {...loaderData} />
  );
}
