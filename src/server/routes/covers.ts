import { Hono } from 'hono';
import { drawCover } from '#core/catalogue/cover-image.model.ts';
import type { Colour, Drawing } from '#core/catalogue/drawing.model.ts';
import { renderSvgShapes } from '#core/catalogue/svg.model.ts';
import { hueAngleDegrees } from '#ui/hue.ts';
import type { ServerOptions } from '../options.ts';

/** Covers as pictures of their own, for clients of the contract and for sharing: the same drawing as on the page. */
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

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

function renderSvg({ width, height, title, shapes }: Drawing, angle: number): string {
  const colours: Readonly<Record<Colour, string>> = {
    ink: '#1c1b18',
    muted: '#5c5950',
    rule: '#d9d5c8',
    accent: '#9c2f1b',
    paper: '#fbfaf6',
    hue: `oklch(0.44 0.1 ${angle})`,
    'hue-soft': `oklch(0.93 0.03 ${angle})`,
  };
  const inside = renderSvgShapes(shapes, {
    colour: (name) => colours[name],
    serif: ' font-family="Georgia, serif" font-weight="600"',
    sans: ' font-family="Arial, sans-serif"',
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img"><title>${escapeXml(title)}</title>${inside}</svg>`;
}
