import { Hono } from 'hono';
import { compress } from 'hono/compress';
import { pictureFormats } from '#src/picture.model.ts';
import { hashForEtag, holdsEtag } from '../http/etag.ts';
import { answerNoPicture } from '../http/no-picture.ts';
import type { ServerOptions } from '../options.ts';

/**
 * `GET /picture/:name?width=&format=`: a picture of the publisher, or the default one. An SVG is
 * compressed, and can't run scripts or load anything, even opened by itself.
 */
export function pictureRoutes({ pictures }: ServerOptions): Hono {
  const routes = new Hono();
  routes.get('/:name{.+}', compress(), async (c) => {
    const width = Number(c.req.query('width'));
    const picture = await pictures.read({
      name: c.req.param('name').slice(0, 200),
      widthPx: Number.isInteger(width) && width > 0 ? width : undefined,
      format: pictureFormats.find((format) => format === c.req.query('format')),
    });
    if (!picture) return answerNoPicture(c);
    const hash = hashForEtag(picture.bytes);
    const headers = {
      etag: `"${hash}"`,
      'cache-control': 'public, max-age=3600',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      'x-content-type-options': 'nosniff',
    };
    if (holdsEtag(c.req.header('if-none-match'), hash)) return c.body(null, 304, headers);
    return c.body(new Uint8Array(picture.bytes), 200, { ...headers, 'content-type': picture.type });
  });
  return routes;
}
