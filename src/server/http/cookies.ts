/**
 * Two cookies that no script can read. `buyer`: the browser that orders holds a secret, and the
 * order its hash, which later proves that files and the payer's email address may be shown to it.
 * `session`: who is logged in.
 */
import { generateCookie } from 'hono/cookie';
import { parse } from 'hono/utils/cookie';

type CookieKind = 'buyer' | 'session';

/** A buyer's lasts a month longer than the reconciler follows an order; a session's 30 days. */
const maxAgeSeconds: Readonly<Record<CookieKind, number>> = {
  buyer: 60 * 60 * 24 * 37,
  session: 60 * 60 * 24 * 30,
};

const isHttps = (origin: string): boolean => origin.startsWith('https:');

/** The secret in the request's Cookie header; undefined without one of 64 hexadecimal digits. */
export function readCookieSecret(
  kind: CookieKind,
  cookieHeader: string | null | undefined,
  origin: string,
): string | undefined {
  const name = isHttps(origin) ? `__Host-${kind}` : kind;
  const value = parse(cookieHeader ?? '', name)[name];
  return value !== undefined && /^[0-9a-f]{64}$/.test(value) ? value : undefined;
}

/** The Set-Cookie line of a secret; without a secret it deletes the cookie. */
export function formatSetCookie(
  kind: CookieKind,
  secret: string | undefined,
  origin: string,
): string {
  const cookie = generateCookie(kind, secret ?? '', {
    httpOnly: true,
    sameSite: 'Lax',
    ...(isHttps(origin) ? { prefix: 'host', secure: true } : {}),
  });
  return `${cookie}; Max-Age=${secret === undefined ? 0 : maxAgeSeconds[kind]}`;
}
