import { labelDelivery } from '#core/catalogue/goods/delivery-words.model.ts';
import type { ReactNode } from 'react';
import { buildBreadcrumbTitle, type Report, type ReportCard } from '#core/catalogue/model.ts';
import { paths } from '#src/paths.ts';
import { ReportCover } from '#site/catalogue/report-cover.tsx';
import { FigureBand } from '#site/catalogue/report-page/figure-band.tsx';
import { PriceBox } from '#site/catalogue/report-page/price-box.tsx';
import { RelatedReports } from '#site/catalogue/report-page/related-reports.tsx';
import { Breadcrumb } from '#ui/breadcrumb.tsx';
import { industryHueProps } from '#ui/hue.ts';
import '../../styles/report.css';

/** Explains a free sample. */
export const sampleSentence =
  'Cover, contents, key figures and one chart as a PDF, sent to your email address.';

/** A page with a form about one report: the report above, its prices beside, its chain below. */
export function ReportRequestLayout({
  report,
  related,
  heading,
  sentence,
  children,
}: {
  report: Report;
  related: readonly ReportCard[];
  heading: string;
  sentence: string;
  children: ReactNode;
}) {
  return (
    <div {...industryHueProps(report.industrySlug)}>
      <div className="wrap report-parts request-page">
        <ReportRequestHeader report={report} heading={heading} />
        <div className="request-columns">
          <div>
            <h1>{heading}</h1>
            <p>{sentence}</p>
            {children}
          </div>
          <aside aria-label="Licence and price">
            <PriceBox report={report} />
          </aside>
        </div>
        <FigureBand figures={report.keyFigures} sources={report.sources} />
        <RelatedReports reports={related} />
      </div>
    </div>
  );
}

function ReportRequestHeader({ report, heading }: { report: Report; heading: string }) {
  const delivery = labelDelivery(report);
  return (
    <header>
      <Breadcrumb
        steps={[
          ['Home', paths.home()],
          [report.industry, paths.industry(report.industrySlug)],
          [buildBreadcrumbTitle(report.title), paths.report(report.slug)],
        ]}
        current={heading}
      />
      <div className="request-header">
        <ReportCover report={report} />
        <div>
          <p className="request-report">
            <a href={paths.report(report.slug)}>{report.title}</a>
          </p>
          <dl>
            {[
              ['Industry', report.industry],
              ...(report.pages === undefined ? [] : [['Pages', String(report.pages)]]),
              ['Report ID', report.code],
              ...(delivery ? [['Delivery', delivery]] : []),
            ].map(([name, value]) => (
              <div key={name}>
                <dt>{name}:</dt> <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </div>
      </div>
    </header>
  );
}
