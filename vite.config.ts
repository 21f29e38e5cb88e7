import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import { subsetFonts } from './scripts/subset-fonts.ts';
import { packagesByThemselves } from './scripts/support/packages-by-themselves.ts';

/** Pages and program are one server build: they share the modules of the context keys. */
export default defineConfig(({ command }) => ({
  plugins: [subsetFonts(), tailwindcss(), reactRouter()],
  environments: {
    ssr: {
      resolve: command === 'build' ? { noExternal: true, external: packagesByThemselves } : {},
      build: {
        rollupOptions: {
          input: './src/main.ts',
          // The simulators are built apart: vite.simulators.config.ts.
          external: ['#simulators/index.ts'],
          output: {
            codeSplitting: { groups: [{ name: 'packages', test: /[\\/]node_modules[\\/]/ }] },
          },
        },
      },
    },
  },
  build: { target: 'es2022', sourcemap: false },
  // Found at the start: a library found later would reload the page that needs it.
  optimizeDeps: {
    entries: ['src/{site,admin}/**/*.tsx', 'src/{site,admin}/islands/runtime/loader.ts'],
  },
}));
