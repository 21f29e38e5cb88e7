import type { Context, MiddlewareHandler } from 'hono';
import { sendRefusalPage } from './refusal-page.ts';

const refusal = 'This form was sent from another site and was not accepted.';

/**
 * Answers 403 to a POST that a page of another site sent: form posts carry our cookies, so only our
 * own pages may send them. `Sec-Fetch-Site` and `Origin` must each be ours if they are present;
 * a client that sends neither is no browser, and has no cookies of anybody else's.
 * Why not hono/csrf: docs/decisions/0008.
 */
export function rejectCrossSitePosts(publicOrigin: string): MiddlewareHandler {
  return async (c, next) => {
    if (isOneClickUnsubscribe(c) || isSameSite(c, publicOrigin)) return next();
    return sendRefusalPage(c, { message: refusal, status: 403 });
  };
}

/** Sent by mail programs, from no page at all and without a cookie (RFC 8058). */
const isOneClickUnsubscribe = (c: Context): boolean => c.req.path.startsWith('/unsubscribe/');

function isSameSite(c: Context, publicOrigin: string): boolean {
  const fetchSite = c.req.header('sec-fetch-site');
  if (fetchSite && fetchSite !== 'same-origin') return false;
  const origin = c.req.header('origin');
  if (origin === undefined || origin === publicOrigin) return true;
  if (!URL.canParse(origin)) return false;
  // The store by another of its names, such as 127.0.0.1: with the same scheme and port.
  const { protocol, host } = new URL(origin);
  return protocol === new URL(publicOrigin).protocol && host === c.req.header('host');
}
