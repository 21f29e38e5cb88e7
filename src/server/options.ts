import type http from 'node:http';
import type { ServerBuild } from 'react-router';
import type { App } from '#core/app.ts';
import type { Log } from '#core/deps.ts';
import type { Api } from '#src/api/index.ts';
import type { UploadFolder } from './http/upload-folder.ts';
import type { Faults } from '#src/faults/faults.ts';
import type { KeptPages } from '#adapters/kept-pages/index.ts';
import type { Pictures } from '#adapters/pictures/index.ts';
import type { Readiness } from '#adapters/readiness.ts';
import type { PageStyles } from './styles/page-styles.ts';

/** The server's dependencies and settings, from main.ts. */
export type ServerOptions = {
  readonly app: App;
  readonly log: Log;
  /** Logs faults, and says how they are answered. */
  readonly faults: Faults;
  /** Logs a line for each request. */
  readonly hasAccessLog: boolean;
  /** Answers within two seconds, whatever part of the store hangs. */
  readonly checkReadiness: () => Promise<Readiness>;
  readonly port: number;
  readonly host: string;
  /** Public base URL, without a trailing slash. */
  readonly origin: string;
  /** The React Router build; a function in development, if it changes while the server runs. */
  readonly build: ServerBuild | (() => Promise<ServerBuild>);
  /** build/client: files that are served as they are. */
  readonly assetsDir: string | undefined;
  /** URLs of the scripts that hydrate islands: of public pages, and of the back office. */
  readonly islandsLoaderUrls: { readonly site: string; readonly admin: string };
  /** Style sheets of public pages, which carry them in themselves or name their files. */
  readonly pageStyles: PageStyles;
  /** Origins that a form of ours may end up at: the payment provider's. */
  readonly formActionOrigins: readonly string[];
  /** Resolves when the page cache has dropped what was invalidated before; false if it can't. */
  readonly settleInvalidations: () => Promise<boolean>;
  /** Where finished pages are kept beyond the process; undefined if they are not. */
  readonly keptPages?: KeptPages | undefined;
  /** The JSON contract under /admin/api. */
  readonly api: Api;
  readonly pictures: Pictures;
  /** The captcha's script and key, for forms. */
  readonly captcha: { readonly scriptUrl: string; readonly siteKey: string };
  /** A script that counts visits, loaded only with the visitor's consent. */
  readonly analyticsScriptUrl: string | undefined;
  /** Is told at `/<key>.txt`, for search engines. */
  readonly indexNowKey?: string | undefined;
  /** Pages name their cache tags, for a CDN that purges by them. */
  readonly sendsCacheTags?: boolean;
  /** How many proxies of ours are in front: as many entries of the header are trusted. */
  readonly trustedProxyCount: number;
  /** Where uploaded files lie while their request is answered. */
  readonly uploads: UploadFolder;
  readonly trustedProxyHeader: 'x-forwarded-for' | 'forwarded';
  /** The program's memory; near it the page cache shrinks and expensive work is refused. */
  readonly memoryLimitBytes: number;
  /** Memory of the page cache. */
  readonly maxPageCacheBytes: number;
  /** Connections beyond these are dropped; one visitor may have a quarter of them. */
  readonly maxConnections: number;
  /** Development only: Vite answers its own requests before anything of ours runs. */
  readonly devMiddleware:
    | ((req: http.IncomingMessage, res: http.ServerResponse, next: () => void) => void)
    | undefined;
};
