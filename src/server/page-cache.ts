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
const quality = (level: number) => ({ params: { [zlib.constants.BROTLI_PARAM_QUALITY]: level } });

type Encoding = 'br' | 'gzip' | 'identity';
/** The head is flat (name, value, name, value …): node writes it as it stands, without building a map. */
type Body = { readonly bytes: Buffer; readonly head: string[] };

export type Entry = {
  readonly status: number;
  readonly tags: readonly string[];
  readonly etag: string;
  /** The head without a body, for 304. */
  readonly base: string[];
  readonly bodies: Record<Encoding, Body>;
  size: number;
};

/** Bytes of all entries together that the cache may hold; the least recently used go first. */
export const capacity = 256 * 1024 * 1024;

export class PageCache {
  readonly #entries = new Map<string, Entry>();
  readonly #byTag = new Map<string, Set<string>>();
  #size = 0;
  #generation = 0;

  /** Grows with every drop: a page made from what was read before a drop is not kept. */
  get generation(): number {
    return this.#generation;
  }

  get size(): number {
    return this.#size;
  }

  find(key: string): Entry | undefined {
    return this.#entries.get(key);
  }

  /** The entry stands under the key afterwards; brotli 4 at once, 11 in the background. */
  async keep(
    key: string,
    status: number,
    html: Buffer,
    headers: OutgoingHttpHeaders,
    tags: readonly string[],
    generation: number,
  ): Promise<Entry> {
    const [br, gz] = await Promise.all([brotli(html, quality(4)), gzip(html, { level: 6 })]);
    const etag = `"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"`;
    const base: OutgoingHttpHeaders = {
      ...headers,
      'cache-control': 'public, no-cache',
      vary: 'accept-encoding',
      etag,
    };
    const body = (bytes: Buffer, encoding?: string): Body => ({
      bytes,
      head: flat({
        ...base,
        'content-length': bytes.length,
        ...(encoding ? { 'content-encoding': encoding } : {}),
      }),
    });
    const entry: Entry = {
      status,
      tags,
      etag,
      base: flat(base),
      bodies: { br: body(br, 'br'), gzip: body(gz, 'gzip'), identity: body(html) },
      size: br.length + gz.length + html.length,
    };
    if (generation === this.#generation) {
      this.#put(key, entry);
      setTimeout(() => void this.#improve(key, entry, html), 2000).unref();
    }
    return entry;
  }

  /** No entry that hangs on one of the tags is answered afterwards. */
  drop(tags: readonly string[]): void {
    this.#generation++;
    for (const tag of tags) for (const key of this.#byTag.get(tag) ?? []) this.#remove(key);
  }

  clear(): void {
    this.#generation++;
    this.#entries.clear();
    this.#byTag.clear();
    this.#size = 0;
  }

  async #improve(key: string, entry: Entry, html: Buffer): Promise<void> {
    if (this.#entries.get(key) !== entry) return;
    const bytes = await brotli(html, quality(11));
    entry.bodies.br = {
      bytes,
      head: [...entry.base, 'content-length', String(bytes.length), 'content-encoding', 'br'],
    };
  }

  #put(key: string, entry: Entry): void {
    this.#remove(key);
    this.#entries.set(key, entry);
    this.#size += entry.size;
    for (const tag of entry.tags) {
      let keys = this.#byTag.get(tag);
      if (!keys) this.#byTag.set(tag, (keys = new Set()));
      keys.add(key);
    }
    for (const oldest of this.#entries.keys()) {
      if (this.#size <= capacity) break;
      this.#remove(oldest);
    }
  }

  #remove(key: string): void {
    const entry = this.#entries.get(key);
    if (!entry) return;
    this.#entries.delete(key);
    this.#size -= entry.size;
    for (const tag of entry.tags) {
      const keys = this.#byTag.get(tag);
      keys?.delete(key);
      if (keys?.size === 0) this.#byTag.delete(tag);
    }
  }
}

const flat = (headers: OutgoingHttpHeaders): string[] =>
  Object.entries(headers).flatMap(([name, value]) => [name, String(value)]);

/** Writes an entry as the request asks for it: 304 on its ETag, the best encoding, no body on HEAD; 400 for a request with two Hosts. */
export function answer(entry: Entry, req: IncomingMessage, res: ServerResponse): void {
  // One pass over the raw list: cheaper than node's parsed object, which is never needed for a cached page.
  const raw = req.rawHeaders;
  let asked: string | undefined;
  let accepts = '';
  let hosts = 0;
  for (let i = 0; i < raw.length; i += 2) {
    const name = raw[i] ?? '';
    if (name.length === 4) hosts += name.toLowerCase() === 'host' ? 1 : 0;
    else if (name.length === 13 && name.toLowerCase() === 'if-none-match') asked = raw[i + 1];
    else if (name.length === 15 && name.toLowerCase() === 'accept-encoding')
      accepts = raw[i + 1] ?? '';
  }
  if (hosts > 1) return refuseHosts(res);
  if (
    asked !== undefined &&
    entry.status === 200 &&
    (asked === '*' || asked.includes(entry.etag))
  ) {
    res.writeHead(304, entry.base).end();
    return;
  }
  const body = accepts.includes('br')
    ? entry.bodies.br
    : accepts.includes('gzip')
      ? entry.bodies.gzip
      : entry.bodies.identity;
  res.writeHead(entry.status, body.head);
  if (req.method === 'HEAD') res.end();
  else res.end(body.bytes);
}

/** RFC 9112, 3.2: a request with more than one Host is refused. */
export const refuseHosts = (res: ServerResponse): void =>
  void res.writeHead(400, { connection: 'close' }).end();
