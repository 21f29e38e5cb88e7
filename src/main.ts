/**
 * Opens the dependencies, builds the app, starts server and worker: the only file that knows every
 * folder. scripts/start.ts calls `runApp`; scripts/dev.ts and the tests call `startApp`.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { ServerBuild } from 'react-router';
import { App } from '#core/app.ts';
import type { GivenDeps, Log } from '#core/deps.ts';
import { listenForInvalidations, type InvalidationListener } from '#adapters/cache-invalidation.ts';
import { listMigrationNames } from '#adapters/database/migrate.ts';
import { startWorker, type RunningWorker } from '#adapters/jobs/worker.ts';
import { ReadinessCheck } from '#adapters/readiness.ts';
import { cvPace, limitBody } from '#server/http/body-limit.ts';
import { formatLoginCookies, formatSetCookie } from '#server/http/cookies.ts';
import { withForm } from '#server/http/read-form.ts';
import { findInLibrary } from '#adapters/pictures/library.ts';
import { createPictures, findInFolders, type Pictures } from '#adapters/pictures/index.ts';
import { UploadFolder } from '#server/http/upload-folder.ts';
import { startServer, type RunningServer } from '#server/index.ts';
import type { ServerOptions } from '#server/options.ts';
import { readPageScripts, type Manifest } from '#server/styles/page-scripts.ts';
import { PageStyles } from '#server/styles/page-styles.ts';
import { createApi } from './api/index.ts';
import { Closers } from './boot/closers.ts';
import { explainListenError } from './boot/listen-error.ts';
import { openFiles } from './boot/open-files.ts';
import { openDeps, type OpenDeps, type OpenOptions } from './boot/open-deps.ts';
import { runUntilStopped } from './boot/run-until-stopped.ts';
import { enqueueScheduledJobs, scheduledJobs } from './boot/scheduled-jobs.ts';
import { seedCountries } from './boot/seed-countries.ts';
import { seedDemo, startDemoOffice } from './boot/seed-demo.ts';
import { ConfigError } from './settings/config-error.ts';
import { readConfig, type Config } from './settings/config.ts';
import { Faults } from './faults/faults.ts';
import { createSteps } from './steps.ts';

export * from 'virtual:react-router/server-build';
export { readConfig };

/** The longest wait for the database's connections to end: nothing is lost after it. */
const hangLimitMs = 500;

export type StartOptions = OpenOptions & {
  /** React Router's build: this module itself, or Vite's in development. */
  readonly build: ServerOptions['build'];
  readonly devMiddleware?: ServerOptions['devMiddleware'];
  /** Development: where Vite serves the script that hydrates islands. */
  readonly islandsLoaderUrls?: ServerOptions['islandsLoaderUrls'];
  /**
   * For the person who started it alone, such as a link with a secret, which a log would hide;
   * `printLine` by default.
   */
  readonly printSecret?: (line: string) => void;
  /** Tests alone: what stands in for dependencies that the configuration would open. */
  readonly replacedDeps?: Partial<GivenDeps>;
};

export type RunningApp = {
  readonly url: string;
  readonly app: App;
  readonly log: Log;
  /** Renders a page past the cache: for benchmarks. */
  readonly renderUncached: (path: string) => Promise<Response>;
  /** Everything that was started has ended afterwards. */
  readonly stop: () => Promise<void>;
};

