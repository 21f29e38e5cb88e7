import type { OutgoingHttpHeaders } from 'node:http';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import type { KeptPage } from '#adapters/kept-pages/index.ts';
import { acceptsEncoding } from '../http/accepts-encoding.ts';
import { hashForEtag } from '../http/etag.ts';

const brotli = promisify(zlib.brotliCompress);
const unbrotli = promisify(zlib.brotliDecompress);
const gzip = promisify(zlib.gzip);

export type Encoding = 'br' | 'gzip' | 'identity';

/** Headers are flat (name, value, name, value …), because node writes such a list as it is. */
export type CachedBody = { readonly bytes: Buffer; readonly headers: string[] };

/**
 * A finished page, and its bodies as far as somebody has asked for them: a page that was rendered has
 * the plain one at first, a page that was kept beyond the process the one with brotli.
 */
export type CachedPage = {
  readonly key: string;
  readonly status: number;
  /** Names of what the page shows: a write that names one of them drops the page. */
  readonly tags: readonly string[];
  /** Its address answers with Markdown, too. */
  readonly hasMarkdown: boolean;
  /** Sent with a 200 only. */
  readonly etag: string;
  /** The headers of a 304, which has no body. */
  readonly notModifiedHeaders: string[];
  /** Of the plain body. */
  readonly plainBytes: number;
  readonly bodies: { readonly [Name in Encoding]?: CachedBody };
};

/** A page as it was rendered. */
export type RenderedPage = {
  readonly status: number;
  readonly html: Buffer;
  readonly headers: OutgoingHttpHeaders;
  readonly tags: readonly string[];
};

/** Compressing less than this would save nothing that a network packet shows. */
const minCompressedBytes = 1024;

export function createCachedPage(key: string, page: RenderedPage): CachedPage {
  const { status, headers, tags } = page;
  const html = trim(page.html);
  const hash = hashForEtag(html);
  const etag = `"${hash}"`;
  const shared = flattenHeaders({
    ...headers,
    'cache-control': status === 200 ? 'public, no-cache' : 'no-cache',
    vary: [headers['vary'], 'accept-encoding'].filter(Boolean).join(', '),
    ...(status === 200 ? { etag } : {}),
  });
  return {
    key,
    status,
    tags,
    etag,
    notModifiedHeaders: shared,
    hasMarkdown: varyByAccept(shared) && !key.endsWith('.md'),
    plainBytes: html.length,
    bodies: { identity: createBody(html, shared) },
  };
}

/** The page that was kept, for which nothing is compressed or hashed again. */
export function fromKeptPage(kept: KeptPage): CachedPage {
  const { key, status, tags, etag, headers, plainBytes, body } = kept;
  return {
    key,
    status,
    tags,
    etag,
    plainBytes,
    notModifiedHeaders: headers,
    hasMarkdown: varyByAccept(headers) && !key.endsWith('.md'),
    bodies: { br: createBody(trim(body), headers, 'br') },
  };
}

/** The page as it is kept, with its body for brotli. */
export function toKeptPage(page: CachedPage, body: CachedBody): KeptPage {
  const { key, status, tags, etag, plainBytes, notModifiedHeaders: headers } = page;
  return { key, status, tags, etag, headers, plainBytes, body: body.bytes };
}

/** A report's address answers with HTML or Markdown, as the client prefers. */
const varyByAccept = (headers: readonly string[]): boolean =>
  headers[headers.indexOf('vary') + 1]?.startsWith('accept,') ?? false;

/** The encoding that an answer gets: that of the client, but plain for a small page. */
export function selectEncoding({ plainBytes }: CachedPage, acceptEncoding: string): Encoding {
  if (plainBytes < minCompressedBytes) return 'identity';
  if (acceptsEncoding(acceptEncoding, 'br')) return 'br';
  return acceptsEncoding(acceptEncoding, 'gzip') ? 'gzip' : 'identity';
}

/** How hard a body is compressed: `fast` takes one or two milliseconds, `smallest` up to a hundred. */
export type Effort = 'fast' | 'smallest';

/** The page's body in this encoding, made from one that it has. */
export async function makeBody(
  page: CachedPage,
  encoding: Encoding,
  effort: Effort,
): Promise<CachedBody> {
  const { identity, br } = page.bodies;
  const plain = identity?.bytes ?? (br && (await unbrotli(br.bytes)));
  if (!plain) throw new Error(`the page ${page.key} has no body`);
  const shared = page.notModifiedHeaders;
  if (encoding === 'identity') return createBody(trim(plain), shared);
  const quality = effort === 'fast' ? 6 : 11;
  const compressed =
    encoding === 'gzip'
      ? await gzip(plain, { level: 6 })
      : await brotli(plain, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: quality } });
  return createBody(trim(compressed), shared, encoding);
}

/** Small buffers, and zlib's answers, are parts of larger ones, which would stay in memory whole. */
function trim(bytes: Buffer): Buffer {
  if (bytes.buffer.byteLength === bytes.length) return bytes;
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(copy);
  return copy;
}

/** Objects, arrays and map entries of a page, beside its bytes and texts: measured, rounded up. */
const entryOverheadBytes = 2048;

/** Memory of a page in bytes: its bodies in all encodings, their headers, its key and its tags. */
export function measurePageBytes({ bodies, notModifiedHeaders, key, tags }: CachedPage): number {
  const all = Object.values(bodies);
  const texts = [notModifiedHeaders, ...all.map(({ headers }) => headers), [key], tags].flat();
  return (
    entryOverheadBytes +
    all.reduce((sum, { bytes }) => sum + bytes.buffer.byteLength, 0) +
    texts.reduce((sum, text) => sum + text.length, 0)
  );
}

const createBody = (bytes: Buffer, shared: readonly string[], encoding?: string): CachedBody => ({
  bytes,
  headers: [
    ...shared,
    'content-length',
    String(bytes.length),
    ...(encoding ? ['content-encoding', encoding] : []),
  ],
});

const flattenHeaders = (headers: OutgoingHttpHeaders): string[] =>
  Object.entries(headers).flatMap(([name, value]) => [name, String(value)]);
