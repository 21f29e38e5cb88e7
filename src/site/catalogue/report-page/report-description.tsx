import { describeSubject, listCharts, type Chart } from '#core/catalogue/drawing/charts.model.ts';
import type { Report } from '#core/catalogue/model.ts';
import {
  firstSentence,
  readAnalysis,
  type Analysis as ReportAnalysis,
} from '#core/catalogue/reports/report-facts.model.ts';
import {
  isBrief,
  splitDescription,
  type DescriptionParts,
  type ReportSection,
} from '#core/catalogue/reports/report-sections.model.ts';
import {
  groupCharts,
  toPlainText,
  type RichText as Blocks,
} from '#core/catalogue/rich-text/rich-text.model.ts';
import { pickBandFigures } from '#core/catalogue/figures/key-figures.model.ts';
import { useSite } from '#site/layout/use-site.ts';
import { texts } from '#site/texts.ts';
import { FirstScreenEnd } from '#ui/first-screen-end.tsx';
import { DefinitionRows } from '#ui/definition-rows.tsx';
import { formatDate } from '#ui/format.ts';
import { ReportChart } from '../report-chart.tsx';
import { RichText } from '../rich-text.tsx';
import { createValueFormat } from '#core/catalogue/drawing/chart-units.model.ts';
import type { Ranking } from '#core/catalogue/figures/figures.model.ts';
import { paths } from '#src/paths.ts';
import { MoreRows } from '#ui/more-rows.tsx';

/** The first of the three parts: what the report found, with its charts, and how it was made. */
export function ReportDescription({ report, url }: { report: Report; url: string }) {
  const analysis = readAnalysis(report);
  const parts = splitDescription(report.description);
  const { intro, sections } = parts;
  const { lead } = analysis;
  return (
    <section id="report-description" className="wrap report-parts" aria-labelledby="description">
      <div className="report-lead">
        <div>
          <h2 id="description" className="report-kicker">
            {texts.tabDescription}
          </h2>
          {lead && <LeadFinding finding={lead.finding} />}
        </div>
        <div className="rich-text">
          {intro.blocks.length > 0 ? (
            <RichText blocks={intro.blocks} />
          ) : (
            <p>{report.shortDescription || report.title}</p>
          )}
        </div>
      </div>
      <FirstScreenEnd />
      {isBrief(sections) ? (
        <Analysis report={report} analysis={analysis} url={url} />
      ) : (
        <WholeText report={report} parts={parts} url={url} />
      )}
      <MarketForces report={report} lists={parts.lists} lead={lead} />
      <MethodAndSources method={parts.method} sources={report.sources} />
      <PrintFoot url={url} />
    </section>
  );
}

/** A long text from top to bottom, each chart where it stands. */
function WholeText({
  report,
  parts: { intro, sections, lists, method },
  url,
}: {
  report: Report;
  parts: DescriptionParts;
  url: string;
}) {
  const apart = new Set<unknown>([...intro.blocks, ...method]);
  const listHeadings = new Set(lists.map(({ heading }) => heading));
  const kept = new Set(
    sections.flatMap(({ heading, blocks }) => [heading, ...blocks]) as unknown[],
  );
  const groups = groupCharts(report.description).filter((group) => {
    if (group.kind === 'charts') return true;
    if (group.kind === 'heading' && group.level === 2)
      return kept.has(group.text) && !listHeadings.has(group.text);
    return kept.has(group) && !apart.has(group);
  });
  return (
    <div className="rich-text whole-text no-print">
      {groups.map((group, index) =>
        group.kind === 'charts' ? (
          listCharts(report.figures, group.keys).map((chart) => (
            <ReportChart key={chart.key} report={report} reportUrl={url} chart={chart} />
          ))
        ) : (
          // Blocks have no names, and never change places on a page.
          // oxlint-disable-next-line react/no-array-index-key
          <RichText key={index} blocks={[group]} />
        ),
      )}
    </div>
  );
}

/**
 * Brief findings beside each other, with the longest line first and the longest list as a table.
 */
function Analysis({
  report,
  analysis: { lead, table, findings, small },
  url,
}: {
  report: Report;
  analysis: ReportAnalysis;
  url: string;
}) {
  return (
    <>
      {lead && (
        <ReportChart
          report={report}
          reportUrl={url}
          chart={lead}
          finding={lead.largestChange ?? describeSubject(lead)}
          isPrinted
        />
      )}
      <Findings sections={findings} />
      {table && <RankingTable report={report} {...table} />}
      {small.length > 0 && (
        <div className="small-charts no-print">
          {small.map((chart) => (
            <ReportChart
              key={chart.key}
              report={report}
              reportUrl={url}
              chart={chart}
              sizes={small.length > 1 ? ['narrow'] : undefined}
            />
          ))}
        </div>
      )}
    </>
  );
}

