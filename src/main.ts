/**
 * Opens the dependencies, builds the app, starts server and worker: the only file that knows every
 * folder. scripts/start.ts calls `runApp`; scripts/dev.ts and the tests call `startApp`.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { ServerBuild } from 'react-router';
import { createApp, type App } from '#core/app.ts';
import { listenForInvalidations } from '#adapters/cache-invalidation.ts';
import { listMigrationNames } from '#adapters/database/migrate.ts';
import { startWorker, type RunningWorker } from '#adapters/jobs/worker.ts';
import { ReadinessCheck } from '#adapters/readiness.ts';
import { limitBody } from '#server/http/body-limit.ts';
import { formatSetCookie } from '#server/http/cookies.ts';
import { startServer, type RunningServer } from '#server/index.ts';
import type { ServerOptions } from '#server/options.ts';
import { createApi } from './api/index.ts';
import { Closers } from './boot/closers.ts';
import { openDeps, type OpenDeps } from './boot/open-deps.ts';
import { enqueueScheduledJobs, scheduledJobs } from './boot/scheduled-jobs.ts';
import { seedDemo } from './boot/seed-demo.ts';
import { ConfigError, readConfig, type Config } from './config.ts';

export * from 'virtual:react-router/server-build';
export { ConfigError, readConfig };

/** What waits for the database to end may wait for ever: nothing is lost where it is left. */
const hangLimitMs = 500;

export type StartOptions = {
  /** React Router's build: this module itself, or Vite's in development. */
  readonly build: ServerOptions['build'];
  readonly devMiddleware?: ServerOptions['devMiddleware'];
  /** Development: where Vite serves the script that hydrates islands. */
  readonly islandsLoaderUrl?: string;
  /** Progress for the person who started it. */
  readonly printLine: (line: string) => void;
};

export type RunningApp = {
  readonly url: string;
  readonly app: App;
  /** Renders a page past the cache: for benchmarks. */
  readonly renderUncached: (path: string) => Promise<Response>;
  /** Everything that was started has ended afterwards. */
  readonly stop: () => Promise<void>;
};

/** The store is open afterwards. Throws ConfigError with one sentence where it can't be. */
export async function startApp(config: Config, options: StartOptions): Promise<RunningApp> {
  const opened = await openDeps(config, options.printLine);
  const closers = new Closers();
  closers.add(opened.close);
  try {
    const app = createApp(opened.deps);
    await seedDemo(config, app, options.printLine);
    let worker: RunningWorker | undefined;
    const readiness = new ReadinessCheck({
      databaseUrl: opened.databaseUrl,
      migrationNames: listMigrationNames(path.join(config.root, 'db/migrations')),
      isWorkerAlive: () => worker?.isAlive(),
    });
    closers.add(() => readiness.close());
    const server = await openServer(config, options, opened, { app, readiness });
    closers.add(() => server.close());
    const listener = listenForInvalidations(
      opened.databaseUrl,
      {
        onInvalidate: (tags) => server.cache.invalidateTags(tags),
        onReconnect: () => server.cache.clear(),
      },
      opened.deps.log,
    );
    closers.add(() => listener.close(), hangLimitMs);
    worker = await startWorker({
      databaseUrl: opened.databaseUrl,
      jobs: app.jobs,
      schedules: scheduledJobs,
      log: opened.deps.log,
    });
    // Together, so that both have most of the ten seconds that ending may take.
    closers.add(() => Promise.all([worker?.stop(), server.close()]));
    await enqueueScheduledJobs(opened.deps);
    opened.printAddresses(config.origin);
    const stop = (): Promise<void> => closers.closeAll();
    return { url: config.origin, app, renderUncached: server.renderUncached, stop };
  } catch (error) {
    await closers.closeAll();
    throw error;
  }
}

async function openServer(
  config: Config,
  options: StartOptions,
  opened: OpenDeps,
  { app, readiness }: { readonly app: App; readonly readiness: ReadinessCheck },
): Promise<RunningServer> {
  const { origin, port } = config;
  const { log } = opened.deps;
  const api = createApi({
    app,
    origin,
    formatCookie: (kind, secret) => formatSetCookie(kind, secret, origin),
    limitBody,
    log,
  });
  return startServer({
    app,
    api,
    checkReadiness: () => readiness.check(),
    log,
    port,
    host: config.host,
    origin,
    build: options.build,
    assetsDir: options.devMiddleware ? undefined : path.join(config.root, 'build/client'),
    islandsLoaderUrl: options.islandsLoaderUrl ?? readIslandsLoaderUrl(config.root),
    formActionOrigins: opened.formActionOrigins,
    captcha: opened.captcha,
    analyticsScriptUrl: config.analyticsScriptUrl,
    trustedProxyCount: config.trustedProxyCount,
    maxPageCacheBytes: config.maxPageCacheBytes,
    devMiddleware: options.devMiddleware,
  }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error;
    throw new ConfigError(
      `Port ${port} is taken by another program: end that one, or set PORT to a free one.`,
    );
  });
}

function readIslandsLoaderUrl(root: string): string {
  const manifest = JSON.parse(
    readFileSync(path.join(root, 'build/client/islands.json'), 'utf8'),
  ) as Record<string, { file: string }>;
  return `/${manifest['src/site/islands/runtime/loader.ts']?.file}`;
}

/**
 * Runs the built program as `npm start` does: SIGINT and SIGTERM stop it, a misconfiguration is one
 * sentence and exit code 1.
 */
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