/** The store is open afterwards. Throws ConfigError with one sentence if it can't be. */
export async function startApp(config: Config, options: StartOptions): Promise<RunningApp> {
  const opened = await openDeps(config, options);
  const closers = new Closers();
  closers.add(opened.close);
  try {
    const app = new App({ ...opened.deps, ...options.replacedDeps });
    await checkLinkSecret(app);
    await openFiles(config, opened.deps);
    await seedCountries(config, app);
    await orStopped(seedDemo(config, app, options), options.stop);
    let worker: RunningWorker | undefined;
    const readiness = new ReadinessCheck({
      databaseUrl: opened.databaseUrl,
      migrationNames: listMigrationNames(path.join(config.root, 'db/migrations')),
      isWorkerAlive: () => worker?.isAlive(),
    });
    closers.add(() => readiness.close());
    let listener: InvalidationListener | undefined;
    const settleInvalidations = async (): Promise<boolean> => listener?.settle() ?? false;
    const parts = { app, readiness, settleInvalidations };
    const server = await openServer(config, options, opened, parts);
    closers.add(() => server.close());
    listener = listenForInvalidations(
      opened.databaseUrl,
      {
        onInvalidate: (tags) => server.cache.invalidateTags(tags),
        onReconnect: () => server.cache.clear(),
      },
      opened.deps.log,
    );
    closers.add(listener.close, hangLimitMs);
    worker = await startWorker({
      databaseUrl: opened.databaseUrl,
      jobs: app.jobs,
      schedules: scheduledJobs,
      log: opened.deps.log,
    });
    const office = startDemoOffice(config, app, opened);
    // Together, so that both have most of the ten seconds that ending may take.
    closers.add(() => Promise.all([office.stop(), worker?.stop(), server.close()]));
    await enqueueScheduledJobs(opened.deps);
    opened.printAddresses(config.origin);
    if (!(await app.store.isSetUp())) await printSetupLink(app, options);
    if (config.isUnsafeTest)
      options.printLine('UNSAFE_PRODUCTION_FOR_TESTS is set: never sell with these settings.');
    const stop = (): Promise<void> => closers.closeAll();
    const { log } = opened.deps;
    return { url: config.origin, app, log, renderUncached: server.renderUncached, stop };
  } catch (error) {
    await closers.closeAll();
    throw error;
  }
}

/**
 * Returns the result of `work`; throws the reason of `stop` once that is aborted. Nobody waits for
 * the rest of the work then: it ends with the database's connections, and the next start goes on
 * with it.
 */
async function orStopped<T>(work: Promise<T>, stop: AbortSignal | undefined): Promise<T> {
  const { promise: stopped, reject } = Promise.withResolvers<never>();
  const breakOff = (): void => reject(stop?.reason);
  if (stop?.aborted) breakOff();
  stop?.addEventListener('abort', breakOff);
  work.catch(() => {});
  try {
    return await Promise.race([stopped, work]);
  } finally {
    stop?.removeEventListener('abort', breakOff);
  }
}

/** Throws ConfigError if nobody could open the links that the store has sealed. */
async function checkLinkSecret({ system }: App): Promise<void> {
  if (await system.secrets.isLinkSecretKnown()) return;
  throw new ConfigError(
    'LINK_SECRET is not the one that this store seals its links with: set that one. If it is lost, ' +
      'or known to somebody, run "npm run store -- renew-links": links that were sent before no ' +
      'longer work then.',
  );
}

/** An empty store has no owner yet: the person who started it gets the link that makes them one. */
async function printSetupLink(
  app: App,
  { printLine, printSecret = printLine }: StartOptions,
): Promise<void> {
  printLine(
    'This store is empty and answers 503 until it is set up. Open this link within a week:',
  );
  printSecret(`  ${await app.firstSetup.createLink()}`);
}

/** The library's pictures, and files: the publisher's, and the demo's if the store is one. */
function openPictures({ dataDir, root, isProduction }: Config, { media }: App): Pictures {
  const findFile = findInFolders([
    path.join(dataDir, 'pictures'),
    ...(isProduction ? [] : [path.join(root, 'db/demo/pictures')]),
  ]);
  return createPictures(
    async (name) => (await findInLibrary(media.library, name)) ?? findFile(name),
    path.join(dataDir, 'resized-pictures'),
  );
}

type ServerParts = Pick<ServerOptions, 'app' | 'settleInvalidations'> & {
  readonly readiness: ReadinessCheck;
};

