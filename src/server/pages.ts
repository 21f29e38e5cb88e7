import type { IncomingMessage, ServerResponse } from 'node:http';
import { createRequestHandler } from 'react-router';
import { paths } from '#src/paths.ts';
import { describePath } from '#src/describe-path.ts';
import type { Fault } from '#src/faults/faults.ts';
import { getRequestContext } from '#src/request-context.ts';
import {
  buildPage,
  notFoundKey,
  readStatus,
  shareBuilds,
  type Render,
} from './cache/build-page.ts';
import { KnownAddresses, listRoutePaths } from './cache/known-addresses.ts';
import type { PageCache } from './cache/page-cache.ts';
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
import { PageStatus } from './page-status.ts';
import { createPageVisit, type Visitor } from './page-visit.ts';
import { createEndFinder } from './redirect-end.ts';
import { createSpellingRedirect } from './one-spelling-redirect.ts';
import { sendFault, sendPage } from './send-page.ts';
import { AddressSuggestions } from './address-suggestions.ts';
import { wordThrownAnswer } from './thrown-answer.ts';
import { followRedirects, isGone, sendRedirect, SiteRedirects } from './site-redirects.ts';

export type PageRenderer = {
  /**
   * Renders the page of `address`, caches it where it may be cached, and answers. Requests for one
   * page share one rendering, and all addresses without a page share one 404; where rendering fails
   * or too many pages wait for it, 503 or 500 as `faults` says.
   */
  readonly servePage: (address: string, req: IncomingMessage, res: ServerResponse) => Promise<void>;
  /**
   * Leads a read of an address that is spelled otherwise to the page that it means, in one hop; false
   * where there is none, or where it is spelled as its page is.
   */
  readonly leadToOneSpelling: (req: IncomingMessage, res: ServerResponse) => Promise<boolean>;
  /** Renders a request that is never cached: personal pages, and every post. */
  readonly renderUncached: (request: Request, visitor: Visitor) => Promise<Response>;
  /** Writes down what was counted. */
  readonly close: () => Promise<void>;
};

/** The pages of React Router's build, and the answers of the JSON contract that may be cached. */
export function createPageRenderer(
  options: ServerOptions,
  cache: PageCache,
  renderings: WorkQueue,
): PageRenderer {
  const renderPage = createPageRendering(options, (path) => pageStatus.find(path));
  const [headers, adminHeaders] = [createSecurityHeaders(options), createAdminHeaders(options)];
  const findKey = createFindKey(options, cache);
  const renderPath: Render = (path) =>
    renderPage(new Request(options.origin + path), { clientIp: '', form: undefined });
  const render = createRender(options, renderPath);
  const build = (key: string) => buildPage(cache, render, { ...options, headers }, key);
  const buildOnce = shareBuilds(renderings, build);
  const redirects = new SiteRedirects(options, () => cache.generation);
  const suggestions = new AddressSuggestions({ ...options, headers }, renderPage);
  const buildLinked = (key: string) => buildOnce(key, 'links of the site');
  const findCachedStatus = (key: string) => cache.find(key)?.status;
  const findEnd = createEndFinder({ findKey, findCachedStatus, build: buildLinked });
  const pageStatus = new PageStatus({
    findKey,
    findCachedStatus,
    build: async (key) => readStatus(await buildLinked(key)),
    renderUncached: async (path) => (await renderPath(path)).response.status,
  });
  return {
    async servePage(address, req, res) {
      try {
        const key = (await findPageKey(findKey, address, req)) ?? notFoundKey;
        const exchange = { req, res, requestId: getRequestContext().requestId ?? '' };
        const cached = cache.find(key);
        const page = cached ? { cached } : await buildOnce(key, readVisitorIp(req, options));
        const target = isGone(readStatus(page)) ? await redirects.follow(req) : undefined;
        if (target !== undefined) sendRedirect(await findEnd(target), headers, res);
        else sendPage(cache, (await suggestions.findPage(address, req, page)) ?? page, exchange);
      } catch (error) {
        sendFault(reportFault(options, error, address), req, res);
      }
    },
    leadToOneSpelling: createSpellingRedirect({ ...options, headers, findKey, findEnd }),
    async renderUncached(request, visitor) {
      const isAdmin = isAdminPath(new URL(request.url).pathname);
      const { response } = await renderPage(withPublicOrigin(request, options.origin), visitor);
      const answer = isAdmin
        ? redirectToProof(request, response)
        : await suggestions.addTo(request, await followRedirects(redirects, request, response));
      return withPrivateHeaders(answer, isAdmin ? adminHeaders : headers, request);
    },
    close: () => redirects.close(),
  };
}

/** Of what is asked for by its address alone: the API, files such as the sitemap, and pages. */
const createRender =
  (options: ServerOptions, renderPath: Render): Render =>
  (url) => {
    if (url.startsWith('/admin/api/')) return fetchApi(options, url);
    return isSiteFilePath(url) ? renderSiteFile(options, url) : renderPath(url);
  };

const reportFault = ({ faults }: ServerOptions, error: unknown, address: string): Fault =>
  faults.report(error, { path: describePath(address) }, 'a page could not be rendered');

/** Renders one page of React Router's build, with the cookies that its route set. */
function createPageRendering(options: ServerOptions, findStatus: PageStatus['find']) {
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
    const answer = await wordThrownAnswer(request, await handler(request, visit.context));
    const response = visit.applyFault(answer);
    visit.appendCookies(response.headers);
    const { policySources } = visit.styles;
    if (policySources !== '')
      response.headers.set('content-security-policy', createContentPolicy(options, policySources));
    return { response, tags: visit.tags };
  };
}

/** The Markdown form of a report where the client asks for it. */
const findPageKey = async (findKey: FindKey, address: string, req: IncomingMessage) =>
  (prefersMarkdown(req) ? await findKey(`${address}.md`) : undefined) ?? findKey(address);

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
 * What one visitor sees is stored nowhere. A search is everybody's: browsers may show it again on the
 * way back, which `no-store` forbids.
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
