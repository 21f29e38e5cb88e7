import http from 'node:http';
import type { ViteDevServer } from 'vite';
import type { RunningApp } from '#src/main.ts';
import type { Config } from '#src/settings/config.ts';
import { createBuildLoader } from './build-loader.ts';
import { describeError, renderErrorPage, type DevError } from './errors.ts';

export type DevStore = {
  /** Starts the app, or starts it again from the present sources, on the same port and database. */
  readonly restart: (changedMigration?: string) => Promise<void>;
  /** Returns the error that keeps the newest sources from running; undefined if they run. */
  readonly getError: () => DevError | undefined;
  readonly stop: () => Promise<void>;
};

/**
 * The app over Vite. If its sources can't be loaded the one before goes on; if it can't start
 * (a migration fails), its port answers with the error until it can.
 */
export function createDevStore(vite: ViteDevServer, config: Config): DevStore {
  const loadBuild = createBuildLoader(vite);
  let stopRunning = async (): Promise<void> => {};
  let printLine: (line: string) => void = console.log;
  let error: DevError | undefined;

  async function start(
    main: typeof import('#src/main.ts'),
    describe: (thrown: unknown) => DevError,
  ): Promise<void> {
    await stopRunning();
    stopRunning = async () => {};
    let running: RunningApp;
    try {
      running = await main.startApp(config, {
        build: loadBuild,
        devMiddleware: (req, res, next) => vite.middlewares(req, res, next),
        islandsLoaderUrls: {
          site: '/src/site/islands/runtime/dev-loader.ts',
          admin: '/src/admin/islands/runtime/dev-loader.ts',
        },
        printLine,
      });
    } catch (startError) {
      stopRunning = await serveError(vite, config, describe(startError));
      throw startError;
    }
    stopRunning = () => running.stop();
    printLine = () => {};
  }

  return {
    getError: () => error,
    stop: () => stopRunning(),
    restart: async (changedMigration) => {
      const describe = (thrown: unknown): DevError => describeError(vite, thrown, changedMigration);
      try {
        const main = await vite.ssrLoadModule('/src/main.ts');
        await start(main as typeof import('#src/main.ts'), describe);
        error = undefined;
      } catch (caught) {
        error = describe(caught);
        console.error(`${error.message}\n${error.frame ?? error.stack}`);
      }
    },
  };
}

/** The port answers every page with the error, and what the error's overlay needs. */
async function serveError(
  vite: ViteDevServer,
  { port, host }: Config,
  error: DevError,
): Promise<() => Promise<void>> {
  const server = http.createServer((req, res) => {
    vite.middlewares(req, res, () => {
      res.writeHead(500, { 'content-type': 'text/html; charset=utf-8' });
      res.end(renderErrorPage(error));
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return () =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
}
