/**
 * The browser that orders gets a secret, in a cookie that no script can read; the order keeps its hash.
 * It proves later that the download page and the payer's address may be shown whole.
 */

const name = (origin: string): string => (origin.startsWith('https:') ? '__Host-buyer' : 'buyer');

/** The secret that the request brought, or undefined. */
export function browserSecret(cookies: string | null, origin: string): string | undefined {
  const prefix = `${name(origin)}=`;
  const value = cookies?.split('; ').find((part) => part.startsWith(prefix))?.slice(prefix.length);
  return value !== undefined && /^[0-9a-f]{64}$/.test(value) ? value : undefined;
}

/** The Set-Cookie line; it lives as long as the reconciler looks at an order, and a month more. */
export function makeBrowserCookie(secret: string, origin: string): string {
  const secure = origin.startsWith('https:') ? '; Secure' : '';
  return `${name(origin)}=${secret}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${60 * 60 * 24 * 37}${secure}`;
}
