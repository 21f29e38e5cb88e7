import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';
import type { MiddlewareHandler } from 'hono';

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
  br?: Buffer;
  readonly type: string;
  readonly cacheControl: string;
  readonly etag: string;
};

/** Serves the files of the build from memory: only names that existed at the start are answered, so no path can escape. */
export function serveStaticFiles(folder: string): MiddlewareHandler {
  const files = new Map<string, StaticFile>();
  if (existsSync(folder)) {
    for (const found of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      const type = contentTypes[path.extname(found.name)];
      if (!found.isFile() || type === undefined) continue;
      const full = path.join(found.parentPath, found.name);
      const url = `/${path.relative(folder, full).split(path.sep).join('/')}`;
      const raw = readFileSync(full);
      const cacheControl = url.startsWith('/assets/')
        ? 'public, max-age=31536000, immutable'
        : 'public, max-age=3600';
      const etag = `"${createHash('sha256').update(raw).digest('base64url').slice(0, 22)}"`;
      files.set(url, { raw, type, cacheControl, etag });
    }
  }
  return async (c, next) => {
    const file = files.get(c.req.path);
    if (!file || (c.req.method !== 'GET' && c.req.method !== 'HEAD')) return next();
    c.header('etag', file.etag);
    c.header('cache-control', file.cacheControl);
    c.header('x-content-type-options', 'nosniff');
    if (c.req.header('if-none-match')?.includes(file.etag)) return c.body(null, 304);
    c.header('content-type', file.type);
    c.header('vary', 'accept-encoding');
    if (
      !file.type.startsWith('font/') &&
      !file.type.startsWith('image/png') &&
      c.req.header('accept-encoding')?.includes('br')
    ) {
      file.br ??= zlib.brotliCompressSync(file.raw);
      c.header('content-encoding', 'br');
      return c.body(new Uint8Array(file.br));
    }
    return c.body(new Uint8Array(file.raw));
  };
}
