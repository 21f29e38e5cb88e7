import type { IncomingMessage, ServerResponse } from 'node:http';
import type { App } from '#core/app.ts';
import type { Log } from '#core/deps.ts';
import { toRedirectKey } from '#core/store/redirects/redirect.model.ts';

/** Hits are counted in memory and written together this long after the first one. */
const writeDelayMs = 2000;

/** Leads visitors on from addresses without a page, if staff made a redirect of it. */
export class SiteRedirects {
  readonly #redirects: App['redirects'];
  readonly #log: Log;
  readonly #getGeneration: () => number;
  #timer: NodeJS.Timeout | undefined;
  #targets: { readonly generation: number; readonly byKey: Promise<Targets> } | undefined;
  #hits = new Map<string, { hits: number; lastHitAt: Date }>();
  #writing: Promise<void> = Promise.resolve();

  /** `getGeneration` answers another number after every change of what pages show. */
  constructor({ app, log }: { app: App; log: Log }, getGeneration: () => number) {
    this.#redirects = app.redirects;
    this.#log = log;
    this.#getGeneration = getGeneration;
  }

  /**
   * Where a read of this address is led to, and counts that; undefined if nowhere. The address
   * with its query comes before the path alone, which passes the query on.
   */
  async follow({ url = '/', method }: Pick<IncomingMessage, 'url' | 'method'>) {
    if (method !== 'GET' && method !== 'HEAD') return undefined;
    const targets = await this.#read();
    if (targets.size === 0) return undefined;
    const [path, query] = splitQuery(url);
    const bare = withoutEndSlashes(path);
    const exact = query === '' ? undefined : targets.get(toRedirectKey(`${bare}?${query}`));
    const found = exact ?? targets.get(toRedirectKey(bare));
    if (!found) return undefined;
    this.#count(found.from);
    const passesQuery = !exact && query !== '' && !/[?#]/.test(found.to);
    return passesQuery ? `${found.to}?${query}` : found.to;
  }

  /** Writes the counted hits to the database; if that fails they are kept for the next time. */
  async #writeHits(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const counted = [...this.#hits].map(([from, hit]) => ({ from, ...hit }));
    this.#hits = new Map();
    try {
      await this.#redirects.addHits(counted);
    } catch (error) {
      this.#log.warn({ error }, 'hits of redirects could not be written');
      for (const { from, hits, lastHitAt } of counted) this.#count(from, hits, lastHitAt);
    }
  }

  /** Everything that was counted is in the database, if that is possible. */
  async close(): Promise<void> {
    await this.#writing;
    await this.#writeHits();
  }

  #count(from: string, hits = 1, lastHitAt = new Date()): void {
    this.#timer ??= setTimeout(() => {
      this.#writing = this.#writeHits();
    }, writeDelayMs).unref();
    const before = this.#hits.get(from);
    this.#hits.set(from, {
      hits: (before?.hits ?? 0) + hits,
      lastHitAt: before && before.lastHitAt > lastHitAt ? before.lastHitAt : lastHitAt,
    });
  }

  /** Read once after each change. */
  #read(): Promise<Targets> {
    const generation = this.#getGeneration();
    if (this.#targets?.generation === generation) return this.#targets.byKey;
    const byKey = this.#redirects
      .listAll()
      .then((all) => new Map(all.map((pair) => [toRedirectKey(pair.from), pair])));
    this.#targets = { generation, byKey };
    byKey.catch(() => {
      if (this.#targets?.byKey === byKey) this.#targets = undefined;
    });
    return byKey;
  }
}

/** "/a//" as "/a"; a pattern would need the square of the time for many slashes. */
function withoutEndSlashes(path: string): string {
  let end = path.length;
  while (end > 1 && path[end - 1] === '/') end--;
  return path.slice(0, end);
}

type Targets = ReadonlyMap<string, { readonly from: string; readonly to: string }>;

function splitQuery(url: string): [path: string, query: string] {
  const start = url.indexOf('?');
  return start === -1 ? [url, ''] : [url.slice(0, start), url.slice(start + 1)];
}

/** True for an answer that there is no page, or none any more. */
export const isGone = (status: number): boolean => status === 404 || status === 410;

/** The answer, or where staff lead visitors on to from an address without a page. */
export async function followRedirects(
  redirects: SiteRedirects,
  { url, method }: Request,
  response: Response,
): Promise<Response> {
  if (!isGone(response.status)) return response;
  const { pathname, search } = new URL(url);
  const location = await redirects.follow({ url: pathname + search, method });
  return location === undefined
    ? response
    : new Response(null, { status: 301, headers: { location } });
}

/** An answer that browsers ask for again, since the redirect may change. */
export function sendRedirect(
  location: string,
  headers: Record<string, string>,
  res: ServerResponse,
): void {
  res.writeHead(301, { ...headers, location, 'cache-control': 'no-cache', 'content-length': 0 });
  res.end();
}
