/**
 * Opens the world, builds the shop, starts it. The only file that knows every folder.
 * scripts/start.ts and scripts/dev.ts call `start`; the tests do, too.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { ServerBuild } from 'react-router';
import { createApp, type App } from '#core/app.ts';
import { listenForInvalidations } from '#adapters/cache-invalidation.ts';
import { startWorker } from '#adapters/jobs/worker.ts';
import { limitBody } from '#server/http/body-limit.ts';
import { formatSetCookie } from '#server/http/cookies.ts';
import { startServer } from '#server/index.ts';
import type { ServerOptions } from '#server/options.ts';
import { ConfigError, readConfig, type Config } from './config.ts';
import { seedDemo } from './boot/seed-demo.ts';
import { openDeps } from './boot/open-deps.ts';
import { createApi } from './api/index.ts';

export * from 'virtual:react-router/server-build';
export { ConfigError, readConfig };

export type StartOptions = {
  /** React Router's build: this module itself, or Vite's in development. */
  readonly build: ServerOptions['build'];
  readonly devMiddleware?: ServerOptions['devMiddleware'];
  /** Development: where Vite serves the islands' loader. */
  readonly islandsLoaderUrl?: string;
  /** Progress for the person who started it. */
  readonly printLine: (line: string) => void;
};

export type RunningApp = {
  readonly url: string;
  readonly app: App;
  /** Makes a page anew, past the cache: for benchmarks. */
  renderUncached(path: string): Promise<Response>;
  /** Everything that was started has ended afterwards. */
  stop(): Promise<void>;
};

/** The store is open afterwards. Throws Misconfigured with one sentence where it can't be. */
export async function startApp(config: Config, options: StartOptions): Promise<RunningApp> {
  const opened = await openDeps(config, options.printLine);
  const closers = [opened.close];
  const stop = async (): Promise<void> => {
    for (const close of closers.splice(0).toReversed()) await close();
  };
  try {
    const app = createApp(opened.deps);
    await seedDemo(config, app, options.printLine);
    const server = await startServer({
      app,
      log: opened.deps.log,
      port: config.port,
      host: config.host,
      origin: config.origin,
      build: options.build,
      assetsDir: options.devMiddleware ? undefined : path.join(config.root, 'build/client'),
      islandsLoaderUrl: options.islandsLoaderUrl ?? readIslandsLoaderUrl(config.root),
      formActionOrigins: opened.formActionOrigins,
      api: createApi({
        app,
        origin: config.origin,
        formatCookie: (kind, secret) => formatSetCookie(kind, secret, config.origin),
        limitBody,
        log: opened.deps.log,
      }),
      captcha: opened.captcha,
      analyticsScriptUrl: config.analyticsScriptUrl,
      trustedProxyCount: config.trustedProxyCount,
      devMiddleware: options.devMiddleware,
      maxPageCacheBytes: config.maxPageCacheBytes,
    }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EADDRINUSE') throw error;
      throw new ConfigError(
        `Port ${config.port} is taken by another program: end that one, or set PORT to a free one.`,
      );
    });
    closers.push(() => server.close());
    const invalidationListener = listenForInvalidations(
      opened.databaseUrl,
      {
        onInvalidate: (tags) => server.cache.invalidateTags(tags),
        onReconnect: () => server.cache.clear(),
      },
      opened.deps.log,
    );
    closers.push(() => invalidationListener.close());
    const worker = await startWorker(
      opened.pool,
      app.jobs,
      {
        'orders.reconcile': '* * * * *',
        'emails.sendDue': '* * * * *',
        'orders.reconcileTransactions': '20 3 * * *',
      },
      opened.deps.log,
    );
    closers.push(() => worker.stop());
    await opened.deps.db.transaction().execute(async (tx) => {
      for (const name of ['orders.reconcile', 'emails.sendDue', 'orders.reconcileTransactions'])
        await opened.deps.enqueue(
          tx,
          name,
          {},
          { dedupeKey: `${name}:startup`, maxAttempts: 3, queueName: name },
        );
    });
    opened.printAddresses(config.origin);
    return { url: config.origin, app, renderUncached: server.renderUncached, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function readIslandsLoaderUrl(root: string): string {
  const manifest = JSON.parse(
    readFileSync(path.join(root, 'build/client/islands.json'), 'utf8'),
  ) as Record<string, { file: string }>;
  return `/${manifest['src/site/islands/runtime/loader.ts']?.file}`;
}

/** Starts the built program as `npm start` does: signals end it, a misconfiguration is one sentence and exit code 1. */
export async function runApp(build: ServerBuild, printLine: (line: string) => void): Promise<void> {
  try {
    const running = await startApp(readConfig(), { build, printLine });
    let isStopping = false;
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.on(signal, () => {
        if (isStopping) return;
        isStopping = true;
        printLine('Closing…');
        void running.stop().then(
          () => process.exit(0),
          () => process.exit(1),
        );
      });
    }
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}
