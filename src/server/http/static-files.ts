import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { MiddlewareHandler } from 'hono';
import { acceptsEncoding } from './accepts-encoding.ts';
import { hashForEtag } from './etag.ts';

const contentTypes: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
};

type StaticFile = {
  readonly raw: Buffer;
  /** Compressed by the build (scripts/compress-assets.ts), if that makes it smaller. */
  readonly br: Buffer | undefined;
  readonly type: string;
  readonly cacheControl: string;
  readonly etag: string;
};

/**
 * Serves the files of the build from memory. Only names that existed at the start are answered, so
 * that no path can escape the folder. A style sheet of another build, which a page that somebody has
 * open still asks for, is answered with today's of that name, and not kept.
 */
export function serveStaticFiles(folder: string): MiddlewareHandler {
  const files = existsSync(folder) ? readFiles(folder) : new Map<string, StaticFile>();
  const successors = listSheets(files);
  return async (c, next) => {
    const file = files.get(c.req.path) ?? successors.get(nameOfSheet(c.req.path) ?? '');
    if (!file || (c.req.method !== 'GET' && c.req.method !== 'HEAD')) return next();
    c.header('etag', file.etag);
    c.header('cache-control', file.cacheControl);
    c.header('x-content-type-options', 'nosniff');
    if (c.req.header('if-none-match')?.includes(file.etag)) return c.body(null, 304);
    c.header('content-type', file.type);
    c.header('vary', 'accept-encoding');
    if (file.br && acceptsEncoding(c.req.header('accept-encoding') ?? '', 'br')) {
      c.header('content-encoding', 'br');
      return c.body(new Uint8Array(file.br));
    }
    return c.body(new Uint8Array(file.raw));
  };
}

/** `/assets/root` for `/assets/root-Dg24o0OB.css`; undefined for what is no sheet of a build. */
const nameOfSheet = (url: string): string | undefined =>
  /^(\/assets\/.+)-[\w-]{8}\.css$/.exec(url)?.[1];

/** The sheets by their names without hashes. */
const listSheets = (files: ReadonlyMap<string, StaticFile>): Map<string, StaticFile> =>
  new Map(
    Array.from(files).flatMap(([url, file]) => {
      const name = nameOfSheet(url);
      return name === undefined ? [] : [[name, { ...file, cacheControl: 'no-store' }]];
    }),
  );

/** Files of known types by URL path. Names under /assets/ hold a hash, so they last for a year. */
function readFiles(folder: string): Map<string, StaticFile> {
  const files = new Map<string, StaticFile>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const type = contentTypes[path.extname(entry.name)];
    if (!entry.isFile() || type === undefined) continue;
    const file = path.join(entry.parentPath, entry.name);
    const url = `/${path.relative(folder, file).split(path.sep).join('/')}`;
    const raw = readFileSync(file);
    const br = existsSync(`${file}.br`) ? readFileSync(`${file}.br`) : undefined;
    const cacheControl = url.startsWith('/assets/')
      ? 'public, max-age=31536000, immutable'
      : 'public, max-age=3600';
    const etag = `"${hashForEtag(raw)}"`;
    files.set(url, { raw, br, type, cacheControl, etag });
  }
  return files;
}
