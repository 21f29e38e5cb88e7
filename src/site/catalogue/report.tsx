import type { RouterContextProvider } from 'react-router';
import type { Report } from '#core/catalogue/model.ts';
import { paths } from '#src/paths.ts';
import { appContext, visitContext } from '#site/context.ts';
import { PageHead } from '#site/layout/page-head.tsx';
import { useSite } from '#site/layout/use-site.ts';
import { skipSerialization } from '#site/skip-serialization.ts';
import { buildReportData } from '#site/structured-data/report.ts';
import { texts } from '#site/texts.ts';
import { industryHueProps } from '#ui/hue.ts';
import { answerFormerReport } from './former-report.ts';
import { BottomBar } from './report-page/bottom-bar.tsx';
import { JumpBar, type ReportPart } from './report-page/jump-bar.tsx';
import { PriceBox } from './report-page/price-box.tsx';
import { RelatedReports } from './report-page/related-reports.tsx';
import { hasContents } from './report-page/report-contents.tsx';
import { ReportParts } from './report-page/report-parts.tsx';
import { SampleDialog } from './report-page/sample-dialog.tsx';

type ReportData = Awaited<ReturnType<typeof loadReport>>;

/** Loads the page of a report. Throws the answer of an address without one. */
export async function loadReport(context: Readonly<RouterContextProvider>, slug: string) {
  const { catalogue, content } = context.get(appContext);
  const visit = context.get(visitContext);
  const report = await catalogue.reports.get(slug);
  if (!report) throw await answerFormerReport(catalogue.reports.findFormer(slug));
  visit.cacheTags(`report:${report.slug}`, `industry:${report.industrySlug}`);
  const [related, authors, countries] = await Promise.all([
    catalogue.reports.listRelated(report),
    catalogue.authors.listOfReport(report.id),
    content.listCountries(),
  ]);
  visit.cacheTags(...related.map((one) => `report:${one.slug}`));
  return skipSerialization({ report, related, authors, countries, origin: visit.origin });
}

/** One report: what it is, what the buyer gets, what it costs, and requests about it. */
export function ReportPage({ shown }: { readonly shown: ReportData }) {
  const { report, related, authors, countries, origin } = shown;
  const { siteName, licences, currency, hasRefundPolicy } = useSite();
  const url = origin + paths.report(report.slug);
  return (
    <article {...industryHueProps(report.industrySlug)}>
      <PageHead
        title={report.metaTitle}
        siteName={siteName}
        description={report.metaDescription}
        keywords={report.keywords.join(', ')}
        canonical={url}
        shareType="product"
        shareCard={{
          url: paths.shareCard(report.code, `${report.edition}-${report.updatedAt.slice(0, 10)}`),
          text: report.title,
        }}
        markdownPath={paths.reportMarkdown(report.slug)}
        way={[
          [report.industry, paths.industry(report.industrySlug)],
          [report.title, paths.report(report.slug)],
        ]}
        structuredData={buildReportData(report, {
          origin,
          publisher: siteName,
          licences,
          currency,
          hasRefundPolicy,
        })}
      />
      <ReportParts
        {...{ report, authors, countries, url }}
        prices={<PriceBox report={report} />}
        jumpBar={<JumpBar report={report} url={url} parts={listParts(report, related)} />}
        related={<RelatedReports reports={related} />}
      />
      <SampleDialog />
      <BottomBar report={report} />
    </article>
  );
}

/** The parts of the page that this report has, by their ids; the specification's three come first. */
const listParts = (report: Report, related: readonly object[]): ReportPart[] => [
  ['report-description', texts.tabDescription],
  ...(hasContents(report) ? [['table-of-content', texts.tabTableOfContents] as const] : []),
  ...(report.segmentation.length > 0 ? [['segmentation', texts.tabSegmentation] as const] : []),
  ...(report.faqs.length > 0 ? [['questions', 'Questions'] as const] : []),
  ...(report.authorNames.length > 0 ? [['author', 'Author'] as const] : []),
  ...(related.length > 0 ? [['related', 'Related reports'] as const] : []),
];
