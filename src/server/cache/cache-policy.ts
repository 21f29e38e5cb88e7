/** Reads of the API whose answers are cached like pages. */
const cacheableApiCalls = new Set([
  'info',
  'metas',
  'industries',
  'service',
  'reports-detail',
  'report-request-sample',
  'blog-detail',
  'press-release-detail',
  'client',
  'company',
  'faq',
  'country-with-phone-code',
  'openapi.json',
  'docs',
]);

/** First path segments that are never cached: personal, or searches that hardly repeat. */
export const uncachedPathPrefixes = new Set([
  'custom_search',
  'buy-now',
  'payment-success',
  'download',
  'paper',
  'certificate',
  'verify',
  'seat',
  'join',
  'accepted-terms',
  'renew-download',
  'webhooks',
  'thank-you',
  'newsletter',
  'unsubscribe',
  'preview',
  'sample-file',
  'cover',
  'picture',
  'chart',
  'api',
  'admin',
  'login',
  'logout',
  'signup',
  'forgot-password',
  'reset-password',
  'confirm-email',
  'profile',
  'data',
  'assets',
  '__manifest',
  'healthz',
  'readyz',
  'setup',
  'favicon.svg',
  'favicon.ico',
  'icon-192.png',
  'icon-512.png',
  'apple-touch-icon.png',
  'manifest.webmanifest',
  'share',
  'robots.txt',
]);

/** Lists whose pages have a number. */
const pagedLists = new Set(['/report-store', '/industries', '/blog', '/press-release']);

/** The file of a key at IndexNow. */
const isKeyFile = (pathname: string): boolean => /^\/[a-zA-Z0-9-]{8,128}\.txt$/.test(pathname);

/**
 * The query names that belong to a page's cache key; others are dropped before the page is looked
 * up or rendered. undefined for addresses that are never cached.
 */
export function cacheKeyParams(pathname: string, query = ''): readonly string[] | undefined {
  if (pathname.startsWith('/admin/api/')) {
    if (pathname === '/admin/api/reports')
      return /(^|&)(page|per_page)=/.test(query) ? ['page', 'per_page'] : undefined;
    return cacheableApiCalls.has(pathname.split('/')[3] ?? '') ? [] : undefined;
  }
  if (uncachedPathPrefixes.has(pathname.split('/')[1] ?? '') || pathname.endsWith('.data'))
    return undefined;
  if (pathname.startsWith('/sitemap') || isKeyFile(pathname)) return undefined;
  if (pathname === '/') return ['industry'];
  if (pagedLists.has(pathname) || /^\/(industries|author)\//.test(pathname)) return ['page'];
  return [];
}
