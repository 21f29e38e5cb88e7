/**
 * Finished pages, compressed once, answered straight from memory before any framework runs.
 * One entry a page and query; dropped by tag at the commit of a write.
 */
import { createHash } from 'node:crypto';
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import zlib from 'node:zlib';

const brotli = promisify(zlib.brotliCompress);
const gzip = promisify(zlib.gzip);
const brotliQuality = (level: number) => ({
  params: { [zlib.constants.BROTLI_PARAM_QUALITY]: level },
});

type Encoding = 'br' | 'gzip' | 'identity';
/** The head is flat (name, value, name, value …): node writes it as it stands, without building a map. */
type CachedBody = { readonly bytes: Buffer; readonly headers: string[] };

export type CachedPage = {
  readonly status: number;
  readonly tags: readonly string[];
  readonly etag: string;
  /** The head without a body, for 304. */
  readonly notModifiedHeaders: string[];
  readonly bodies: Record<Encoding, CachedBody>;
  sizeBytes: number;
};

/** Bytes of all entries together that the cache may hold; the least recently used go first. */
export const maxCacheBytes = 256 * 1024 * 1024;

export class PageCache {
  readonly #entries = new Map<string, CachedPage>();
  readonly #byTag = new Map<string, Set<string>>();
  #sizeBytes = 0;
  #generation = 0;

  /** Grows with every drop: a page made from what was read before a drop is not kept. */
  get generation(): number {
    return this.#generation;
  }

  get sizeBytes(): number {
    return this.#sizeBytes;
  }

  find(key: string): CachedPage | undefined {
    return this.#entries.get(key);
  }

  /** The entry stands under the key afterwards; brotli 4 at once, 11 in the background. */
  async store(
    key: string,
    status: number,
    html: Buffer,
    headers: OutgoingHttpHeaders,
    tags: readonly string[],
    generation: number,
  ): Promise<CachedPage> {
    const [br, gz] = await Promise.all([brotli(html, brotliQuality(4)), gzip(html, { level: 6 })]);
    const etag = `"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"`;
    const base: OutgoingHttpHeaders = {
      ...headers,
      'cache-control': 'public, no-cache',
      vary: 'accept-encoding',
      etag,
    };
    const body = (bytes: Buffer, encoding?: string): CachedBody => ({
      bytes,
      headers: flattenHeaders({
        ...base,
        'content-length': bytes.length,
        ...(encoding ? { 'content-encoding': encoding } : {}),
      }),
    });
    const entry: CachedPage = {
      status,
      tags,
      etag,
      notModifiedHeaders: flattenHeaders(base),
      bodies: { br: body(br, 'br'), gzip: body(gz, 'gzip'), identity: body(html) },
      sizeBytes: br.length + gz.length + html.length,
    };
    if (generation === this.#generation) {
      this.#put(key, entry);
      setTimeout(() => void this.#recompress(key, entry, html), 2000).unref();
    }
    return entry;
  }

  /** No entry that hangs on one of the tags is answered afterwards. */
  invalidateTags(tags: readonly string[]): void {
    this.#generation++;
    for (const tag of tags) for (const key of this.#byTag.get(tag) ?? []) this.#remove(key);
  }

  clear(): void {
    this.#generation++;
    this.#entries.clear();
    this.#byTag.clear();
    this.#sizeBytes = 0;
  }

  async #recompress(key: string, entry: CachedPage, html: Buffer): Promise<void> {
    if (this.#entries.get(key) !== entry) return;
    const bytes = await brotli(html, brotliQuality(11));
    entry.bodies.br = {
      bytes,
      headers: [
        ...entry.notModifiedHeaders,
        'content-length',
        String(bytes.length),
        'content-encoding',
        'br',
      ],
    };
  }

  #put(key: string, entry: CachedPage): void {
    this.#remove(key);
    this.#entries.set(key, entry);
    this.#sizeBytes += entry.sizeBytes;
    for (const tag of entry.tags) {
      let keys = this.#byTag.get(tag);
      if (!keys) this.#byTag.set(tag, (keys = new Set()));
      keys.add(key);
    }
    for (const oldest of this.#entries.keys()) {
      if (this.#sizeBytes <= maxCacheBytes) break;
      this.#remove(oldest);
    }
  }

  #remove(key: string): void {
    const entry = this.#entries.get(key);
    if (!entry) return;
    this.#entries.delete(key);
    this.#sizeBytes -= entry.sizeBytes;
    for (const tag of entry.tags) {
      const keys = this.#byTag.get(tag);
      keys?.delete(key);
      if (keys?.size === 0) this.#byTag.delete(tag);
    }
  }
}

const flattenHeaders = (headers: OutgoingHttpHeaders): string[] =>
  Object.entries(headers).flatMap(([name, value]) => [name, String(value)]);

/** Writes an entry as the request asks for it: 304 on its ETag, the best encoding, no body on HEAD; 400 for a request with two Hosts. */
export function sendCachedPage(entry: CachedPage, req: IncomingMessage, res: ServerResponse): void {
  // One pass over the raw list: cheaper than node's parsed object, which is never needed for a cached page.
  const raw = req.rawHeaders;
  let ifNoneMatch: string | undefined;
  let acceptEncoding = '';
  let hostCount = 0;
  for (let i = 0; i < raw.length; i += 2) {
    const name = raw[i] ?? '';
    if (name.length === 4) hostCount += name.toLowerCase() === 'host' ? 1 : 0;
    else if (name.length === 13 && name.toLowerCase() === 'if-none-match') ifNoneMatch = raw[i + 1];
    else if (name.length === 15 && name.toLowerCase() === 'accept-encoding')
      acceptEncoding = raw[i + 1] ?? '';
  }
  if (hostCount > 1) return rejectMultipleHosts(res);
  if (
    ifNoneMatch !== undefined &&
    entry.status === 200 &&
    (ifNoneMatch === '*' || ifNoneMatch.includes(entry.etag))
  ) {
    res.writeHead(304, entry.notModifiedHeaders).end();
    return;
  }
  const body = acceptEncoding.includes('br')
    ? entry.bodies.br
    : acceptEncoding.includes('gzip')
      ? entry.bodies.gzip
      : entry.bodies.identity;
  res.writeHead(entry.status, body.headers);
  if (req.method === 'HEAD') res.end();
  else res.end(body.bytes);
}

/** RFC 9112, 3.2: a request with more than one Host is refused. */
export const rejectMultipleHosts = (res: ServerResponse): void =>
  void res.writeHead(400, { connection: 'close' }).end();
