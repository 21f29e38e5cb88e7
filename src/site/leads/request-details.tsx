import type { Route } from './+types/request-details.ts';
import { paths } from '#src/paths.ts';
import { PriceBox } from '#site/catalogue/report-page/price-box.tsx';
import { RelatedReports } from '#site/catalogue/report-page/related-reports.tsx';
import { PageHead } from '#site/layout/page-head.tsx';
import { useSite } from '#site/layout/use-site.ts';
import { texts } from '#site/texts.ts';
import { industryHueProps } from '#ui/hue.ts';
import { LeadFormIsland } from './lead-form-island.tsx';
import { handleLeadFormPost } from './lead-form-action.ts';
import { loadReport } from './load-report.ts';
import { ReportRequestHeader, sampleSentence } from './report-request-header.tsx';

export const loader = ({ context, params }: Route.LoaderArgs) => loadReport(context, params.code);
export const action = ({ request, context }: Route.ActionArgs) =>
  handleLeadFormPost('sample', request, context);

/** The form for a report's free sample, beside its licences and related reports. */
export default function RequestDetails({
  loaderData: { report, countries, related, origin },
  actionData,
}: Route.ComponentProps) {
  return (
    <div {...industryHueProps(report.industrySlug)}>
      <div className="wrap py-8">
        <PageHead
          title={`${texts.requestFreeSample}: ${report.title}`}
          siteName={useSite().siteName}
          description={`Request a free sample of ${report.title}.`.slice(0, 160)}
          canonical={origin + paths.requestDetails(report.code)}
          noIndex
        />
        <ReportRequestHeader report={report} heading={texts.requestFreeSample} />
        <div className="mt-8 grid gap-12 lg:grid-cols-[1fr_340px]">
          <div className="min-w-0">
            <h1 className="mb-2 text-[32px]">{texts.requestFreeSample}</h1>
            <p className="mb-5 text-muted">{sampleSentence}</p>
            <LeadFormIsland
              kind="sample"
              reportCode={report.code}
              countries={countries}
              rejected={actionData}
            />
            <RelatedReports reports={related} />
          </div>
          <aside aria-label="Licence and price">
            <PriceBox report={report} />
          </aside>
        </div>
      </div>
    </div>
  );
}
