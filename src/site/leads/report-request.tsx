import type { Route } from './+types/report-request.ts';
import { requestKinds, type RequestKind } from '#core/leads/model.ts';
import { paths } from '#src/paths.ts';
import { PageHead } from '#site/layout/page-head.tsx';
import { useSite } from '#site/layout/use-site.ts';
import { skipSerialization } from '#site/skip-serialization.ts';
import { texts } from '#site/texts.ts';
import { LeadFormIsland } from './lead-form-island.tsx';
import { handleLeadFormPost } from './lead-form-action.ts';
import { loadReport } from './load-report.ts';
import { ReportRequestLayout, sampleSentence } from './report-request-layout.tsx';

const headings: Readonly<Record<RequestKind, readonly [heading: string, sentence: string]>> = {
  sample: [texts.requestFreeSample, sampleSentence],
  discount: [
    texts.discountHeading,
    'Universities, small companies and buyers of several reports often get a discount. ' +
      'Tell us about yours.',
  ],
  inquiry: [
    texts.inquiryHeading,
    'Ask what the report covers, how a figure was calculated, or which licence you need. ' +
      'The team that wrote it answers.',
  ],
  customization: [
    texts.customizationHeading,
    'Other countries, more years, another breakdown: we tell you what the sources offer and ' +
      'what it costs.',
  ],
};

/** The kind of request that a path is for. */
const requestKindFromPath = (pathname: string): RequestKind =>
  requestKinds.find((kind) => pathname.startsWith(`/${kind}/`)) ?? 'sample';

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { report, countries, related, origin } = await loadReport(context, params.code);
  return skipSerialization({
    report,
    countries,
    related,
    origin,
    kind: requestKindFromPath(new URL(request.url).pathname),
  });
}
export const action = ({ request, context }: Route.ActionArgs) =>
  handleLeadFormPost(requestKindFromPath(new URL(request.url).pathname), request, context);

/** Sample, discount, enquiry or customization of one report: the same page, by its path. */
export default function ReportRequestPage({
  loaderData: { report, countries, related, origin, kind },
  actionData,
}: Route.ComponentProps) {
  const [heading, sentence] = headings[kind];
  return (
    <ReportRequestLayout report={report} related={related} heading={heading} sentence={sentence}>
      <PageHead
        title={`${heading}: ${report.title}`}
        siteName={useSite().siteName}
        description={`${heading}: ${report.title}`.slice(0, 160)}
        canonical={origin + paths[kind](report.code)}
        noIndex
      />
      <LeadFormIsland
        kind={kind}
        reportCode={report.code}
        countries={countries}
        rejected={actionData}
      />
    </ReportRequestLayout>
  );
}
