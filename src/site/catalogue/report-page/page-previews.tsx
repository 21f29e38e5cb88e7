import { drawChart, type Chart } from '#core/catalogue/drawing/charts.model.ts';
import { toBandFigure } from '#core/catalogue/figures/key-figures.model.ts';
import type { Report } from '#core/catalogue/model.ts';
import { readAnalysis } from '#core/catalogue/reports/report-facts.model.ts';
import { splitDescription } from '#core/catalogue/reports/report-sections.model.ts';
import { toPlainText, type RichText } from '#core/catalogue/rich-text/rich-text.model.ts';
import { renderSvgShapes } from '#core/catalogue/drawing/svg.model.ts';
import { wrapText } from '#core/catalogue/drawing/text-width.model.ts';
import { svgPaint } from '#ui/svg-drawing.tsx';

/** A page of the report as its preview shows it. */
export type PreviewPage = {
  readonly title: string;
  readonly chart?: Chart | undefined;
  /** Label and value, in two columns. */
  readonly rows?: readonly (readonly [string, string])[];
  readonly paragraphs: readonly string[];
};

const [width, height, margin] = [210, 297, 18];
const inner = width - 2 * margin;
/** One or two pages show nothing that the description does not. */
const fewestPages = 3;
/** Characters in a line of the printed page. */
const lineLength = 82;

/** Pages of the report, drawn from what stands on them. The same drawings serve both sizes. */
export function PagePreviews({
  pages,
  code,
  size,
}: {
  pages: readonly PreviewPage[];
  /** The report's. */
  code: string;
  size: 'small' | 'large';
}) {
  if (pages.length === 0) return null;
  if (size === 'small')
    return (
      <div className="page-previews" data-size="small" aria-hidden="true">
        {pages.map((page, index) => (
          <svg key={page.title} viewBox={`0 0 ${width} ${height}`}>
            <g id={`page-preview-${index}`}>
              <PageContent page={page} code={code} />
            </g>
          </svg>
        ))}
      </div>
    );
  return (
    <ul className="page-previews" data-size="large">
      {pages.map(({ title }, index) => (
        <li key={title}>
          <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
            <use href={`#page-preview-${index}`} />
          </svg>
          <span>{title}</span>
        </li>
      ))}
    </ul>
  );
}

/** The pages that previews show; none of a report whose files have too few, or are no prints of it. */
export function listPreviewPages(report: Report): PreviewPage[] {
  if (!report.isPrinted) return [];
  const { keyFigures, figures, description } = report;
  const { intro, sections, method } = splitDescription(description);
  const { lead, table, small } = readAnalysis(report);
  const charts = [lead, table?.chart, ...small].flatMap((chart) => chart ?? []).slice(0, 2);
  const [main] = figures.series.toSorted((a, b) => b.points.length - a.points.length);
  const pages: PreviewPage[] = [
    {
      title: keyFigures.length > 0 ? 'Key figures' : 'The report',
      rows: keyFigures.map((figure) => [figure.label, toBandFigure(figure).value]),
      paragraphs: listLines(intro.blocks),
    },
    ...charts.map((chart): PreviewPage => {
      const section = sections.find(({ charts: ids }) =>
        ids.some((id) => chart.key.split('~').includes(id)),
      );
      return {
        title: section?.heading ?? report.title,
        chart,
        paragraphs: listLines(section?.blocks ?? []),
      };
    }),
    {
      title: 'Data tables',
      rows: (main?.points.slice(-24) ?? []).map(([year, value]) => [
        String(year),
        value.toLocaleString('en-US'),
      ]),
      paragraphs: [],
    },
    { title: 'Method', paragraphs: listLines(method) },
  ];
  const filled = pages.filter(
    ({ chart, rows = [], paragraphs }) => chart ?? (rows.length > 0 || paragraphs.length > 0),
  );
  return filled.length < fewestPages ? [] : filled;
}

const listLines = (blocks: RichText): string[] => toPlainText(blocks).split('\n').filter(Boolean);

function PageContent({ page, code }: { page: PreviewPage; code: string }) {
  const titleLines = wrapText(page.title, 12, inner).slice(0, 3);
  const rows = (page.rows ?? []).slice(0, 22);
  const chart = page.chart && drawChart(page.chart, 'narrow');
  const titleEnd = 42 + titleLines.length * 14;
  const chartHeight = chart ? (inner * chart.height) / chart.width : 0;
  const textStart = titleEnd + rows.length * 9 + Math.min(chartHeight, 190) + 8;
  return (
    <>
      <rect width={width} height={height} fill="var(--color-sheet)" />
      <text x={margin} y={22} fontSize="5" fill="var(--muted)">
        {code}
      </text>
      {titleLines.map((line, index) => (
        <text key={line} x={margin} y={44 + index * 14} fontSize="12" className="preview-title">
          {line}
        </text>
      ))}
      {rows.map(([label, value], index) => (
        <g key={label} fontSize="5.5">
          <text x={margin} y={titleEnd + index * 9}>
            {label.slice(0, 44)}
          </text>
          <text x={width - margin} y={titleEnd + index * 9} textAnchor="end" fill="var(--hue)">
            {value}
          </text>
        </g>
      ))}
      {chart && (
        <svg
          x={margin}
          y={titleEnd - 6}
          width={inner}
          height={chartHeight}
          viewBox={`0 0 ${chart.width} ${chart.height}`}
          dangerouslySetInnerHTML={{ __html: renderSvgShapes(chart.shapes, svgPaint) }}
        />
      )}
      <path
        d={drawTextLines(page.paragraphs, textStart)}
        stroke="var(--color-edge)"
        strokeWidth="1.6"
        opacity="0.7"
      />
    </>
  );
}

/** Lines of text as strokes, as long as the paragraphs are, down to the page's foot. */
function drawTextLines(paragraphs: readonly string[], start: number): string {
  let y = start;
  let path = '';
  for (const { length } of paragraphs) {
    for (let left = length; left > 0 && y < height - margin; left -= lineLength) {
      path += `M${margin} ${Math.round(y)}h${Math.round(inner * Math.min(1, left / lineLength))}`;
      y += 5;
    }
    y += 5;
  }
  return path;
}
