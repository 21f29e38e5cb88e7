import { defineConfig } from 'vite';

/** The scripts of public pages: a loader of a few KB; React comes with the first used island. */
export default defineConfig({
  publicDir: false,
  build: {
    target: 'es2022',
    outDir: 'build/client',
    emptyOutDir: false,
    manifest: 'islands.json',
    modulePreload: false,
    rollupOptions: {
      input: './src/site/islands/runtime/loader.ts',
      output: {
        entryFileNames: 'assets/[name]-[hash].js',
        chunkFileNames: 'assets/[name]-[hash].js',
      },
    },
  },
});
