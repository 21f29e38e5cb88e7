import type { ServerOptions } from './options.ts';

/** Sent with every page. No inline script exists, so that the policy needs neither nonce nor hash. */
export function securityHeaders(
  options: Pick<ServerOptions, 'formTargets' | 'origin' | 'before' | 'challenge' | 'analytics'>,
): Record<string, string> {
  const development = options.before !== undefined;
  const challenge = new URL(options.challenge.script).origin;
  const others = [
    challenge,
    ...(options.analytics ? [new URL(options.analytics).origin] : []),
  ].join(' ');
  const policy = [
    "default-src 'none'",
    `script-src 'self' ${development ? "'unsafe-inline' " : ''}${others}`,
    `frame-src ${challenge}`,
    development
      ? "style-src 'self' 'unsafe-inline'"
      : "style-src 'self'; style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self' ${others}${development ? ' ws:' : ''}`,
    ["form-action 'self'", ...options.formTargets].join(' '),
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
