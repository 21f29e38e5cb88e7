import escapeHtml from 'escape-html';
import { Hono } from 'hono';
import {
  hueAngleDegrees,
  hueLightnessAndChroma,
  neutralColours,
} from '#core/catalogue/drawing-colours.model.ts';
import { drawCover } from '#core/catalogue/cover-image.model.ts';
import type { Colour, Drawing } from '#core/catalogue/drawing.model.ts';
import { renderSvgShapes } from '#core/catalogue/svg.model.ts';
import type { ServerOptions } from '../options.ts';

/** `GET /cover/:code.svg`: a report's cover as on its page, for API clients and link previews. */
export function coverRoutes({ app }: ServerOptions): Hono {
  const routes = new Hono();
  routes.get('/:file{.+\\.svg}', async (c) => {
    const report = await app.catalogue.getReportByCode(c.req.param('file').replace(/\.svg$/, ''));
    if (!report) return c.text('There is no such cover.\n', 404);
    const { title, industry, code, publishedOn, cover, industrySlug } = report;
    const svg = renderSvg(
      drawCover({ title, industry, code, edition: publishedOn.slice(0, 4), figures: cover }),
      hueAngleDegrees(industrySlug),
    );
    return c.body(svg, 200, {
      'content-type': 'image/svg+xml',
      'cache-control': 'public, max-age=3600',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
      'x-content-type-options': 'nosniff',
    });
  });
  return routes;
}

/** A drawing as a file of its own: with colours instead of the page's tokens, and common fonts. */
function renderSvg({ width, height, title, shapes }: Drawing, angleDegrees: number): string {
  const colours: Readonly<Record<Colour, string>> = {
    ...neutralColours,
    hue: `oklch(${hueLightnessAndChroma.hue.join(' ')} ${angleDegrees})`,
    'hue-soft': `oklch(${hueLightnessAndChroma['hue-soft'].join(' ')} ${angleDegrees})`,
  };
  const content = renderSvgShapes(shapes, {
    colour: (name) => colours[name],
    serif: ' font-family="Georgia, serif"',
    sans: ' font-family="Arial, sans-serif"',
  });
  const size = `viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"`;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" ${size} role="img">` +
    `<title>${escapeHtml(title)}</title>${content}</svg>`
  );
}
