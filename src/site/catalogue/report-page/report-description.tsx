import { describeFinding } from '#core/catalogue/chart-finding.model.ts';
import { describeSubject } from '#core/catalogue/charts.model.ts';
import type { Report } from '#core/catalogue/model.ts';
import { arrangeAnalysis, countReportParts } from '#core/catalogue/report-facts.model.ts';
import { pickBandFigures } from '#core/catalogue/key-figures.model.ts';
import { useSite } from '#site/layout/use-site.ts';
import { texts } from '#site/texts.ts';
import { DefinitionRows } from '#ui/definition-rows.tsx';
import { ReportChart } from '../report-chart.tsx';
import { Findings } from './findings.tsx';
import { RankingTable } from './ranking-table.tsx';

/** The first of the three parts: what the report found, with its charts, and how it was made. */
export function ReportDescription({ report, url }: { report: Report; url: string }) {
  const { text } = report;
  const { lead, table, findings, small } = arrangeAnalysis(report);
  return (
    <section id="report-description" className="wrap report-parts" aria-labelledby="description">
      <div className="report-lead">
        <div>
          <h2 id="description" className="report-kicker">
            {texts.tabDescription}
          </h2>
          {lead && <LeadFinding finding={describeFinding(lead)} />}
        </div>
        {text.intro.length > 0 && <p>{text.intro.join(' ')}</p>}
      </div>
      {lead && (
        <ReportChart
          report={report}
          reportUrl={url}
          chart={lead}
          finding={describeSubject(lead)}
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
      <MarketForces report={report} />
      <MethodAndSources report={report} />
      <PrintFoot url={url} />
    </section>
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

function MarketForces({ report }: { report: Report }) {
  const { drivers, restraints } = report.text;
  return (
    <div className="market-forces">
      <ForceList title="What pushes it up" sentences={drivers} />
      <ForceList title="What holds it back" sentences={restraints} />
      <Scope report={report} />
    </div>
  );
}

function ForceList({ title, sentences }: { title: string; sentences: readonly string[] }) {
  if (sentences.length === 0) return null;
  return (
    <section>
      <h3>{title}</h3>
      <ul>
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </section>
  );
}

/** What the data reach, and the key figures that the band had no room for. */
function Scope({ report }: { report: Report }) {
  const { figures, text, sources } = report;
  const { years } = countReportParts(report);
  const { lead } = arrangeAnalysis(report);
  const band = pickBandFigures(text.keyFigures);
  const places = Math.max(0, ...figures.rankings.map(({ rows }) => rows.length));
  const forecast = lead?.kind === 'lines' ? lead.forecast?.at(-1) : undefined;
  const rows: [string, string][] = [
    ...(years ? ([['Years', years.join('–')]] as [string, string][]) : []),
    ['Annual series', String(figures.series.length)],
    ...(places > 0 ? ([['Longest ranking', `${places} entries`]] as [string, string][]) : []),
    ...text.keyFigures
      .filter((figure) => !band.includes(figure))
      .map(({ label, value, years: when }): [string, string] => [label, `${value}, ${when}`]),
    ['Forecast', forecast ? `to ${forecast.year}, with its band` : 'none: the outlook says why'],
    ['Sources', sources.map(({ name }) => name).join('; ')],
  ];
  return (
    <section className="report-scope">
      <h3>Scope</h3>
      <dl className="report-rows">
        <DefinitionRows rows={rows} />
      </dl>
    </section>
  );
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

function MethodAndSources({ report: { text, sources } }: { report: Report }) {
  if (text.method.length === 0 && sources.length === 0) return null;
  return (
    <section className="no-print">
      <details className="report-method">
        <summary>
          <h2>Method and sources</h2>
        </summary>
        <div className="report-columns">
          <div>
            {text.method.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
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
