import type { Route } from './+types/request-details.ts';
import { paths } from '#src/paths.ts';
import { PageHead } from '#site/layout/page-head.tsx';
import { useSite } from '#site/layout/use-site.ts';
import { texts } from '#site/texts.ts';
import { LeadFormIsland } from './lead-form-island.tsx';
import { handleLeadFormPost } from './lead-form-action.ts';
import { loadReport } from './load-report.ts';
import { ReportRequestLayout, sampleSentence } from './report-request-layout.tsx';

export const loader = ({ context, params }: Route.LoaderArgs) => loadReport(context, params.code);
export const action = ({ request, context }: Route.ActionArgs) =>
  handleLeadFormPost('sample', request, context);

/** The form for a report's free sample, beside its licences and related reports. */
export default function RequestDetails({
  loaderData: { report, countries, related, origin },
  actionData,
}: Route.ComponentProps) {
  return (
    <ReportRequestLayout
      report={report}
      related={related}
      heading={texts.requestFreeSample}
      sentence={sampleSentence}
    >
      <PageHead
        title={`${texts.requestFreeSample}: ${report.title}`}
        siteName={useSite().siteName}
        description={`Request a free sample of ${report.title}.`.slice(0, 160)}
        canonical={origin + paths.requestDetails(report.code)}
        noIndex
      />
      <LeadFormIsland
        kind="sample"
        reportCode={report.code}
        countries={countries}
        rejected={actionData}
      />
    </ReportRequestLayout>
  );
}
