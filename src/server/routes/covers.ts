import { Hono } from 'hono';
import { drawCover } from '#core/catalogue/drawing/cover-image.model.ts';
import { renderSvgFile } from '#core/catalogue/drawing/svg-file.model.ts';
import { toResponseBody } from '../http/file-response.ts';
import { answerNoPicture } from '../http/no-picture.ts';
import type { ServerOptions } from '../options.ts';

/**
 * `GET /cover/:code.svg`: a report's drawn cover as on its page, for API clients and link previews.
 * `GET /cover/:code.jpg`: the picture that its publisher gave, or the first page of its PDF.
 * A picture that is not there is 404 with the default one.
 */
export function coverRoutes({ app }: ServerOptions): Hono {
  const routes = new Hono();
  routes.get('/:file{.+\\.svg}', async (c) => {
    const report = await app.catalogue.reports.getByCode(c.req.param('file').replace(/\.svg$/, ''));
    if (!report) return answerNoPicture(c);
    const { title, industry, code, publishedOn, cover, industrySlug } = report;
    const svg = renderSvgFile(
      drawCover({ title, industry, code, edition: publishedOn.slice(0, 4), figures: cover }),
      industrySlug,
    );
    return c.body(svg, 200, {
      'content-type': 'image/svg+xml',
      'cache-control': 'public, max-age=3600',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
      'x-content-type-options': 'nosniff',
    });
  });
  routes.get('/:file{.+\\.jpg}', async (c) => {
    const cover = await app.catalogue.files.openCover(c.req.param('file').replace(/\.jpg$/, ''));
    if (!cover) return answerNoPicture(c);
    return c.body(toResponseBody(cover.stream), 200, {
      'content-type': 'image/jpeg',
      'content-length': String(cover.bytes),
      'cache-control': 'public, max-age=3600',
      'x-content-type-options': 'nosniff',
    });
  });
  return routes;
}
