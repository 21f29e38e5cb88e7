import { Hono } from 'hono';
import { renderCsv } from '#core/catalogue/drawing/chart-table.model.ts';
import {
  findPublishedChart,
  getChartSource,
  chartSizes,
  describeNote,
  describeSubject,
  describeUnit,
  drawChart,
  type Chart,
  type ChartSize,
} from '#core/catalogue/drawing/charts.model.ts';
import { defaultAccent } from '#core/store/colours.model.ts';
import { toResponseBody } from '../http/file-response.ts';
import type { ServerOptions } from '../options.ts';
import escapeHtml from 'escape-html';
import type { Report } from '#core/catalogue/model.ts';
import { renderSvgFile } from '#core/catalogue/drawing/svg-file.model.ts';
import { paths } from '#src/paths.ts';

const sharedHeaders = {
  'cache-control': 'public, max-age=3600',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'access-control-allow-origin': '*',
};
const fileHeaders = { ...sharedHeaders, 'content-security-policy': "default-src 'none'" };
/** The only page of ours that other sites may frame: it has no script, no form and no cookie. */
const pageHeaders = {
  ...sharedHeaders,
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; " +
    'frame-ancestors *',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
};
const maxKeyLength = 200;

/**
 * `GET /chart/:code/:key` is a chart as a page that other sites may frame; `….csv` its numbers and
 * `….png` its picture. 404 for charts that the report's page does not show.
 */
export function chartRoutes({ app, origin }: ServerOptions): Hono {
  const routes = new Hono();
  routes.get('/:code/:file', async (c) => {
    const [, key = '', kind] = /^(.*?)(?:\.(csv|png))?$/s.exec(c.req.param('file')) ?? [];
    const report = await app.catalogue.reports.getByCode(c.req.param('code'));
    const chart = report && key.length <= maxKeyLength && findPublishedChart(report, key);
    if (!report || !chart) return c.text('There is no such chart.\n', 404, sharedHeaders);
    if (kind === undefined) {
      const { siteName, colours } = await app.store.getSiteInfo();
      const publisher = { name: siteName, accent: colours.accent ?? defaultAccent };
      return c.html(renderChartPage({ report, chart, origin, publisher }), 200, pageHeaders);
    }
    const disposition = `attachment; filename="${report.code}-${key}.${kind}"`;
    const headers = { ...fileHeaders, 'content-disposition': disposition };
    if (kind === 'csv') {
      const source = report.sources.find(({ id }) => id === getChartSource(chart));
      return c.body(renderCsv(chart, source), 200, {
        ...headers,
        'content-type': 'text/csv; charset=utf-8; header=present',
      });
    }
    const png = await app.catalogue.files.openChartPng(report.code, key);
    if (!png) return c.text('There is no such chart.\n', 404, sharedHeaders);
    return c.body(toResponseBody(png.stream), 200, {
      ...headers,
      'content-type': 'image/png',
      'content-length': String(png.bytes),
    });
  });
  return routes;
}

const sizes = Object.keys(chartSizes) as ChartSize[];

const styles = `
*{box-sizing:border-box}
body{margin:0;padding:16px 20px;background:#fbfaf6;color:#1c1b18;font:14px/20px Inter,Arial,sans-serif}
h1{margin:0;font:600 19px/24px 'Source Serif 4',Georgia,serif;text-wrap:balance}
p{margin:3px 0 0;font-size:13px;line-height:18px;color:#5c5950}
.unit{margin:14px 0 8px;font-size:14px}
svg{display:block;width:100%;height:auto}
.narrow svg{max-width:420px}.medium svg{max-width:840px}.wide svg{max-width:1160px}
.medium,.wide{display:none}
.foot{margin-top:12px;padding-top:8px;border-top:1px solid #d9d5c8}
a{text-underline-offset:3px}
@media(min-width:640px){.narrow{display:none}.medium{display:block}}
@media(min-width:1040px){.medium{display:none}.wide{display:block}}
`;

/** A chart as a page of its own for frames: no script, light, with a link back to its report. */
function renderChartPage({
  report,
  chart,
  origin,
  publisher,
}: {
  report: Report;
  chart: Chart;
  origin: string;
  /** Links are in the publisher's accent, "#rrggbb". */
  publisher: { readonly name: string; readonly accent: string };
}): string {
  const { finding } = chart;
  const subject = describeSubject(chart);
  const source = report.sources.find(({ id }) => id === getChartSource(chart));
  const reportUrl = `${origin}${paths.report(report.slug)}`;
  const drawings = sizes.map((size) => {
    const drawing = { ...drawChart(chart, size), title: `${finding}. ${subject}` };
    return `<div class="${size}">${renderSvgFile(drawing, report.industrySlug)}</div>`;
  });
  const note = [source?.attribution, describeNote(chart)].filter(Boolean).join(' ');
  const link = `${escapeHtml(reportUrl)}#chart-${escapeHtml(chart.key)}`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(finding)} | ${escapeHtml(publisher.name)}</title>
<link rel="canonical" href="${escapeHtml(reportUrl)}">
<style>${styles}a{color:${publisher.accent}}</style>
</head>
<body>
<main>
<h1>${escapeHtml(finding)}</h1>
<p>${escapeHtml(subject)}</p>
<p class="unit">${escapeHtml(describeUnit(chart))}</p>
${drawings.join('\n')}
<p class="foot">${escapeHtml(note)}
<a href="${link}" target="_blank" rel="noopener">${escapeHtml(report.title)}, ${escapeHtml(publisher.name)}</a></p>
</main>
</body>
</html>
`;
}
