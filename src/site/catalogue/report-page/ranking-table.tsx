import { describeFinding } from '#core/catalogue/figures/chart-finding.model.ts';
import { createValueFormat } from '#core/catalogue/drawing/chart-units.model.ts';
import type { Chart } from '#core/catalogue/drawing/charts.model.ts';
import type { Ranking } from '#core/catalogue/figures/figures.model.ts';
import type { Report } from '#core/catalogue/model.ts';
import type { ReportSection } from '#core/catalogue/reports/report-sections.model.ts';
import { paths } from '#src/paths.ts';
import { MoreRows } from '#ui/more-rows.tsx';
import { RichText } from '../rich-text.tsx';

/** A ranking as a table beside the sentences about it. */
export function RankingTable({
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
        <h2>{describeFinding(chart)}</h2>
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
