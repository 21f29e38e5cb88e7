import {
  drawChart,
  getChartSource,
  type Chart as ChartModel,
  type ChartSize,
} from '#core/catalogue/drawing/charts.model.ts';
import { buildCitations } from '#core/catalogue/reports/citation.model.ts';
import type { Report } from '#core/catalogue/model.ts';
import { useSite } from '#site/layout/use-site.ts';
import { paths } from '#src/paths.ts';
import { Chart } from '#ui/chart.tsx';

/** The height in px of the embedded page above and below its drawing on a phone. */
const embedFrameHeight = 270;

/** One chart of a report; `finding` replaces the sentence that is made by rule. */
export function ReportChart({
  report,
  reportUrl,
  chart,
  finding = chart.finding,
  sizes,
  isPrinted = false,
}: {
  report: Report;
  /** The absolute address of the report's page. */
  reportUrl: string;
  chart: ChartModel;
  finding?: string;
  sizes?: readonly ChartSize[] | undefined;
  isPrinted?: boolean;
}) {
  const { siteName } = useSite();
  const source = report.sources.find(({ id }) => id === getChartSource(chart));
  const embedUrl = new URL(paths.chart(report.code, chart.key), reportUrl).href;
  return (
    <Chart
      chart={chart}
      source={source}
      finding={finding}
      sizes={sizes}
      isPrinted={isPrinted}
      exports={{
        csvHref: paths.chartCsv(report.code, chart.key),
        pngHref: paths.chartPng(report.code, chart.key),
        embedCode:
          `<iframe src="${embedUrl}" title="${escapeAttribute(finding)}" width="100%" ` +
          `height="${drawChart(chart, 'narrow').height + embedFrameHeight}" ` +
          `loading="lazy" style="border:0"></iframe>`,
        citations: buildCitations({
          publisher: siteName,
          finding,
          reportTitle: report.title,
          code: report.code,
          publishedOn: report.publishedOn,
          url: `${reportUrl}#chart-${chart.key}`,
          attribution: source?.attribution ?? '',
        }),
      }}
    />
  );
}

const escapeAttribute = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