/** "2.7-fold" stays on one line. */
const LeadFinding = ({ finding }: { finding: string }) => (
  <p className="report-lead-finding">
    {finding
      .split(/([\d.]+-fold)/)
      .map((part, index) => (index % 2 === 1 ? <span key={part}>{part}</span> : part))}
  </p>
);

/** Lists of the description side by side, and what the data reach. */
function MarketForces({
  report,
  lists,
  lead,
}: {
  report: Report;
  lists: DescriptionParts['lists'];
  lead: Chart | undefined;
}) {
  const rows = listScope(report, lead);
  if (lists.length === 0 && rows.length === 0) return null;
  return (
    <div className="market-forces">
      {lists.map(({ heading, items }) => (
        <section key={heading}>
          <h3>{heading}</h3>
          <ul>
            {items.map((item) => (
              <li key={item}>{item}</li>
            ))}
          </ul>
        </section>
      ))}
      {rows.length > 0 && (
        <section className="report-scope">
          <h3>Scope</h3>
          <dl className="report-rows">
            <DefinitionRows rows={rows} />
          </dl>
        </section>
      )}
    </div>
  );
}

type Row = [name: string, value: string];

/** Lists the publisher's scope, the reach of the data, and the remaining key figures. */
const listScope = (report: Report, lead: Chart | undefined): Row[] => [
  ...listPublisherScope(report),
  ...(report.figures.series.length > 0 ? listDataScope(report, lead) : []),
  ...report.keyFigures
    .filter((figure) => !pickBandFigures(report.keyFigures).includes(figure))
    .map(({ label, value, years }): Row => [label, [value, years].filter(Boolean).join(', ')]),
  ...(report.sources.length > 0
    ? [['Sources', report.sources.map(({ name }) => name).join('; ')] as Row]
    : []),
];

function listPublisherScope(report: Report): Row[] {
  const { geography, periodFrom, periodTo, baseYear, forecastTo, companies, nextUpdateOn } = report;
  const period = [...new Set([periodFrom, periodTo])].filter((year) => year !== undefined);
  const rows: (Row | undefined)[] = [
    geography.length > 0 ? ['Geography', geography.join(', ')] : undefined,
    period.length > 0 ? ['Period', period.join('–')] : undefined,
    baseYear === undefined ? undefined : ['Base year', String(baseYear)],
    forecastTo === undefined ? undefined : ['Forecast to', String(forecastTo)],
    companies.length > 0 ? ['Companies', companies.join(', ')] : undefined,
    nextUpdateOn === undefined ? undefined : ['Next update', formatDate(nextUpdateOn)],
  ];
  return rows.filter((row) => row !== undefined);
}

function listDataScope(report: Report, lead: Chart | undefined): Row[] {
  const { years } = report.facts.parts;
  const { series, rankings } = report.figures;
  const places = Math.max(0, ...rankings.map(({ rows }) => rows.length));
  const forecast = lead?.kind === 'lines' ? lead.forecast?.at(-1) : undefined;
  return [
    ...(years ? [['Years', years.join('–')] as Row] : []),
    ['Annual series', String(series.length)],
    ...(places > 0 ? [['Longest ranking', `${places} entries`] as Row] : []),
    ...(forecast ? [['Forecast', `to ${forecast.year}, with its band`] as Row] : []),
  ];
}

/** Where a printed page comes from. */
function PrintFoot({ url }: { url: string }) {
  const { siteName, salesEmail } = useSite();
  return (
    <p className="report-print-foot print-only">
      {siteName}, {salesEmail}. The whole report, its contents and a free sample: {url}
    </p>
  );
}

function MethodAndSources({
  method,
  sources,
}: {
  method: DescriptionParts['method'];
  sources: Report['sources'];
}) {
  if (method.length === 0 && sources.length === 0) return null;
  return (
    <section className="no-print">
      <details className="report-method">
        <summary>
          <h2>Method and sources</h2>
        </summary>
        <div className="report-columns">
          <div>
            <RichText blocks={method} />
          </div>
          <ul>
            {sources.map((source) => (
              <li key={source.id}>
                <a className="link" rel="noopener" href={source.url}>
                  {source.name}
                </a>
                , {source.publisher}, {source.vintage}. {source.attribution}
              </li>
            ))}
          </ul>
        </div>
      </details>
    </section>
  );
}

