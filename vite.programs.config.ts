import { defineConfig } from 'vite';

const commands = ['export', 'files', 'goods', 'import', 'orders', 'staff', 'store', 'tokens'];

/**
 * What runs beside the server's build, in dist/: the supervisor and the program, threads and
 * processes of its own, and the commands for staff. Packages stay in node_modules.
 */
export default defineConfig({
  publicDir: false,
  build: {
    ssr: true,
    target: 'node24',
    outDir: '.dist/programs',
    sourcemap: false,
    rollupOptions: {
      external: ['#simulators/index.ts'],
      input: {
        serve: 'scripts/start/serve.ts',
        program: 'scripts/start/program.ts',
        'render-thread': 'src/adapters/documents/render-thread.ts',
        'goods-process-main': 'src/adapters/goods/goods-process-main.ts',
        'memory-watch': 'src/adapters/goods/memory-watch.ts',
        ...Object.fromEntries(
          commands.map((name) => [`commands/${name}`, `scripts/${name}-cli.ts`]),
        ),
      },
      output: { entryFileNames: '[name].js', chunkFileNames: 'parts/[name]-[hash].js' },
    },
  },
});
