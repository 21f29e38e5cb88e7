/**
 * `npm run dev`: the same program over Vite. What is saved shows in the open tabs by itself: pages,
 * styles and islands by a reload, core, server and migrations after the app has started again.
 */
import { createServer } from 'vite';
import { findFreePort } from '#adapters/database/free-port.ts';
import { ConfigError } from '#src/settings/config-error.ts';
import { readConfig } from '#src/settings/config.ts';
import { watchChanges } from './dev/changes.ts';
import { openDevDatabase } from './dev/database.ts';
import { createDevStore } from './dev/store.ts';

process.env['NODE_ENV'] = 'development';
try {
  const config = readConfig();
  const vite = await createServer({
    appType: 'custom',
    server: {
      middlewareMode: true,
      ws: { port: await findFreePort() },
      watch: { ignored: ['**/.data/**', '**/dist/**', '**/test/**', `${config.dataDir}/**`] },
    },
  });
  const database = await openDevDatabase(config, console.log);
  const store = createDevStore(vite, { ...config, databaseUrl: database.url });
  await store.restart();
  vite.watcher.add('db/migrations');
  watchChanges(vite, store);
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      void store
        .stop()
        .then(() => vite.close())
        .then(() => database.close())
        .finally(() => process.exit(0));
    });
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  console.error(error.message);
  process.exit(1);
}
