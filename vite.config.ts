import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import { subsetFonts } from './scripts/subset-fonts.ts';

/** Pages and program are one server build: they share the modules of the context keys. */
export default defineConfig({
  plugins: [subsetFonts(), tailwindcss(), reactRouter()],
  environments: {
    ssr: {
      build: {
        // The simulators are built apart: vite.simulators.config.ts.
        rollupOptions: { input: './src/main.ts', external: ['#simulators/index.ts'] },
      },
    },
  },
  build: { target: 'es2022', sourcemap: false },
  // Found at the start: a library found later would reload the page that needs it.
  optimizeDeps: {
    entries: ['src/{site,admin}/**/*.tsx', 'src/{site,admin}/islands/runtime/loader.ts'],
  },
});
