import type http from 'node:http';
import type { ServerBuild } from 'react-router';
import type { Shop } from '#core/shop.ts';
import type { Log } from '#core/world.ts';
import type { Wire } from '#src/wire/index.ts';

/** What main.ts hands to the server. */
export type ServerOptions = {
  readonly shop: Shop;
  readonly log: Log;
  readonly port: number;
  readonly host: string;
  readonly origin: string;
  /** The React Router build; a function in development, where it changes under us. */
  readonly build: ServerBuild | (() => Promise<ServerBuild>);
  /** build/client: what the browser may fetch as it is. */
  readonly assets: string | undefined;
  /** URL of the islands' loader. */
  readonly loader: string;
  /** Origins that a form of ours may end up at: the payment provider's. */
  readonly formTargets: readonly string[];
  /** The JSON contract under /admin/api. */
  readonly wire: Wire;
  /** The captcha's script and key, for forms. */
  readonly challenge: { readonly script: string; readonly siteKey: string };
  /** A script that counts visits, loaded with consent alone. */
  readonly analytics: string | undefined;
  /** Proxies of ours in front, whose word about the visitor's address is believed. */
  readonly trustProxy: number;
  /** Development only: answers what Vite serves before anything of ours runs. */
  readonly before?: (req: http.IncomingMessage, res: http.ServerResponse, next: () => void) => void;
  /** The local counterparts, named on the screens that meet them. */
  readonly local: boolean;
};
