import type { Report } from '#core/catalogue/model.ts';
import { countReportParts } from '#core/catalogue/reports/report-facts.model.ts';
import { paths } from '#src/paths.ts';
import { texts } from '#site/texts.ts';
import { DefinitionRows } from '#ui/definition-rows.tsx';
import { formatCount, formatNumber } from '#ui/format.ts';
import { describeGoods } from './describe-goods.ts';
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
            {summarizeGoods(report)} {describeCopies(report)}
          </p>
        </div>
        {report.isPrinted && <PagePreviews report={report} size="large" />}
        {report.isPrinted && facts.tables > 0 && <Workbook report={report} />}
      </div>
    </section>
  );
}

/** "A report of 12 pages and a workbook of 6 sheets.", "A report of 12 pages, as PDF and Word." */
function summarizeGoods(report: Report): string {
  const { workbook, formats, later } = describeGoods(report);
  const pages = report.pages === undefined ? '' : ` of ${formatCount(report.pages, 'page')}`;
  if (later) return `A report${pages}, ${later}.`;
  if (workbook) return `A report${pages} and ${workbook}.`;
  return `A report${pages}${formats && `, as ${formats}`}.`;
}

const describeCopies = ({ delivery }: Report): string => {
  if (delivery.kind === 'none')
    return 'It is not for sale here at the moment: please ask us for it.';
  return delivery.kind === 'by-us'
    ? 'An email tells you when it is there.'
    : 'Each copy has its reader’s name in it; the links also come by email.';
};

function Workbook({ report }: { report: Report }) {
  const facts = countReportParts(report);
  return (
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
  );
}
