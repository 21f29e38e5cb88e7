import type { IncomingMessage, ServerResponse } from 'node:http';
import { createRequestHandler } from 'react-router';
import { paths } from '#src/paths.ts';
import type { StaffVisit } from '#admin/context.ts';
import { describePath } from '#src/describe-path.ts';
import { getRequestContext } from '#src/request-context.ts';
import { notFoundKey, readStatus, type Render, type BuiltPage } from './cache/build-page.ts';
import { KnownAddresses, listRoutePaths } from './cache/known-addresses.ts';
import { PageBuilding } from './cache/page-building.ts';
import type { PageCache } from './cache/page-cache.ts';
import { PageKeeping } from './cache/page-keeping.ts';
import { findClientIp } from './http/client-ip.ts';
import { createAdminHeaders } from './admin/admin-headers.ts';
import { isAdminPath } from './admin/admin-path.ts';
import { readAdminPages } from './admin/admin-pages.ts';
import { redirectToProof } from './admin/proof-redirect.ts';
import {
  createContentPolicy,
  createSecurityHeaders,
  mergeHeaders,
} from './http/security-headers.ts';
import type { WorkQueue } from './http/work-queue.ts';
import type { ServerOptions } from './options.ts';
import { findSiteFile, isSiteFilePath, markdownType } from './routes/feeds/site-files.ts';
import { prefersMarkdown } from './http/prefers-markdown.ts';
import { createPageVisit, type Visitor } from './page-visit.ts';
import { AddressSuggestions } from './address-suggestions.ts';
import { followRedirects, isGone, sendRedirect, SiteRedirects } from './site-redirects.ts';
import { pageCacheKey } from './cache/cache-key.ts';
import { spellPath } from './http/one-spelling.ts';
import {
  findCallShape,
  isBrowser,
  refusalPagePolicy,
  writeRefusalPage,
  offerRetry,
} from './http/refusal-page.ts';
import { gzipSync } from 'node:zlib';
import type { Fault } from '#src/faults/faults.ts';
import { sendCachedPage, type Exchange } from './cache/send-cached-page.ts';
import { acceptsEncoding } from './http/accepts-encoding.ts';

/**
 * The pages of React Router's build, and the answers of the JSON contract that may be cached.
 * Requests for one page share one rendering, and all addresses without a page share one 404.
 */
export class PageRenderer {
  readonly #options: ServerOptions;
  readonly #cache: PageCache;
  readonly #headers: Record<string, string>;
  readonly #adminHeaders: Record<string, string>;
  readonly #findKey: FindKey;
  readonly #renderPage: ReturnType<typeof createPageRendering>;
  readonly #keeping: PageKeeping | undefined;
  readonly #building: PageBuilding;
  readonly #redirects: SiteRedirects;
  readonly #suggestions: AddressSuggestions;

  constructor(options: ServerOptions, cache: PageCache, renderings: WorkQueue) {
    this.#options = options;
    this.#cache = cache;
    this.#headers = createSecurityHeaders(options);
    this.#adminHeaders = createAdminHeaders(options);
    this.#findKey = createFindKey(options, cache);
    this.#renderPage = createPageRendering(options, (path: string) => this.#findStatus(path));
    const built = { ...options, headers: this.#headers };
    this.#keeping = createKeeping(options, cache);
    this.#building = new PageBuilding({
      cache,
      renderings,
      keeping: this.#keeping,
      render: createRender(options, (path) => this.#renderPath(path)),
      headers: built,
    });
    this.#redirects = new SiteRedirects(options, () => cache.generation);
    this.#suggestions = new AddressSuggestions(built, this.#renderPage);
  }

