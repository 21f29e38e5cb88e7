import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';

/** The pages and the program itself: one server build, so that both share one module graph (stack.md: context keys). */
export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  environments: { ssr: { build: { rollupOptions: { input: './src/main.ts' } } } },
  build: { target: 'es2022', sourcemap: false },
  server: { hmr: { overlay: true } },
});
