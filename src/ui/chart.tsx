import {
  chartSizes,
  describeNote,
  describeSubject,
  describeUnit,
  drawChart,
  type Chart as ChartModel,
  type ChartSize,
  type Chart,
} from '#core/catalogue/drawing/charts.model.ts';
import type { CSSProperties } from 'react';
import type { Citation } from '#core/catalogue/reports/citation.model.ts';
import type { Ranking, Source } from '#core/catalogue/figures/figures.model.ts';
import { MoreRows, shownRowCount } from './more-rows.tsx';
import { SvgDrawing } from './svg-drawing.tsx';
import { listForecastRows, listSeriesRows } from '#core/catalogue/drawing/chart-table.model.ts';
import { formatNumber } from './format.ts';

/** Where a chart's files are, and how it is cited; without them only its numbers are offered. */
export type ChartExports = {
  readonly csvHref: string;
  readonly pngHref: string;
  /** HTML to paste into another site. */
  readonly embedCode: string;
  readonly citations: readonly Citation[];
};

const printedRowCount = 5;
const allSizes = Object.keys(chartSizes) as ChartSize[];

/**
 * A chart under its finding, in the hue around it: drawn for three widths, of which the container's
 * own width shows one, with its source, its numbers and its exports below.
 */
export function Chart({
  chart,
  source,
  finding = chart.finding,
  exports,
  sizes = allSizes,
  isPrinted = false,
}: {
  chart: ChartModel;
  source: Source | undefined;
  /** A sentence of the report's own in place of the one that is made by rule. */
  finding?: string;
  exports?: ChartExports | undefined;
  /** The widths to draw for: a chart of a narrow column needs no wider ones. */
  sizes?: readonly ChartSize[] | undefined;
  /** In print, if a sheet has no room for long rankings, their first rows stand for the whole. */
  isPrinted?: boolean;
}) {
  const subject = describeSubject(chart);
  return (
    <figure className="chart" id={`chart-${chart.key}`}>
      <figcaption>
        <span className="chart-finding">{finding}</span>
        {subject !== finding && <span className="chart-subject">{subject}</span>}
      </figcaption>
      <p className="chart-unit">{describeUnit(chart)}</p>
      <div className="chart-drawings" data-chart={chart.kind}>
        {sizes.map((size) => (
          <Drawing key={size} chart={chart} size={size} name={`${finding}. ${subject}`} />
        ))}
      </div>
      {chart.kind === 'bars' && <MoreRows count={chart.ranking.rows.length} of={subject} />}
      {isPrinted && chart.kind === 'bars' && <PrintedBars ranking={chart.ranking} />}
      <div className="chart-foot">
        <p className="chart-source">
          {[source?.attribution, describeNote(chart)].filter(Boolean).join(' ')}
        </p>
        <ChartTools chart={chart} subject={subject} exports={exports} />
      </div>
    </figure>
  );
}

function Drawing({ chart, size, name }: { chart: ChartModel; size: ChartSize; name: string }) {
  const drawing = drawChart(chart, size);
  const plot = 'plot' in drawing ? [...drawing.plot, drawing.firstYear, drawing.lastYear] : [];
  const fold = 'rowEnds' in drawing ? drawing.rowEnds[shownRowCount - 1] : undefined;
  return (
    <div
      className={`chart-${size}`}
      data-plot={plot.length > 0 ? plot.join(' ') : undefined}
      style={{ '--fold': fold && `${drawing.width} / ${fold + 4}` } as CSSProperties}
    >
      <SvgDrawing drawing={{ ...drawing, title: name }} />
    </div>
  );
}

/** The first rows of a long ranking; of a short one nothing, since it is printed whole. */
function PrintedBars({ ranking }: { ranking: Ranking }) {
  const { rows } = ranking;
  if (rows.length <= printedRowCount) return null;
  const shortened = { ...ranking, rows: rows.slice(0, printedRowCount) };
  const drawing = drawChart({ kind: 'bars', key: 'printed', ranking: shortened }, 'narrow');
  return (
    <div className="chart-printed print-only">
      <SvgDrawing drawing={drawing} />
      <p className="chart-source">
        The first {printedRowCount} of {rows.length}; the report has them all.
      </p>
    </div>
  );
}