  /**
   * Answers with the page of `address`, which is rendered if the cache has none, and cached if it
   * may be. A rendering that fails, or that too many others wait for, is 503 or 500 as `faults`
   * says.
   */
  async servePage(address: string, req: IncomingMessage, res: ServerResponse): Promise<void> {
    try {
      const key = (await this.#findPageKey(address, req)) ?? notFoundKey;
      const exchange = { req, res, requestId: getRequestContext().requestId ?? '' };
      const cached = this.#cache.find(key);
      const page = cached
        ? { cached }
        : await this.#building.build(key, readVisitorIp(req, this.#options));
      const target = isGone(readStatus(page)) ? await this.#redirects.follow(req) : undefined;
      if (target !== undefined) sendRedirect(await this.#findEnd(target), this.#headers, res);
      else
        sendPage(
          this.#cache,
          (await this.#suggestions.findPage(address, req, page)) ?? page,
          exchange,
        );
    } catch (error) {
      this.#sendFault(error, address, { req, res });
    }
  }

  /**
   * Redirects a read of an address that is spelled otherwise to the page that it means, in one hop;
   * false if there is none, or if it is spelled as its page is.
   */
  async leadToOneSpelling(req: IncomingMessage, res: ServerResponse): Promise<boolean> {
    const { url = '/' } = req;
    const [asSpelled = '/', query] = url.split(/\?(.*)/s);
    const spelled = spellPath(asSpelled);
    try {
      if (spelled === asSpelled || isAdminPath(spelled) || !(await this.#findKey(spelled)))
        return false;
      const target = query === undefined ? spelled : `${spelled}?${query}`;
      sendRedirect(await this.#findEnd(target), this.#headers, res);
    } catch (error) {
      this.#sendFault(error, spelled, { req, res });
    }
    return true;
  }

  /** Renders a request that is never cached: personal pages, and every post. */
  async renderUncached(request: Request, visitor: Visitor): Promise<Response> {
    const isAdmin = isAdminPath(new URL(request.url).pathname);
    const own = withPublicOrigin(request, this.#options.origin);
    const { response } = await this.#renderPage(own, visitor);
    const answer = isAdmin
      ? redirectToProof(request, response)
      : await this.#suggestions.addTo(
          request,
          await followRedirects(this.#redirects, request, response),
        );
    return withPrivateHeaders(answer, isAdmin ? this.#adminHeaders : this.#headers, request);
  }

  /** Makes a page again that was kept; false if there is none any more at its address. */
  async refill(key: string): Promise<boolean> {
    const isPage = key === notFoundKey || (await this.#findKey(key)) === key;
    return isPage && this.#building.refill(key);
  }

  /** Stores what was counted, and pages that were made. */
  async close(): Promise<void> {
    await Promise.all([this.#redirects.close(), this.#keeping?.close()]);
  }

  /** The HTTP status of the page at a path of ours, which may have a query and a fragment. */
  async #findStatus(path: string): Promise<number> {
    const [address = '/'] = path.split('#');
    const wanted = pageCacheKey(address);
    if (wanted === undefined) return (await this.#renderPath(address)).response.status;
    const key = await this.#findKey(wanted);
    if (key === undefined) return 404;
    return this.#cache.find(key)?.status ?? readStatus(await this.#buildLinked(key));
  }

  /**
   * The address that a redirect of staff leads to today: its page may have moved since, and visitors
   * come to it in one hop.
   */
  async #findEnd(target: string): Promise<string> {
    const [address = '', fragment] = target.split('#');
    const wanted = address.startsWith('/') ? pageCacheKey(address) : undefined;
    const key = wanted === undefined ? undefined : await this.#findKey(wanted);
    if (key === undefined || this.#cache.find(key)) return target;
    const page = await this.#buildLinked(key);
    const location = 'uncached' in page ? page.uncached.headers['location'] : undefined;
    if (location === undefined) return target;
    return fragment === undefined ? location : `${location}#${fragment}`;
  }

  /** The key of the page, which is its Markdown form if the client prefers that. */
  async #findPageKey(address: string, req: IncomingMessage): Promise<string | undefined> {
    const markdown = prefersMarkdown(req) ? await this.#findKey(`${address}.md`) : undefined;
    return markdown ?? this.#findKey(address);
  }

  #buildLinked(key: string): Promise<BuiltPage> {
    return this.#building.build(key, 'links of the site');
  }

  #renderPath(path: string): ReturnType<Render> {
    const request = new Request(this.#options.origin + path);
    return this.#renderPage(request, { clientIp: '', form: undefined });
  }

  #sendFault(
    error: unknown,
    address: string,
    { req, res }: Readonly<{ req: IncomingMessage; res: ServerResponse }>,
  ): void {
    const where = { path: describePath(address) };
    const fault = this.#options.faults.report(error, where, 'a page could not be rendered');
    sendFault(fault, req, res);
  }
}

const createKeeping = (
  { keptPages, settleInvalidations: settle, log }: ServerOptions,
  cache: PageCache,
): PageKeeping | undefined => keptPages && new PageKeeping({ keptPages, settle, log, cache });

/** Renders what is asked for by its address alone: the API, files such as the sitemap, and pages. */
const createRender =
  (options: ServerOptions, renderPath: Render): Render =>
  (url) => {
    if (url.startsWith('/admin/api/')) return fetchApi(options, url);
    return isSiteFilePath(url) ? renderSiteFile(options, url) : renderPath(url);
  };

/** Renders one page of React Router's build, with the cookies that its route set. */
function createPageRendering(options: ServerOptions, findStatus: StaffVisit['findStatus']) {
  const { build } = options;
  const mode = typeof build === 'function' ? 'development' : 'production';
  const handler = createRequestHandler(build, mode);
  return async (request: Request, visitor: Visitor) => {
    const pages = visitor.staff && (await readAdminPages(build));
    const visit = createPageVisit(options, request, {
      ...visitor,
      hasAdminPage: pages?.hasPage,
      findStatus,
    });
    const make = (): Promise<Response> => handler(request, visit.context);
    // A form's page is made after its action wrote.
    const made = await (request.method === 'POST' ? make() : options.app.makePage(make));
    const answer = await wordThrownAnswer(request, made);
    const response = visit.applyFault(answer);
    visit.appendCookies(response.headers);
    const { policySources } = visit.styles;
    if (policySources !== '')
      response.headers.set('content-security-policy', createContentPolicy(options, policySources));
    return { response, tags: visit.tags };
  };
}

type FindKey = KnownAddresses['findKey'];

function createFindKey({ app, build }: ServerOptions, cache: PageCache): FindKey {
  const known = new KnownAddresses({
    catalogue: app.catalogue,
    content: app.content,
    routePaths: typeof build === 'function' ? [] : listRoutePaths(build),
    getGeneration: () => cache.generation,
  });
  return (key) => known.findKey(key);
}

/**
 * Adds headers so that nothing that one visitor sees is stored. A search is everybody's: browsers
 * may show it again on the way back, which `no-store` forbids.
 */
function withPrivateHeaders(
  response: Response,
  securityHeaders: Record<string, string>,
  { url }: Request,
): Response {
  const { headers } = response;
  const isShownAgain = new URL(url).pathname === paths.search() && !headers.has('set-cookie');
  for (const [name, value] of Object.entries(mergeHeaders(securityHeaders, response)))
    headers.set(name, value);
  headers.set('cache-control', isShownAgain ? 'private, no-cache' : 'private, no-store');
  return response;
}

async function renderSiteFile(options: ServerOptions, path: string) {
  const file = await findSiteFile(options, path);
  return { response: answerSiteFile(file), tags: new Set(file && 'tags' in file ? file.tags : []) };
}

function answerSiteFile(file: Awaited<ReturnType<typeof findSiteFile>>): Response {
  if (!file) return new Response('There is no such file.\n', { status: 404 });
  if ('movedTo' in file)
    return new Response(null, { status: 301, headers: { location: file.movedTo } });
  const type = 'withdrawn' in file ? markdownType : file.type;
  const headers = new Headers({ 'content-type': type });
  if ('withdrawn' in file) return new Response(file.withdrawn, { status: 410, headers });
  // RFC 6596: search engines count it for the page itself.
  if (file.canonicalUrl !== undefined)
    headers.set('link', `<${file.canonicalUrl}>; rel="canonical"`);
  return new Response(file.body, { headers });
}

async function fetchApi({ api, origin }: ServerOptions, url: string) {
  const tags = new Set<string>();
  const response = await api.fetch(new Request(origin + url), {
    cacheTags: (...names) => names.forEach((name) => tags.add(name)),
    clientIp: '',
    userAgent: '',
    buyerSecret: undefined,
    sessionSecret: undefined,
    knownBrowser: undefined,
  });
  return { response, tags };
}

function readVisitorIp({ socket, headers }: IncomingMessage, options: ServerOptions): string {
  const { [options.trustedProxyHeader]: header } = headers;
  const forwarded = typeof header === 'string' ? { [options.trustedProxyHeader]: header } : {};
  return findClientIp(socket.remoteAddress ?? 'unknown', forwarded, options);
}

/**
 * The request under our public origin, whatever Host it came by, without its body, which is read
 * already, and without `Origin`: http/csrf.ts has decided already who may post, and React Router's
 * own check knows less.
 */
function withPublicOrigin(request: Request, origin: string): Request {
  const { pathname, search } = new URL(request.url);
  const headers = new Headers(request.headers);
  headers.delete('origin');
  const { method, signal } = request;
  return new Request(origin + pathname + search, { method, headers, signal });
}

/** React Router's text of an answer that a route without a page throws without words. */
const wordless = 'Unexpected Server Error';

/**
 * React Router answers what a route of files throws (`unwrap`, `readId`) as JSON, or with words about
 * a fault of ours: here it is a page for browsers, JSON for calls, else a sentence. Other answers stay
 * as they are.
 */
async function wordThrownAnswer(request: Request, response: Response): Promise<Response> {
  const { status, headers } = response;
  const isJson = headers.get('content-type')?.startsWith('application/json') ?? false;
  if (status < 400 || status >= 500 || !isJson || request.method === 'HEAD') return response;
  const text = await response.text();
  const message = readThrown(JSON.parse(text));
  if (message === undefined) return new Response(text, { status, headers });
  const accept = request.headers.get('accept') ?? undefined;
  const { pathname } = new URL(request.url);
  const call = findCallShape(pathname, accept);
  if (call) return new Response(JSON.stringify({ ...call.fields, message }), { status, headers });
  const isPage = isBrowser(accept);
  const own = new Headers(headers);
  own.set('content-type', `text/${isPage ? 'html' : 'plain'}; charset=utf-8`);
  own.set('content-security-policy', refusalPagePolicy);
  return new Response(isPage ? writeRefusalPage({ message }, pathname) : `${message}\n`, {
    status,
    headers: own,
  });
}

/** undefined for an object: a route that answers a script wrote it. */
function readThrown(thrown: unknown): string | undefined {
  const nothing = 'There is nothing at this address.';
  if (typeof thrown === 'string') return thrown || nothing;
  if (thrown === null) return nothing;
  const said = typeof thrown === 'object' && 'message' in thrown ? thrown.message : undefined;
  return said === wordless ? nothing : undefined;
}

/** Answers with a page that was built: from the cache, or once and compressed now. */
function sendPage(cache: PageCache, page: BuiltPage, exchange: Exchange): void {
  if ('cached' in page) return sendCachedPage(cache, page.cached, exchange);
  const { req, res } = exchange;
  const { status, headers, body } = page.uncached;
  const isCompressed =
    body.length > 0 && acceptsEncoding(req.headers['accept-encoding'] ?? '', 'gzip');
  const bytes = isCompressed ? gzipSync(body) : body;
  res.writeHead(status, {
    ...headers,
    ...(body.length > 0 && { vary: 'accept-encoding' }),
    ...(isCompressed && { 'content-encoding': 'gzip' }),
    'content-length': bytes.length,
  });
  res.end(req.method === 'HEAD' ? undefined : bytes);
}

/** Answers a read with a sentence about what is wrong, if nothing was answered yet. */
function sendFault(fault: Fault, req: IncomingMessage, res: ServerResponse): void {
  const { message, status } = fault;
  const isPage = isBrowser(req.headers.accept);
  if (!res.headersSent)
    res.writeHead(status, {
      ...fault.headers,
      'content-type': `${isPage ? 'text/html' : 'text/plain'}; charset=utf-8`,
      'content-security-policy': refusalPagePolicy,
      'cache-control': 'no-store',
    });
  res.end(
    isPage
      ? writeRefusalPage({ message, ...offerRetry(req.method, { isBegun: true }) }, req.url ?? '')
      : `${message}\n`,
  );
}
