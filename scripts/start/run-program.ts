/** The built program itself, in a process of its own that `npm start` watches. */
import path from 'node:path';
import { pathToFileURL } from 'node:url';

process.env['NODE_ENV'] ??= 'production';
const build = await import(pathToFileURL(path.resolve('build/server/index.js')).href);
await build.runApp(build, (line: string) => console.log(line));
