/**
 * Opens the world, builds the shop, starts it. The only file that knows every folder.
 * scripts/start.ts and scripts/dev.ts call `start`; the tests do, too.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { ServerBuild } from 'react-router';
import { createShop, type Shop } from '#core/shop.ts';
import { hearChanges } from '#adapters/changes.ts';
import { startWorker } from '#adapters/later.ts';
import { bodyLimit } from '#server/body-limit.ts';
import { setCookie } from '#server/browser.ts';
import { startServer } from '#server/index.ts';
import type { ServerOptions } from '#server/options.ts';
import { Misconfigured, readConfig, type Config } from './config.ts';
import { fillDemo } from './boot/fill.ts';
import { openWorld } from './boot/world.ts';
import { createWire } from './wire/index.ts';

export * from 'virtual:react-router/server-build';
export { Misconfigured, readConfig };

export type StartOptions = {
  /** React Router's build: this module itself, or Vite's in development. */
  readonly build: ServerOptions['build'];
  readonly before?: ServerOptions['before'];
  /** Development: where Vite serves the islands' loader. */
  readonly loader?: string;
  /** Progress for the person who started it. */
  readonly say: (line: string) => void;
};

export type Running = {
  readonly url: string;
  readonly shop: Shop;
  /** Makes a page anew, past the cache: for benchmarks. */
  render(path: string): Promise<Response>;
  /** Everything that was started has ended afterwards. */
  stop(): Promise<void>;
};

/** The store is open afterwards. Throws Misconfigured with one sentence where it can't be. */
export async function start(config: Config, options: StartOptions): Promise<Running> {
  const opened = await openWorld(config, options.say);
  const closers = [opened.close];
  const stop = async (): Promise<void> => {
    for (const close of closers.splice(0).toReversed()) await close();
  };
  try {
    const shop = createShop(opened.world);
    await fillDemo(config, shop, options.say);
    const server = await startServer({
      shop,
      log: opened.world.log,
      port: config.port,
      host: config.host,
      origin: config.origin,
      build: options.build,
      assets: options.before ? undefined : path.join(config.root, 'build/client'),
      loader: options.loader ?? builtLoader(config.root),
      formTargets: opened.formTargets,
      wire: createWire({
        shop,
        origin: config.origin,
        cookie: (kind, secret) => setCookie(kind, secret, config.origin),
        bodyLimit,
        log: opened.world.log,
      }),
      challenge: opened.challenge,
      analytics: config.analytics,
      trustProxy: config.trustProxy,
      before: options.before,
      local: !config.production,
    }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EADDRINUSE') throw error;
      throw new Misconfigured(
        `Port ${config.port} is taken by another program: end that one, or set PORT to a free one.`,
      );
    });
    closers.push(() => server.close());
    const ears = hearChanges(
      opened.databaseUrl,
      { changed: (tags) => server.cache.drop(tags), lost: () => server.cache.clear() },
      opened.world.log,
    );
    closers.push(() => ears.close());
    const worker = await startWorker(
      opened.pool,
      shop.jobs,
      { 'orders.reconcile': '* * * * *', 'post.sweep': '* * * * *', 'orders.books': '20 3 * * *' },
      opened.world.log,
    );
    closers.push(() => worker.stop());
    await opened.world.db.transaction().execute(async (tx) => {
      for (const name of ['orders.reconcile', 'post.sweep', 'orders.books'])
        await opened.world.later(
          tx,
          name,
          {},
          { key: `${name} at start`, maxAttempts: 3, queue: name },
        );
    });
    opened.sayWhereToGo(config.origin);
    return { url: config.origin, shop, render: server.render, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function builtLoader(root: string): string {
  const manifest = JSON.parse(
    readFileSync(path.join(root, 'build/client/islands.json'), 'utf8'),
  ) as Record<string, { file: string }>;
  return `/${manifest['src/site/islands/loader.ts']?.file}`;
}

/** Starts the built program as `npm start` does: signals end it, a misconfiguration is one sentence and exit code 1. */
export async function run(build: ServerBuild, say: (line: string) => void): Promise<void> {
  try {
    const running = await start(readConfig(), { build, say });
    let ending = false;
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.on(signal, () => {
        if (ending) return;
        ending = true;
        say('Closing…');
        void running.stop().then(
          () => process.exit(0),
          () => process.exit(1),
        );
      });
    }
  } catch (error) {
    if (!(error instanceof Misconfigured)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}
