import type { Report } from '#core/catalogue/model.ts';
import { paths } from '#src/paths.ts';
import { texts } from '#site/texts.ts';
import { DefinitionRows } from '#ui/definition-rows.tsx';
import { formatCount, formatNumber } from '#ui/format.ts';
import { describeGoods } from './describe-goods.ts';
import { PagePreviews, type PreviewPage } from './page-previews.tsx';

/** The goods of a buyer: pages of the report, the workbook, and how much of each. */
export function ReportDelivery({
  report,
  previews,
}: {
  report: Report;
  previews: readonly PreviewPage[];
}) {
  const facts = report.facts.parts;
  return (
    <section id="what-you-get" className="report-delivery no-print" aria-labelledby="delivery">
      <div className="wrap">
        <div className="report-lead">
          <h2 id="delivery">What you get</h2>
          <p>
            {summarizeGoods(report)} {describeCopies(report)}
          </p>
        </div>
        <PagePreviews pages={previews} code={report.code} size="large" />
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
  const facts = report.facts.parts;
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

const maxColumns = 4;
const shownYears = 8;

/** The workbook's sheet of series, drawn: its newest years. Nothing without series. */
function WorkbookPreview({ report: { code, figures } }: { report: Report }) {
  const series = figures.series.slice(0, maxColumns);
  const years = [...new Set(series.flatMap(({ points }) => points.map(([year]) => year)))]
    .toSorted((a, b) => a - b)
    .slice(-shownYears);
  if (years.length === 0) return null;
  const sheets = [
    'Licence',
    'About',
    'Key figures',
    'Series',
    ...figures.rankings.map((_, i) => `Ranking ${i + 1}`),
  ];
  return (
    <div className="workbook" aria-hidden="true">
      <p className="workbook-name">{code}.xlsx</p>
      <div className="workbook-grid" style={{ '--columns': series.length + 1 } as object}>
        <i />
        {['A', ...series.map((_, i) => String.fromCharCode(66 + i))].map((letter) => (
          <i key={letter}>{letter}</i>
        ))}
        <i>1</i>
        <b>Year</b>
        {series.map(({ id, label }) => (
          <b key={id}>{label}</b>
        ))}
        {years.map((year, index) => [
          <i key={year}>{index + 2}</i>,
          <span key={`${year}-year`}>{year}</span>,
          ...series.map(({ id, points }) => (
            <span key={`${year}-${id}`}>
              {points.flatMap(([at, value]) => (at === year ? formatNumber(value) : []))}
            </span>
          )),
        ])}
      </div>
      <p className="workbook-sheets">
        {[...sheets.slice(0, 6), 'Sources'].map((name) => (
          <span key={name} data-open={name === 'Series' ? '' : undefined}>
            {name}
          </span>
        ))}
      </p>
    </div>
  );
}
