/** `npm run dev`: the same program over Vite's dev server: pages and styles are new at each save, islands by fast refresh. */
import { createServer } from 'vite';

process.env['NODE_ENV'] = 'development';
const vite = await createServer({ server: { middlewareMode: true }, appType: 'custom' });
const main = (await vite.ssrLoadModule('./src/main.ts')) as typeof import('../src/main.ts');
try {
  const running = await main.startApp(main.readConfig(), {
    build: () => vite.ssrLoadModule('virtual:react-router/server-build') as never,
    devMiddleware: (req, res, next) => vite.middlewares(req, res, next),
    islandsLoaderUrl: '/src/site/islands/runtime/dev-loader.ts',
    printLine: console.log,
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(
      signal,
      () =>
        void running
          .stop()
          .then(() => vite.close())
          .then(() => process.exit(0)),
    );
  }
} catch (error) {
  if (!(error instanceof main.ConfigError)) throw error;
  console.error(error.message);
  process.exit(1);
}
