import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Hono } from 'hono';
import { renderIcon, wrapAsIco } from '#adapters/pictures/render-icon.ts';
import { defaultAccent } from '#core/store/colours.model.ts';
import type { ServerOptions } from '../options.ts';

const icons: Readonly<Record<string, { sizePx: number; background?: string }>> = {
  'favicon.ico': { sizePx: 32 },
  'icon-192.png': { sizePx: 192 },
  'icon-512.png': { sizePx: 512 },
  // iOS fills transparent corners with black.
  'apple-touch-icon.png': { sizePx: 180, background: '#ffffff' },
};
/** `--color-paper` of tokens.css. */
const paper = '#fbfaf6';
const cacheControl = 'public, max-age=86400';

/** The store's icon in the sizes that systems ask for, and the web app manifest that names them. */
export function iconRoutes(options: ServerOptions): Hono {
  const { app } = options;
  const routes = new Hono();
  const made = new Map<string, Uint8Array>();
  for (const [name, { sizePx, background }] of Object.entries(icons))
    routes.get(`/${name}`, async (c) => {
      const { favicon } = await app.store.getSiteInfo();
      const key = `${name} ${favicon ?? ''}`;
      const png =
        made.get(key) ??
        (await renderIcon(await readOriginal(options, favicon), { sizePx, background }));
      if (made.size > 20) made.clear();
      made.set(key, png);
      const isIco = name.endsWith('.ico');
      return c.body(new Uint8Array(isIco ? wrapAsIco(png, sizePx) : png), 200, {
        'content-type': isIco ? 'image/x-icon' : 'image/png',
        'cache-control': cacheControl,
        'x-content-type-options': 'nosniff',
      });
    });
  routes.get('/manifest.webmanifest', async (c) => {
    const { siteName, colours } = await app.store.getSiteInfo();
    const manifest = {
      name: siteName,
      short_name: siteName.length > 12 ? (siteName.split(' ')[0] ?? siteName) : siteName,
      start_url: '/',
      display: 'minimal-ui',
      background_color: paper,
      theme_color: colours.accent ?? defaultAccent,
      icons: [192, 512].map((size) => ({
        src: `/icon-${size}.png`,
        sizes: `${size}x${size}`,
        type: 'image/png',
      })),
    };
    return c.body(JSON.stringify(manifest), 200, {
      'content-type': 'application/manifest+json',
      'cache-control': cacheControl,
    });
  });
  return routes;
}

/** The publisher's icon if it is a picture of this store, or else the built-in one. */
async function readOriginal(
  { pictures, assetsDir }: ServerOptions,
  favicon: string | null,
): Promise<Uint8Array> {
  const own =
    favicon === null || /^https?:/.test(favicon)
      ? undefined
      : await pictures.read({ name: favicon });
  return own?.bytes ?? readFile(path.join(assetsDir ?? 'public', 'favicon.svg'));
}
