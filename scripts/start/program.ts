/** The built program itself, dist/program.js, in a process of its own that is watched. */
import { enableCompileCache, flushCompileCache } from 'node:module';
import path from 'node:path';
import type { ServerBuild } from 'react-router';

process.env['NODE_ENV'] ??= 'production';
// Beside the build that it was compiled from, and gone with it. A folder that is only read has none.
enableCompileCache({ directory: path.join(import.meta.dirname, 'compiled'), portable: true });

/** React Router's build, whose entry is src/main.ts: it lies beside this file in dist/. */
const server = new URL('./server/index.js', import.meta.url).href;
const build = (await import(/* @vite-ignore */ server)) as ServerBuild &
  typeof import('#src/main.ts');
await build.runApp(build, (line: string) => console.log(line));
flushCompileCache();
