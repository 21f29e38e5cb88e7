/**
 * Five cookies that no script can read. `buyer`: the browser that orders holds a secret, and the
 * order its hash, which later proves that files and the payer's email address may be shown to it.
 * `session`: who is logged in. `known-browser`: that this browser has logged in to an account
 * before, so that others who guess its password don't lock its owner out. `staff`: who is signed in
 * to the back office. `staff-ticket`: whose password was right, while the second factor is to come.
 */
import { generateCookie } from 'hono/cookie';
import { parse } from 'hono/utils/cookie';
import type { NewSession } from '#core/accounts/model.ts';
import { sessionHours, signInMinutes } from '#core/staff/model.ts';

export type CookieKind = 'buyer' | 'session' | 'known-browser' | 'staff' | 'staff-ticket';

const secretPattern = /^[0-9a-f]{64}$/;
const daySeconds = 60 * 60 * 24;

/**
 * A buyer's cookie lasts a month longer than the reconciler follows an order; a known browser's as
 * long as browsers keep one.
 */
const cookies: Readonly<
  Record<CookieKind, { readonly maxAgeSeconds: number; readonly pattern: RegExp }>
> = {
  buyer: { maxAgeSeconds: daySeconds * 37, pattern: secretPattern },
  session: { maxAgeSeconds: daySeconds * 30, pattern: secretPattern },
  'known-browser': { maxAgeSeconds: daySeconds * 400, pattern: /^[\w.-]{1,200}$/ },
  staff: { maxAgeSeconds: sessionHours * 3600, pattern: secretPattern },
  'staff-ticket': { maxAgeSeconds: signInMinutes * 60, pattern: secretPattern },
};

const isHttps = (origin: string): boolean => origin.startsWith('https:');

/** The value in the request's Cookie header; undefined if it is none of ours. */
export function readCookie(
  kind: CookieKind,
  cookieHeader: string | null | undefined,
  origin: string,
): string | undefined {
  const name = isHttps(origin) ? `__Host-${kind}` : kind;
  const value = parse(cookieHeader ?? '', name)[name];
  return value !== undefined && cookies[kind].pattern.test(value) ? value : undefined;
}

/** The Set-Cookie line of a value; without a value it deletes the cookie. */
export function formatSetCookie(
  kind: CookieKind,
  value: string | undefined,
  origin: string,
): string {
  const cookie = generateCookie(kind, value ?? '', {
    httpOnly: true,
    sameSite: 'Lax',
    ...(isHttps(origin) ? { prefix: 'host', secure: true } : {}),
  });
  return `${cookie}; Max-Age=${value === undefined ? 0 : cookies[kind].maxAgeSeconds}`;
}

/** The Set-Cookie lines of a browser that has just logged in. */
export const formatLoginCookies = (
  { session, knownBrowser }: NewSession,
  origin: string,
): [string, string] => [
  formatSetCookie('session', session, origin),
  formatSetCookie('known-browser', knownBrowser, origin),
];
