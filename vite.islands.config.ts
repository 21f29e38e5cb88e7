import path from 'node:path';
import { defineConfig, type Plugin } from 'vite';

/**
 * Vite wraps dynamic imports in a helper that preloads CSS. Islands have none: it was a third of
 * the loader.
 */
const plainDynamicImports: Plugin = {
  name: 'plain-dynamic-imports',
  enforce: 'pre',
  load: (id) =>
    id.includes('vite/preload-helper')
      ? 'export const __vitePreload = (load) => load();'
      : undefined,
};

/** Instead of Tiptap's links, which bring a list of all domains. */
const ownLink = path.resolve('src/admin/islands/enhancements/report-editor/rich-text/link-mark.ts');

/**
 * The islands of public pages, or with `--mode admin` those of the back office: a small loader, and
 * React with the first island that is used. They are two builds, so that nothing that the back
 * office needs moves a byte of the public site.
 */
export default defineConfig(({ mode }) => ({
  plugins: [plainDynamicImports],
  resolve: { alias: { '@tiptap/extension-link': ownLink } },
  publicDir: false,
  build: {
    target: 'es2022',
    outDir: '.dist/client',
    emptyOutDir: false,
    manifest: mode === 'admin' ? 'admin-islands.json' : 'islands.json',
    modulePreload: false,
    rollupOptions: {
      input: `./src/${mode === 'admin' ? 'admin' : 'site'}/islands/runtime/loader.ts`,
      output: {
        entryFileNames: 'assets/[name]-[hash].js',
        chunkFileNames: 'assets/[name]-[hash].js',
      },
    },
  },
}));
