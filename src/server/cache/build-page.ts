import { mergeHeaders } from '../http/security-headers.ts';
import { findMarkdownSlug } from '../routes/feeds/site-files.ts';
import type { CachedPage, RenderedPage } from './cached-page.ts';

type UncachedPage = {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: Buffer;
};
export type BuiltPage = { readonly cached: CachedPage } | { readonly uncached: UncachedPage };

/** Answers `url` (path and query on our origin) with the names of everything it shows. */
export type Render = (url: string) => Promise<{ response: Response; tags: ReadonlySet<string> }>;

/** The HTTP status with which the page is answered. */
export const readStatus = (page: BuiltPage): number =>
  'cached' in page ? page.cached.status : page.uncached.status;

const htmlType = 'text/html; charset=utf-8';

/** The key of the one 404 page, and an address that has none. */
export const notFoundKey = 'not-found';
export const notFoundAddress = '/page/not/found';

export type PageHeaders = {
  readonly headers: Record<string, string>;
  /** Pages name their tags (Cache-Tag), for a CDN in front that purges by them. */
  readonly sendsCacheTags?: boolean;
};

/**
 * Renders a page, and finishes it for caches if it is a 200 with tags that sets no cookie; of the
 * pages that are 404 only the one under `notFoundKey`.
 */
export async function buildPage(
  finish: (key: string, page: RenderedPage) => CachedPage,
  render: Render,
  { headers: securityHeaders, sendsCacheTags }: PageHeaders,
  key: string,
): Promise<BuiltPage> {
  const { response, tags } = await render(key === notFoundKey ? notFoundAddress : key);
  const { status } = response;
  const isKept = status === (key === notFoundKey ? 404 : 200);
  if (!isKept || tags.size === 0 || response.headers.has('set-cookie'))
    return { uncached: await toUncachedPage(response, securityHeaders) };
  const type = response.headers.get('content-type') ?? htmlType;
  const headers = {
    ...mergeHeaders(securityHeaders, response),
    'content-type': type,
    ...readLink(response),
    // A report's address answers with HTML or Markdown.
    ...(tags.has(`report:${findReportSlug(key)}`) ? { vary: 'accept' } : {}),
    ...(sendsCacheTags ? { 'cache-tag': [...tags].join(',') } : {}),
  };
  const html = Buffer.from(await response.arrayBuffer());
  const page = { status, html, headers, tags: [...tags] };
  return { cached: finish(key, page) };
}

/** A page that is answered once, and that browsers ask for again. */
export async function toUncachedPage(
  response: Response,
  securityHeaders: Record<string, string>,
): Promise<UncachedPage> {
  const headers = {
    ...Object.fromEntries(response.headers),
    ...mergeHeaders(securityHeaders, response),
    'cache-control': 'no-cache',
  };
  return { status: response.status, headers, body: Buffer.from(await response.arrayBuffer()) };
}

function readLink({ headers }: Response): { link?: string } {
  const link = headers.get('link');
  return link === null ? {} : { link };
}

const findReportSlug = (key: string): string => findMarkdownSlug(key) ?? key.slice(1);
