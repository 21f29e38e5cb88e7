import type { ServerOptions } from '../options.ts';

/** Headers of every page. No page has an inline script; its style sheets are allowed by hash. */
export function createSecurityHeaders(
  options: Pick<
    ServerOptions,
    | 'formActionOrigins'
    | 'origin'
    | 'devMiddleware'
    | 'captcha'
    | 'analyticsScriptUrl'
    | 'pageStyles'
  >,
): Record<string, string> {
  const isDevelopment = options.devMiddleware !== undefined;
  const captchaOrigin = new URL(options.captcha.scriptUrl).origin;
  const externalOrigins = [
    captchaOrigin,
    ...(options.analyticsScriptUrl ? [new URL(options.analyticsScriptUrl).origin] : []),
  ].join(' ');
  const policy = [
    "default-src 'none'",
    `script-src 'self' ${isDevelopment ? "'unsafe-inline' " : ''}${externalOrigins}`,
    `frame-src ${captchaOrigin}`,
    isDevelopment
      ? "style-src 'self' 'unsafe-inline'"
      : `style-src 'self'${options.pageStyles.policySources}; style-src-attr 'unsafe-inline'`,
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self' ${externalOrigins}${isDevelopment ? ' ws:' : ''}`,
    ["form-action 'self'", ...options.formActionOrigins].join(' '),
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "manifest-src 'self'",
  ];
  return {
    'content-security-policy': policy.join('; '),
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
