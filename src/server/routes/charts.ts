import { Hono } from 'hono';
import { renderCsv } from '#core/catalogue/drawing/chart-table.model.ts';
import { findPublishedChart, getChartSource } from '#core/catalogue/drawing/charts.model.ts';
import { defaultAccent } from '#core/store/colours.model.ts';
import { toResponseBody } from '../http/file-response.ts';
import type { ServerOptions } from '../options.ts';
import { renderChartPage } from './chart-page.ts';

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
    const report = await app.catalogue.getReportByCode(c.req.param('code'));
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
    const png = await app.catalogue.openChartPng(report.code, key);
    if (!png) return c.text('There is no such chart.\n', 404, sharedHeaders);
    return c.body(toResponseBody(png.stream), 200, {
      ...headers,
      'content-type': 'image/png',
      'content-length': String(png.bytes),
    });
  });
  return routes;
}
