import { generateCookie } from 'hono/cookie';
import { parse } from 'hono/utils/cookie';

/** How many seconds a message may wait for the next page. */
const maxAgeSeconds = 60;
const maxMessageLength = 500;

const isHttps = (origin: string): boolean => origin.startsWith('https:');
const cookieName = (origin: string): string => (isHttps(origin) ? '__Host-flash' : 'flash');

/** True for the Set-Cookie line of a message. */
export const isFlashCookie = (line: string): boolean => /^(?:__Host-)?flash=/.test(line);

/** The message that the page before left, as plain text; no script can read or write it. */
function readFlash(cookieHeader: string | null | undefined, origin: string): string | undefined {
  const name = cookieName(origin);
  const value = parse(cookieHeader ?? '', name)[name];
  return value?.slice(0, maxMessageLength) || undefined;
}

/** The Set-Cookie line that leaves a message for the next page; without one it takes it away. */
function formatFlash(message: string | undefined, origin: string): string {
  const cookie = generateCookie('flash', message?.slice(0, maxMessageLength) ?? '', {
    httpOnly: true,
    sameSite: 'Lax',
    ...(isHttps(origin) ? { prefix: 'host', secure: true } : {}),
  });
  return `${cookie}; Max-Age=${message === undefined ? 0 : maxAgeSeconds}`;
}

/** The messages of one request for a page: the one that it shows, and the one that it leaves. */
export class Flash {
  readonly #message: string | undefined;
  readonly #origin: string;
  #isTaken = false;
  #next: string | undefined;

  constructor(request: Request, origin: string) {
    this.#origin = origin;
    const isRead = request.method === 'GET';
    this.#message = isRead ? readFlash(request.headers.get('cookie'), origin) : undefined;
  }

  /**
   * Returns the sentence of the action before; a post shows none. A page that takes it is the last
   * to show it.
   */
  take(): string | undefined {
    this.#isTaken = this.#message !== undefined;
    return this.#message;
  }

  leave(message: string): void {
    this.#next = message;
  }

  appendTo(headers: Headers): void {
    if (this.#next === undefined && !this.#isTaken) return;
    headers.append('set-cookie', formatFlash(this.#next, this.#origin));
  }
}
