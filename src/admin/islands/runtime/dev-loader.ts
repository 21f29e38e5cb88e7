/** Development only: as the site's dev-loader.ts, for the islands of the back office. */
export const hmrRuntimeUrl = '/@id/__x00__virtual:react-router/inject-hmr-runtime';
(globalThis as { __reactRouterDataRouter?: object }).__reactRouterDataRouter = {
  revalidate: () => Promise.resolve(),
};
await import(/* @vite-ignore */ hmrRuntimeUrl);
await import('./loader.ts');
