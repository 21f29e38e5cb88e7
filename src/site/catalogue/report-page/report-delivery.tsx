import type { Report } from '#core/catalogue/model.ts';
import { countReportParts } from '#core/catalogue/report-facts.model.ts';
import { paths } from '#src/paths.ts';
import { texts } from '#site/texts.ts';
import { DefinitionRows } from '#ui/definition-rows.tsx';
import { formatCount, formatNumber } from '#ui/format.ts';
import { PagePreviews } from './page-previews.tsx';
import { WorkbookPreview } from './workbook-preview.tsx';

/** What the buyer gets: pages of the report, the workbook, and how much of each. */
export function ReportDelivery({ report }: { report: Report }) {
  const facts = countReportParts(report);
  return (
    <section id="what-you-get" className="report-delivery no-print" aria-labelledby="delivery">
      <div className="wrap">
        <div className="report-lead">
          <h2 id="delivery">What you get</h2>
          <p>
            A report of {formatCount(report.pages, 'page')} and a workbook of{' '}
            {formatCount(facts.sheets, 'sheet')}. Each copy has its reader’s name on every page; the
            links also come by email.
          </p>
        </div>
        <PagePreviews report={report} size="large" />
        <div className="report-workbook">
          <WorkbookPreview report={report} />
          <div>
            <h3>The workbook</h3>
            <p>Every number as a number, with its unit and source: ready for your own model.</p>
            <dl className="report-rows">
              <DefinitionRows
                rows={[
                  ['Sheets', String(facts.sheets)],
                  ['Data tables', `${facts.tables}, with ${formatNumber(facts.tableRows)} rows`],
                  ['Charts', `${facts.charts}, in the PDF`],
                  ['Sample', 'contents, key figures and one chart, free'],
                ]}
              />
            </dl>
            <a className="button quiet" href={paths.sample(report.code)}>
              {texts.downloadSample}
            </a>
          </div>
        </div>
      </div>
    </section>
  );
}
