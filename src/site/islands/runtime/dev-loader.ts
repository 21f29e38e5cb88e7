/** Development only: React's refresh runtime has to be there before the first island. */
export const hmrRuntimeUrl = '/@id/__x00__virtual:react-router/inject-hmr-runtime';
// The runtime asks a client router for new data before it refreshes; pages here have none.
(globalThis as { __reactRouterDataRouter?: object }).__reactRouterDataRouter = {
  revalidate: () => Promise.resolve(),
};
await import(/* @vite-ignore */ hmrRuntimeUrl);
await import('./loader.ts');
