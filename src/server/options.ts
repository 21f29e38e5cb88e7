import type http from 'node:http';
import type { ServerBuild } from 'react-router';
import type { Shop } from '#core/shop.ts';
import type { Log } from '#core/world.ts';

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
  /** Development only: answers what Vite serves before anything of ours runs. */
  readonly before?: (req: http.IncomingMessage, res: http.ServerResponse, next: () => void) => void;
  /** The local counterparts, named on the screens that meet them. */
  readonly local: boolean;
};
