/** The built program itself, dist/program.js, in a process of its own that is watched. */
import type { ServerBuild } from 'react-router';

process.env['NODE_ENV'] ??= 'production';
/** React Router's build, whose entry is src/main.ts: it lies beside this file in dist/. */
const server = new URL('./server/index.js', import.meta.url).href;
const build = (await import(/* @vite-ignore */ server)) as ServerBuild &
  typeof import('#src/main.ts');
await build.runApp(build, (line: string) => console.log(line));
