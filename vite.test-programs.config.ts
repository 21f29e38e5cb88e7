import { globSync } from 'node:fs';
import path from 'node:path';
import { defineConfig } from 'vite';
import { packagesByThemselves } from './scripts/support/packages-by-themselves.ts';

/**
 * The programs that tests kill again and again (test/support/start-killable.ts), each with most of
 * its packages in one file: it starts with half of the CPU.
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
        globSync('test/resilience/killable-*.ts').map((file) => [path.basename(file, '.ts'), file]),
      ),
      output: { entryFileNames: '[name].js' },
    },
  },
});