function ChartTools({
  chart,
  subject,
  exports,
}: {
  chart: ChartModel;
  subject: string;
  exports: ChartExports | undefined;
}) {
  return (
    <div className="chart-tools no-print">
      <details name={`tools-${chart.key}`}>
        <summary>
          Numbers<span className="sr-only"> of {subject}</span>
        </summary>
        <ChartNumbers chart={chart} />
      </details>
      {exports && (
        <>
          <a href={exports.csvHref} rel="nofollow" download>
            CSV<span className="sr-only"> of {subject}</span>
          </a>
          <a href={exports.pngHref} rel="nofollow" download>
            PNG<span className="sr-only"> of {subject}</span>
          </a>
          <CiteAndEmbed chartKey={chart.key} subject={subject} exports={exports} />
        </>
      )}
    </div>
  );
}

function CiteAndEmbed(props: { chartKey: string; subject: string; exports: ChartExports }) {
  const { chartKey, subject, exports } = props;
  return (
    <>
      <details name={`tools-${chartKey}`}>
        <summary>
          Cite<span className="sr-only"> {subject}</span>
        </summary>
        <dl className="chart-citations">
          {exports.citations.map(({ style, text }) => (
            <div key={style}>
              <dt>{style}</dt>
              <dd className={style === 'BibTeX' ? 'chart-code' : undefined}>{text}</dd>
            </div>
          ))}
        </dl>
      </details>
      <details name={`tools-${chartKey}`}>
        <summary>
          Embed<span className="sr-only"> {subject}</span>
        </summary>
        <p>Paste this into your page; the chart links back to its report.</p>
        <code id={`embed-${chartKey}`} className="chart-code">
          {exports.embedCode}
        </code>
        <button
          type="button"
          className="link with-script mt-2 py-1"
          data-copy={`embed-${chartKey}`}
        >
          <span data-label>Copy</span>
          <span className="sr-only"> the code of {subject}</span>
        </button>
      </details>
    </>
  );
}

/** As the note below the chart explains them. */
const yearMarks = { estimate: 'e', projection: 'p' } as const;

/** The numbers of a chart as a table, in the source's own unit. */
function ChartNumbers({ chart }: { chart: Chart }) {
  return chart.kind === 'bars' ? (
    <RankingTable ranking={chart.ranking} />
  ) : (
    <SeriesTable chart={chart} />
  );
}

function SeriesTable({ chart }: { chart: Chart & { kind: 'lines' } }) {
  const { series } = chart;
  const [main] = series;
  const rows = listSeriesRows(series);
  return (
    <div
      className="chart-scroll"
      tabIndex={0}
      role="group"
      aria-label={`Values: ${series.map(({ label }) => label).join(', ')}`}
    >
      <table className="chart-numbers">
        <caption className="sr-only">
          {main.place}, {main.unit}
        </caption>
        <thead>
          <tr>
            <th scope="col">Year</th>
            {series.map(({ id, label, unit }) => (
              <th scope="col" key={id}>
                {label}, {unit}
              </th>
            ))}
          </tr>
        </thead>
        {/* The rows as one string of HTML: a thousand React elements less on a page. */}
        <tbody
          dangerouslySetInnerHTML={{
            __html: rows
              .map(({ year, status, values, printed }) => {
                const cells = values.map(
                  (value, i) =>
                    `<td data-value="${printed[i]}">${value === undefined ? '–' : formatNumber(value)}</td>`,
                );
                return `<tr><th scope="row">${year}${status ? yearMarks[status] : ''}</th>${cells.join('')}</tr>`;
              })
              .concat(
                listForecastRows(chart).map(
                  ({ year, value, printed }) =>
                    `<tr><th scope="row">${year}f</th><td data-value="${printed}">${formatNumber(value)}</td></tr>`,
                ),
              )
              .join(''),
          }}
        />
      </table>
    </div>
  );
}

function RankingTable({ ranking: { label, rows, unit, year, spanYears } }: { ranking: Ranking }) {
  return (
    <table className="chart-numbers">
      <caption className="sr-only">{label}</caption>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">
            {year}, {unit}
          </th>
          {spanYears && <th scope="col">{year - spanYears}</th>}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, value, before }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{formatNumber(value)}</td>
            {spanYears && <td>{before === undefined ? '–' : formatNumber(before)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
