import { toDay } from '#core/kernel/time-zone.model.ts';
import { useStoreZone } from '#ui/store-zone.tsx';
import { labelDelivery } from '#core/catalogue/goods/delivery-words.model.ts';
import { buildBreadcrumbTitle, type Report } from '#core/catalogue/model.ts';
import { paths } from '#src/paths.ts';
import { Breadcrumb } from '#ui/breadcrumb.tsx';
import { formatCount, formatDate } from '#ui/format.ts';
import { ReportCover } from '../report-cover.tsx';
import { describeGoods } from './describe-goods.ts';
import { FigureBand } from './figure-band.tsx';
import { PagePreviews, type PreviewPage } from './page-previews.tsx';

/** From this length on a title is set smaller. */
const longTitleLength = 90;

/** The first screen beside the price box: what the report is, its key figures, what it holds. */
export function ReportOpening({
  report,
  previews,
}: {
  report: Report;
  previews: readonly PreviewPage[];
}) {
  const zone = useStoreZone();
  return (
    <div className="report-opening">
      <Breadcrumb
        steps={[
          ['Home', paths.home()],
          [report.industry, paths.industry(report.industrySlug)],
        ]}
        current={buildBreadcrumbTitle(report.title)}
      />
      <header className="report-header">
        <ReportCover report={report} />
        <ReportTitle title={report.title} />
        <p className="report-facts">
          {listFacts(report, zone).map((fact) => (
            <span key={fact}>{fact}</span>
          ))}
        </p>
        <p className="report-finding">{report.facts.opening}</p>
      </header>
      <FigureBand figures={report.keyFigures} sources={report.sources} />
      <div className="report-contents-strip no-print">
        <PagePreviews pages={previews} code={report.code} size="small" />
        <p>
          <GoodsLine report={report} />{' '}
          <a className="link" href="#what-you-get">
            What you get
          </a>
        </p>
      </div>
    </div>
  );
}

/** "**28 pages, 13 tables** and a workbook of 9 sheets.", "**28 pages**, as PDF and Word." */
function GoodsLine({ report }: { report: Report }) {
  const { counted, workbook, formats, later } = describeGoods(report);
  if (counted.length === 0)
    return <strong>{formats ? `Files: ${formats}.` : 'The report.'}</strong>;
  const how = later || (formats && `as ${formats}`);
  return (
    <>
      <strong>{counted.join(', ')}</strong>
      {workbook ? ` and ${workbook}` : how && `, ${how}`}.
    </>
  );
}

/** The name of the market on a line of its own, if a colon divides the title. */
function ReportTitle({ title }: { title: string }) {
  const [name = title, ...rest] = title.split(': ');
  return (
    <h1 data-long={title.length > longTitleLength ? '' : undefined}>
      {rest.length === 0 ? (
        title
      ) : (
        <>
          <span>{name}: </span>
          {rest.join(': ')}
        </>
      )}
    </h1>
  );
}

function listFacts(report: Report, zone: string): string[] {
  const { years } = report.facts.parts;
  const { code, pages, edition, publishedOn, updatedAt } = report;
  const label = labelDelivery(report);
  const published = formatDate(publishedOn);
  return [
    code,
    ...(pages === undefined ? [] : [formatCount(pages, 'page')]),
    ...(label ? [label] : []),
    ...(years ? [`data ${years[0] === years[1] ? years[0] : years.join('–')}`] : []),
    ...(edition > 1
      ? [
          `published ${published}`,
          `edition ${edition}, ${formatDate(toDay(new Date(updatedAt), zone))}`,
        ]
      : [`edition\u00a01, ${published}`]),
  ];
}