/** Characters that a finding shows of a paragraph before it is folded after its first sentence. */
const shownLength = 130;

/** The findings of the analysis, numbered, in two columns: a sentence each, the rest on demand. */
function Findings({ sections }: { sections: readonly ReportSection[] }) {
  if (sections.length === 0) return null;
  return (
    <section className="no-print" aria-labelledby="findings">
      <h2 id="findings">What the figures say</h2>
      <ol className="findings">
        {sections.map((section, index) => (
          <li key={section.heading}>
            <span className="finding-number" aria-hidden="true">
              {index + 1}
            </span>
            <h3>{section.heading}</h3>
            <Finding section={section} />
          </li>
        ))}
      </ol>
    </section>
  );
}

/** The first sentence says the finding. The rest stays in the page, for searches in it as well. */
function Finding({ section: { heading, blocks } }: { section: ReportSection }) {
  const { sentence, rest, others } = splitOpening(blocks);
  return (
    <div className="finding">
      {sentence !== undefined && <p className="finding-sentence">{sentence}</p>}{' '}
      {(rest !== '' || others.length > 0) && (
        <details>
          <summary>
            Read on<span className="sr-only"> about {heading}</span>
          </summary>
          {rest !== '' && <p>{rest}</p>}
          <RichText blocks={others} />
        </details>
      )}
    </div>
  );
}

type Opening = {
  /** Undefined if the text begins with something other than a plain paragraph. */
  readonly sentence: string | undefined;
  readonly rest: string;
  readonly others: Blocks;
};

function splitOpening(blocks: Blocks): Opening {
  const [first] = blocks;
  if (first?.kind !== 'paragraph' || first.runs.length !== 1 || first.runs[0]?.href)
    return { sentence: undefined, rest: '', others: blocks };
  const paragraph = toPlainText([first]);
  const sentence = paragraph.length <= shownLength ? paragraph : firstSentence(paragraph);
  return { sentence, rest: paragraph.slice(sentence.length).trim(), others: blocks.slice(1) };
}

/** A ranking as a table beside the sentences about it. */
function RankingTable({
  report,
  chart,
  section,
}: {
  report: Report;
  chart: Chart & { kind: 'bars' };
  section: ReportSection;
}) {
  const { ranking, key } = chart;
  const source = report.sources.find(({ id }) => id === ranking.source);
  return (
    <section className="ranking no-print" id={`chart-${key}`}>
      <div>
        <h2>{chart.finding}</h2>
        <RichText blocks={section.blocks} />
      </div>
      <div>
        <Rows ranking={ranking} />
        <MoreRows count={ranking.rows.length} of={ranking.label} />
        <p className="ranking-source">
          <span>{[source?.attribution, ranking.note].filter(Boolean).join(' ')}</span>
          <a className="link" href={paths.chartCsv(report.code, key)} rel="nofollow" download>
            CSV<span className="sr-only"> of {ranking.label}</span>
          </a>
          <a className="link" href={paths.chart(report.code, key)} rel="nofollow">
            Chart<span className="sr-only"> of {ranking.label}</span>
          </a>
        </p>
      </div>
    </section>
  );
}

function Rows({ ranking }: { ranking: Ranking }) {
  const { label, year, unit, rows, total, spanYears } = ranking;
  const hasBefore = spanYears !== undefined && rows.some(({ before }) => before !== undefined);
  const largest = Math.max(0, ...rows.map(({ value }) => value));
  const { formatValue, unitName } = createValueFormat(unit, largest);
  const hasShare = total !== undefined && total >= largest && ranking.measure !== 'share';
  const share = (value: number): string => `${((value / (total ?? 1)) * 100).toFixed(1)} %`;
  return (
    <table>
      <caption>
        <strong>{label}</strong> <span>{unitName}</span>
      </caption>
      <thead>
        <tr>
          <th scope="col">Name</th>
          {hasBefore && <th scope="col">{year - spanYears}</th>}
          <th scope="col">{year}</th>
          {hasShare && <th scope="col">Share</th>}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, value, before }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            {hasBefore && <td>{before === undefined ? '–' : formatValue(before)}</td>}
            <td>{formatValue(value)}</td>
            {hasShare && <td>{share(value)}</td>}
          </tr>
        ))}
      </tbody>
      {total !== undefined && hasShare && (
        <tfoot>
          <tr>
            <th scope="row">Total</th>
            {hasBefore && <td />}
            <td>{formatValue(total)}</td>
            <td>100 %</td>
          </tr>
        </tfoot>
      )}
    </table>
  );
}