async function openServer(
  config: Config,
  options: StartOptions,
  opened: OpenDeps,
  { app, readiness, settleInvalidations }: ServerParts,
): Promise<RunningServer> {
  const { origin, port } = config;
  const { log } = opened.deps;
  const uploads = new UploadFolder(path.join(config.dataDir, 'uploads'));
  const faults = new Faults(log);
  const api = openApi(app, { origin, log, faults, uploads });
  return startServer({
    app,
    api,
    settleInvalidations,
    keptPages: options.devMiddleware ? undefined : opened.keptPages,
    checkReadiness: () => readiness.check(),
    log,
    faults,
    hasAccessLog: config.hasAccessLog,
    port,
    host: config.host,
    origin,
    build: options.build,
    assetsDir: options.devMiddleware ? undefined : path.join(config.root, 'client'),
    islandsLoaderUrls: options.islandsLoaderUrls ?? readLoaderUrls(config.root),
    pageStyles: options.devMiddleware ? new PageStyles(new Map()) : readPageStyles(config.root),
    formActionOrigins: opened.formActionOrigins,
    pictures: openPictures(config, app),
    captcha: opened.captcha,
    analyticsScriptUrl: config.analyticsScriptUrl,
    indexNowKey: config.indexNow?.key,
    sendsCacheTags: config.cdn?.by === 'tags',
    trustedProxyCount: config.trustedProxyCount,
    uploads,
    trustedProxyHeader: config.trustedProxyHeader,
    memoryLimitBytes: config.memoryLimitBytes,
    maxPageCacheBytes: config.maxPageCacheBytes,
    maxConnections: config.maxConnections,
    devMiddleware: options.devMiddleware,
  }).catch((error: unknown) => {
    const remedy = 'set PORT to a free one';
    throw explainListenError(error, { name: 'the site', port, host: config.host, remedy });
  });
}

type ApiParts = {
  readonly origin: string;
  readonly log: Log;
  readonly faults: Faults;
  readonly uploads: UploadFolder;
};

const openApi = (app: App, { origin, log, faults, uploads }: ApiParts) =>
  createApi({
    app,
    origin,
    formatBuyerCookie: (secret) => formatSetCookie('buyer', secret, origin),
    formatLoginCookies: (started) => formatLoginCookies(started, origin),
    limitBody: (maxBytes) => limitBody(maxBytes),
    withUploadForm: (request, clientIp, answer) =>
      withForm(request, { uploads, clientIp, log, pace: cvPace }, answer),
    log,
    faults,
  });

const readLoaderUrls = (root: string): ServerOptions['islandsLoaderUrls'] => ({
  site: readLoaderUrl(root, 'islands.json', 'src/site/islands/runtime/loader.ts'),
  admin: readLoaderUrl(root, 'admin-islands.json', 'src/admin/islands/runtime/loader.ts'),
});

const readLoaderUrl = (root: string, manifestName: string, loader: string): string =>
  `/${readManifest(root, manifestName)[loader]?.file}`;

const readManifest = (root: string, name: string): Manifest =>
  JSON.parse(readFileSync(path.join(root, 'client', name), 'utf8')) as Manifest;

/** The sheets of the site; those of the back office stay files. */
function readPageStyles(root: string): PageStyles {
  const folder = path.join(root, 'client/assets');
  const names = readdirSync(folder).filter((name) => /^(?!admin-).*\.css$/.test(name));
  const read = (file: string) => readFileSync(path.join(root, 'client', file), 'utf8');
  const sheets = new Map(names.map((name) => [`/assets/${name}`, read(`assets/${name}`)]));
  return new PageStyles(sheets, readPageScripts(readManifest(root, 'islands.json'), read));
}

/** The built program in a process of its own, as `npm start` runs it. */
export const runApp = (build: ServerBuild, printLine: (line: string) => void): Promise<void> =>
  runUntilStopped(
    (config, stop) =>
      startApp(config, {
        build,
        printLine,
        printSecret: writeToTerminal,
        steps: createSteps(stop),
        stop,
      }),
    printLine,
  );

/** Past the console, which is a part of the log in production. */
const writeToTerminal = (line: string): void => void process.stdout.write(`${line}\n`);
