import type { ServerOptions } from '../options.ts';
import { createSecurityHeaders } from '../http/security-headers.ts';

/**
 * Headers of everything under /admin: no other origin at all, in no frame, in no index, and kept by
 * nobody. There is no inline script, so the policy needs no nonce.
 */
export function createAdminHeaders(options: ServerOptions): Record<string, string> {
  const isDevelopment = options.devMiddleware !== undefined;
  const inline = isDevelopment ? " 'unsafe-inline'" : '';
  const policy = [
    "default-src 'none'",
    `script-src 'self'${inline}`,
    `style-src 'self'${inline}`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self'${isDevelopment ? ' ws:' : ''}`,
    "frame-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ];
  return {
    ...createSecurityHeaders(options),
    'content-security-policy': policy.join('; '),
    'referrer-policy': 'same-origin',
    'x-robots-tag': 'noindex, nofollow',
    'cache-control': 'private, no-store',
  };
}
