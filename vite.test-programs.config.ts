import { globSync } from 'node:fs';
import path from 'node:path';
import { defineConfig } from 'vite';
import { packagesByThemselves } from './scripts/support/packages-by-themselves.ts';

/**
 * The programs that tests start again and again (test/support/test-programs.ts): those that are
 * killed, and those that open a publisher's file. Built, they start with half of the CPU.
 */
export default defineConfig({
  publicDir: false,
  ssr: { noExternal: true, external: packagesByThemselves },
  build: {
    ssr: true,
    target: 'node24',
    outDir: '.data/test-programs',
    sourcemap: false,
    rollupOptions: {
      external: ['#simulators/index.ts'],
      input: Object.fromEntries(
        [
          ...globSync('test/resilience/killable-*.ts'),
          'src/adapters/goods/goods-process-main.ts',
          'src/adapters/goods/memory-watch.ts',
        ].map((file) => [path.basename(file, '.ts'), file]),
      ),
      output: { entryFileNames: '[name].js' },
    },
  },
});
