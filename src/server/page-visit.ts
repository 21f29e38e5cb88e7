import { RouterContextProvider } from 'react-router';
import { appContext, visitContext } from '#site/context.ts';
import { formatSetCookie, readCookieSecret } from './http/cookies.ts';
import type { ServerOptions } from './options.ts';

/** One request for a page: what its route is given, and what the route asked for. */
export type PageVisit = {
  readonly context: RouterContextProvider;
  /** Names of everything that the page shows; none for a private page. */
  readonly tags: ReadonlySet<string>;
  /** Adds the cookies that the route set or cleared to the answer. */
  readonly appendCookies: (headers: Headers) => void;
};

export function createPageVisit(
  options: ServerOptions,
  request: Request,
  clientIp: string,
): PageVisit {
  const { origin } = options;
  const cookieHeader = request.headers.get('cookie');
  const buyerSecret = readCookieSecret('buyer', cookieHeader, origin);
  const tags = new Set<string>();
  let newBuyerSecret: string | undefined;
  let newSession: { readonly secret: string | undefined } | undefined;
  let isClearingCookies = false;
  const context = new RouterContextProvider();
  context.set(appContext, options.app);
  context.set(visitContext, {
    cacheTags: (...names) => names.forEach((name) => tags.add(name)),
    buyerSecret,
    ensureBuyerCookie: () => buyerSecret ?? (newBuyerSecret ??= generateSecret()),
    origin,
    clientIp,
    // A page that is rendered after its form changed the session sees the new one.
    get sessionSecret() {
      return newSession ? newSession.secret : readCookieSecret('session', cookieHeader, origin);
    },
    setSessionCookie: (secret) => void (newSession = { secret }),
    clearCookies: () => void (isClearingCookies = true),
    userAgent: request.headers.get('user-agent') ?? '',
    isAnswer: request.method === 'POST',
    captcha: options.captcha,
    analyticsScriptUrl: options.analyticsScriptUrl,
    islandsLoaderUrl: options.islandsLoaderUrl,
  });
  return {
    context,
    tags,
    appendCookies: (headers) => {
      const append = (kind: 'buyer' | 'session', secret: string | undefined): void =>
        headers.append('set-cookie', formatSetCookie(kind, secret, origin));
      if (newBuyerSecret !== undefined) append('buyer', newBuyerSecret);
      if (isClearingCookies) {
        append('buyer', undefined);
        append('session', undefined);
      }
      if (newSession) append('session', newSession.secret);
    },
  };
}

/** 64 hexadecimal digits, as cookies hold them. */
const generateSecret = (): string =>
  crypto.randomUUID().replaceAll('-', '') + crypto.randomUUID().replaceAll('-', '');
