import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Running } from '#src/main.ts';
import type { Database } from '#core/world.ts';
import { changed } from '#adapters/later.ts';
import { freshDatabase } from './database.ts';

export type TestStore = {
  readonly url: string;
  readonly paypal: string;
  readonly inbox: string;
  readonly captcha: string;
  readonly env: Readonly<Record<string, string>>;
  readonly shop: Running['shop'];
  readonly db: Database;
  readonly changed: typeof changed;
  close(): Promise<void>;
};

/** The built product, on ports and a database of its own, filled with the demo catalogue; its counterparts play. */
export async function openStore(): Promise<TestStore> {
  const database = await freshDatabase('reportstand_demo');
  const folder = mkdtempSync(path.join(os.tmpdir(), 'reportstand-'));
  const port = await freePorts();
  const program = (await import(
    pathToFileURL(path.resolve('build/server/index.js')).href
  )) as typeof import('#src/main.ts') & { default: never };
  const lines: string[] = [];
  const env = {
    PORT: String(port),
    HOST: '127.0.0.1',
    DATA_DIR: folder,
    DATABASE_URL: database.url,
    LOG_LEVEL: 'error',
  };
  const config = program.readConfig(env);
  const running = await program.start(config, {
    build: program as never,
    say: (line) => lines.push(line),
  });
  const found = (name: string): string =>
    /http:\/\/\S+/.exec(lines.find((line) => line.includes(name)) ?? '')?.[0] ?? '';
  return {
    env,
    url: running.url,
    shop: running.shop,
    db: database.db,
    changed,
    paypal: found('PayPal'),
    inbox: found('mail'),
    captcha: found('captcha'),
    close: async () => {
      await running.stop();
      await database.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Four free ports in a row: the store's and those of its counterparts. */
export async function freePorts(): Promise<number> {
  const net = createRequire(import.meta.url)('node:net') as typeof import('node:net');
  const free = (port: number): Promise<boolean> =>
    new Promise((resolve) => {
      const probe = net.createServer().once('error', () => resolve(false));
      probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
    });
  for (;;) {
    // Browsers and fetch refuse some ports; the last of them up here is 10080.
    const port = 10_100 + 4 * Math.floor(Math.random() * 5000);
    if (
      (await free(port)) &&
      (await free(port + 1)) &&
      (await free(port + 2)) &&
      (await free(port + 3))
    )
      return port;
  }
}
