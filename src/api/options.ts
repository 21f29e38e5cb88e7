import type { Context, Hono, MiddlewareHandler } from 'hono';
import type { App } from '#core/app.ts';
import type { Log } from '#core/deps.ts';

/** What the contract is told of a request. */
export type ApiRequestContext = {
  /** Tags that a read's answer hangs on: it is kept under them, and dropped when what it shows changes. */
  cacheTags(...tags: string[]): void;
  readonly clientIp: string;
  readonly userAgent: string;
  /** Secret of the ordering browser, and of the customer's session, where the request brought them. */
  readonly buyerSecret: string | undefined;
  readonly sessionSecret: string | undefined;
};

export type ApiOptions = {
  readonly app: App;
  readonly origin: string;
  /** The Set-Cookie line of a secret. */
  readonly formatCookie: (kind: 'buyer' | 'session', secret: string | undefined) => string;
  /** Cuts a body over so many bytes while it is read. */
  readonly limitBody: (bytes: number, tooLarge: (c: Context) => Response) => MiddlewareHandler;
  readonly log: Log;
};

export type ApiRouter = Hono<{ Bindings: ApiRequestContext }>;
