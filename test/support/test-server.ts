import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { RunningApp } from '#src/main.ts';
import type { Database, Deps } from '#core/deps.ts';
import { createVault } from '#adapters/vault.ts';
import { invalidate } from '#adapters/cache-invalidation.ts';
import { deriveQuickKey } from './derive-quick-key.ts';
import { findFreePorts } from './free-ports.ts';
import { createTemporaryFolder } from './temporary-folder.ts';
import { createTestDatabase } from './test-database.ts';

export type TestServer = {
  readonly url: string;
  readonly paypalUrl: string;
  readonly mailboxUrl: string;
  readonly captchaUrl: string;
  /** The environment that the server was started with, for programs beside it. */
  readonly env: Readonly<Record<string, string>>;
  readonly app: RunningApp['app'];
  readonly db: Database;
  /** Opens what the store has sealed, such as the token of a seat. */
  readonly vault: Deps['vault'];
  readonly invalidate: typeof invalidate;
  readonly close: () => Promise<void>;
};

const importBuiltProgram = (): Promise<typeof import('#src/main.ts')> =>
  import(pathToFileURL(path.resolve('dist/server/index.js')).href);

type TestServerOptions = {
  /** Passwords cost what they cost in production; next to nothing by default. */
  readonly hasStrongPasswords?: boolean;
  /** The demo by default. */
  readonly template?: 'demo' | 'small' | 'empty';
  /** Hears what the program prints for whoever started it. */
  readonly printLine?: (line: string) => void;
  readonly env?: Readonly<Record<string, string>>;
  /** Puts something between the server and its database; answers the URL to connect to. */
  readonly interposeProxy?: (databaseUrl: string) => Promise<string>;
};

/** The built product with its simulators and the demo, on ports and a database of its own. */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const database = await createTestDatabase(options.template ?? 'demo');
  const folder = createTemporaryFolder('server');
  const port = await findFreePorts();
  const program = await importBuiltProgram();
  const env = {
    PORT: String(port),
    HOST: '127.0.0.1',
    DATA_DIR: folder.path,
    DATABASE_URL: (await options.interposeProxy?.(database.url)) ?? database.url,
    LOG_LEVEL: 'error',
    DEMO_OFFICE: 'off',
    // The tests' own memory is in the same process.
    MEMORY_MB: '4096',
    ...options.env,
  };
  const running = await program.startApp(program.readConfig(env), {
    build: program,
    printLine: options.printLine ?? (() => {}),
    replacedDeps: options.hasStrongPasswords ? {} : { derivePasswordKey: deriveQuickKey },
  });
  return {
    env,
    url: running.url,
    app: running.app,
    db: database.db,
    vault: createVault(
      options.env?.['LINK_SECRET'] ?? readFileSync(path.join(folder.path, 'link-secret'), 'utf8'),
    ),
    invalidate,
    paypalUrl: `http://localhost:${port + 1}`,
    mailboxUrl: `http://localhost:${port + 2}`,
    captchaUrl: `http://localhost:${port + 3}`,
    close: async () => {
      await running.stop();
      await database.drop();
      folder.remove();
    },
  };
}
