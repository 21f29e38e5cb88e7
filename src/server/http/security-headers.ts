import { createHash } from 'node:crypto';
import type { ServerOptions } from '../options.ts';
import { speculationRules } from '../routes/feeds/speculation-rules.ts';

type Options = Pick<
  ServerOptions,
  'formActionOrigins' | 'origin' | 'devMiddleware' | 'captcha' | 'analyticsScriptUrl'
>;

const rulesHash = `'sha256-${createHash('sha256').update(speculationRules).digest('base64')}'`;

/**
 * Returns the policy of what a page may load and run. Its styles are allowed by hash, and so is the
 * only inline script: the rules of fetching ahead, which are no program.
 */
export function createContentPolicy(options: Options, styleSources = ''): string {
  const isDevelopment = options.devMiddleware !== undefined;
  const captchaOrigin = new URL(options.captcha.scriptUrl).origin;
  const externalOrigins = [
    captchaOrigin,
    ...(options.analyticsScriptUrl ? [new URL(options.analyticsScriptUrl).origin] : []),
  ].join(' ');
  return [
    "default-src 'none'",
    `script-src 'self' ${isDevelopment ? "'unsafe-inline'" : rulesHash} ${externalOrigins}`,
    `frame-src ${captchaOrigin}`,
    isDevelopment
      ? "style-src 'self' 'unsafe-inline'"
      : `style-src 'self'${styleSources}; style-src-attr 'unsafe-inline'`,
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self' ${externalOrigins}${isDevelopment ? ' ws:' : ''}`,
    ["form-action 'self'", ...options.formActionOrigins].join(' '),
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "manifest-src 'self'",
  ].join('; ');
}

/** Headers of every page. */
export function createSecurityHeaders(options: Options): Record<string, string> {
  return {
    'content-security-policy': createContentPolicy(options),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'x-frame-options': 'DENY',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
    ...(options.origin.startsWith('https:')
      ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }
      : {}),
  };
}

const headersOfOnePage = ['content-security-policy', 'referrer-policy'];

/** The headers of every page, but those that this page has of its own in their place. */
export function mergeHeaders(
  ofEveryPage: Readonly<Record<string, string>>,
  { headers }: Response,
): Record<string, string> {
  const own = headersOfOnePage.map((name) => [name, headers.get(name)] as const);
  return {
    ...ofEveryPage,
    ...Object.fromEntries(own.filter((one): one is [string, string] => one[1] !== null)),
  };
}
