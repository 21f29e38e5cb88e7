/**
 * Two cookies that no script can read. `buyer`: the browser that orders has a secret, the order keeps its hash; it proves later
 * that files and the payer's address may be shown. `session`: who is logged in.
 */

type CookieKind = 'buyer' | 'session';

/** Seconds: a buyer's lives as long as the reconciler looks at an order, and a month more; a session's as long as the session. */
const maxAgeSeconds: Readonly<Record<CookieKind, number>> = {
  buyer: 60 * 60 * 24 * 37,
  session: 60 * 60 * 24 * 30,
};

const cookieName = (kind: CookieKind, origin: string): string =>
  origin.startsWith('https:') ? `__Host-${kind}` : kind;

/** The secret that the request brought, or undefined. */
export function readCookieSecret(
  kind: CookieKind,
  cookieHeader: string | null | undefined,
  origin: string,
): string | undefined {
  const prefix = `${cookieName(kind, origin)}=`;
  const value = cookieHeader
    ?.split('; ')
    .find((part) => part.startsWith(prefix))
    ?.slice(prefix.length);
  return value !== undefined && /^[0-9a-f]{64}$/.test(value) ? value : undefined;
}

/** The Set-Cookie line; without a secret it ends the cookie. */
export function formatSetCookie(
  kind: CookieKind,
  secret: string | undefined,
  origin: string,
): string {
  const secure = origin.startsWith('https:') ? '; Secure' : '';
  return `${cookieName(kind, origin)}=${secret ?? ''}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${secret === undefined ? 0 : maxAgeSeconds[kind]}${secure}`;
}
