/** `npm start`: checks the runtime, builds where the sources changed, starts the store. */
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildIfNeeded } from './build.ts';

if (Number(process.versions.node.split('.')[0]) < 24) {
  console.error(
    `This is Node ${process.version}; Reportstand brings its own Node 24. Run "npm ci" and start with "npm start".`,
  );
  process.exit(1);
}
// Before the pool's first use. Compression, files and DNS share it: with Node's four threads a few
// large pages would hold up all others.
process.env['UV_THREADPOOL_SIZE'] ??= '16';
const print = (line: string): void => console.log(line);
process.env['NODE_ENV'] ??= 'production';
try {
  await buildIfNeeded(print);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
const build = await import(pathToFileURL(path.resolve('build/server/index.js')).href);
await build.runApp(build, print);
