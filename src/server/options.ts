import type http from 'node:http';
import type { ServerBuild } from 'react-router';
import type { App } from '#core/app.ts';
import type { Log } from '#core/deps.ts';
import type { Api } from '#src/api/index.ts';

/** What main.ts hands to the server. */
export type ServerOptions = {
  readonly app: App;
  readonly log: Log;
  readonly port: number;
  readonly host: string;
  readonly origin: string;
  /** The React Router build; a function in development, where it changes under us. */
  readonly build: ServerBuild | (() => Promise<ServerBuild>);
  /** build/client: what the browser may fetch as it is. */
  readonly assetsDir: string | undefined;
  /** URL of the islands' loader. */
  readonly islandsLoaderUrl: string;
  /** Origins that a form of ours may end up at: the payment provider's. */
  readonly formActionOrigins: readonly string[];
  /** The JSON contract under /admin/api. */
  readonly api: Api;
  /** The captcha's script and key, for forms. */
  readonly captcha: { readonly scriptUrl: string; readonly siteKey: string };
  /** A script that counts visits, loaded with consent alone. */
  readonly analyticsScriptUrl: string | undefined;
  /** Proxies of ours in front, whose word about the visitor's address is believed. */
  readonly trustedProxyCount: number;
  /** Development only: answers what Vite serves before anything of ours runs. */
  readonly devMiddleware?: (
    req: http.IncomingMessage,
    res: http.ServerResponse,
    next: () => void,
  ) => void;
  /** The local counterparts, named on the screens that meet them. */
  readonly usesSimulators: boolean;
};
