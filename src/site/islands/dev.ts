/** Development only: React's refresh runtime has to be there before the first island. */
export const runtime = '/@id/__x00__virtual:react-router/inject-hmr-runtime';
await import(/* @vite-ignore */ runtime);
await import('./loader.ts');
