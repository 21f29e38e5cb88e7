import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { RunningApp } from '#src/main.ts';
import type { Database } from '#core/deps.ts';
import { invalidate } from '#adapters/jobs/worker.ts';
import { createTestDatabase } from './test-database.ts';

export type TestServer = {
  readonly url: string;
  readonly paypalUrl: string;
  readonly mailboxUrl: string;
  readonly captchaUrl: string;
  readonly env: Readonly<Record<string, string>>;
  readonly app: RunningApp['app'];
  readonly db: Database;
  readonly invalidate: typeof invalidate;
  close(): Promise<void>;
};

/** The built product, on ports and a database of its own, filled with the demo catalogue; its counterparts play. */
export async function startTestServer(): Promise<TestServer> {
  const database = await createTestDatabase('demo');
  const folder = mkdtempSync(path.join(os.tmpdir(), 'reportstand-'));
  const port = await findFreePorts();
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
  const running = await program.startApp(config, {
    build: program,
    printLine: (line) => lines.push(line),
  });
  const findUrl = (name: string): string =>
    /http:\/\/\S+/.exec(lines.find((line) => line.includes(name)) ?? '')?.[0] ?? '';
  return {
    env,
    url: running.url,
    app: running.app,
    db: database.db,
    invalidate,
    paypalUrl: findUrl('PayPal'),
    mailboxUrl: findUrl('mail'),
    captchaUrl: findUrl('captcha'),
    close: async () => {
      await running.stop();
      await database.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Four free ports in a row: the store's and those of its counterparts. */
export async function findFreePorts(): Promise<number> {
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
