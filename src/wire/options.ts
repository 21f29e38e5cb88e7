import type { Context, Hono, MiddlewareHandler } from 'hono';
import type { Shop } from '#core/shop.ts';
import type { Log } from '#core/world.ts';

/** What the contract is told of a request. */
export type WireVisit = {
  /** Tags that a read's answer hangs on: it is kept under them, and dropped when what it shows changes. */
  hangsOn(...tags: string[]): void;
  readonly address: string;
  readonly agent: string;
  /** Secret of the ordering browser, and of the customer's session, where the request brought them. */
  readonly buyer: string | undefined;
  readonly session: string | undefined;
};

export type WireOptions = {
  readonly shop: Shop;
  readonly origin: string;
  /** The Set-Cookie line of a secret. */
  readonly cookie: (kind: 'buyer' | 'session', secret: string | undefined) => string;
  /** Cuts a body over so many bytes while it is read. */
  readonly bodyLimit: (bytes: number, tooLarge: (c: Context) => Response) => MiddlewareHandler;
  readonly log: Log;
};

export type WireApp = Hono<{ Bindings: WireVisit }>;
