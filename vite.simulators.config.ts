import { defineConfig } from 'vite';

/**
 * The simulators, for the demo and the tests: dist/simulators.js, which a build for production does
 * not have. It holds the mail server's own packages, which production does not install.
 */
export default defineConfig({
  publicDir: false,
  ssr: { noExternal: ['postal-mime', 'punycode.js', 'smtp-server'] },
  build: {
    ssr: true,
    target: 'node24',
    outDir: 'dist',
    emptyOutDir: false,
    sourcemap: false,
    rollupOptions: {
      input: { simulators: 'simulators/index.ts' },
      output: { entryFileNames: '[name].js' },
    },
  },
});
