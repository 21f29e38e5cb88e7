import { describeFinding } from '#core/catalogue/figures/chart-finding.model.ts';
import {
  chartSizes,
  describeNote,
  describeSubject,
  describeUnit,
  drawChart,
  type Chart as ChartModel,
  type ChartSize,
} from '#core/catalogue/drawing/charts.model.ts';
import type { CSSProperties } from 'react';
import type { Citation } from '#core/catalogue/reports/citation.model.ts';
import type { Ranking, Source } from '#core/catalogue/figures/figures.model.ts';
import { ChartNumbers } from './chart-numbers.tsx';
import { MoreRows, shownRowCount } from './more-rows.tsx';
import { SvgDrawing } from './svg-drawing.tsx';

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
  finding = describeFinding(chart),
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
  /** In print, where a sheet has no room for long rankings, their first rows stand for the whole. */
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
