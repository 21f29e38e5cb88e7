import { createHash } from 'node:crypto';
import type { OutgoingHttpHeaders } from 'node:http';
import { promisify } from 'node:util';
import zlib from 'node:zlib';

const brotli = promisify(zlib.brotliCompress);
const gzip = promisify(zlib.gzip);
const brotliOptions = (quality: number): zlib.BrotliOptions => ({
  params: { [zlib.constants.BROTLI_PARAM_QUALITY]: quality },
});

type Encoding = 'br' | 'gzip' | 'identity';

/** Headers are flat (name, value, name, value …), because node writes such a list as it is. */
type CachedBody = { readonly bytes: Buffer; readonly headers: string[] };

/** A rendered page in every encoding that clients ask for. */
export type CachedPage = {
  readonly status: number;
  /** Names of what the page shows: a write that names one of them drops the page. */
  readonly tags: readonly string[];
  readonly etag: string;
  /** The headers of a 304, which has no body. */
  readonly notModifiedHeaders: string[];
  readonly bodies: Record<Encoding, CachedBody>;
};

/** A page as it was rendered. */
export type RenderedPage = {
  readonly status: number;
  readonly html: Buffer;
  readonly headers: OutgoingHttpHeaders;
  readonly tags: readonly string[];
};

/** Compresses a page fast: brotli 4 and gzip 6. */
export async function compressPage(page: RenderedPage): Promise<CachedPage> {
  const { status, html, headers, tags } = page;
  const [br, gz] = await Promise.all([brotli(html, brotliOptions(4)), gzip(html, { level: 6 })]);
  const etag = `"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"`;
  const shared = flattenHeaders({
    ...headers,
    'cache-control': 'public, no-cache',
    vary: 'accept-encoding',
    etag,
  });
  return {
    status,
    tags,
    etag,
    notModifiedHeaders: shared,
    bodies: {
      br: createBody(br, shared, 'br'),
      gzip: createBody(gz, shared, 'gzip'),
      identity: createBody(html, shared),
    },
  };
}

/** The page's brotli body is as small as it gets (brotli 11) afterwards: tens of milliseconds. */
export async function recompressPage(page: CachedPage): Promise<void> {
  const bytes = await brotli(page.bodies.identity.bytes, brotliOptions(11));
  page.bodies.br = createBody(bytes, page.notModifiedHeaders, 'br');
}

/** Memory of a page in bytes: its bodies and their headers. */
export function measurePageBytes({ bodies, notModifiedHeaders }: CachedPage): number {
  const all = Object.values(bodies);
  const headers = [notModifiedHeaders, ...all.map((body) => body.headers)].flat();
  return (
    all.reduce((sum, { bytes }) => sum + bytes.length, 0) +
    headers.reduce((sum, text) => sum + text.length, 0)
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
