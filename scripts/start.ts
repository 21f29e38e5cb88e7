/** `npm start`: checks the runtime, builds where the sources changed, starts the store. */
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { defaultMemoryMb, divideMemory } from '../src/memory-budget.ts';
import { buildIfNeeded } from './build.ts';

if (Number(process.versions.node.split('.')[0]) < 24) {
  console.error(
    `This is Node ${process.version}; Reportstand brings its own Node 24. Run "npm ci" and start with "npm start".`,
  );
  process.exit(1);
}
limitHeap();
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

/**
 * Node's heap is limited afterwards, by starting this process anew with the limit: node takes it
 * from the command line alone. A limit of yours (in NODE_OPTIONS) stays.
 */
function limitHeap(): void {
  const flag = '--max-old-space-size';
  const flags = [...process.execArgv, process.env['NODE_OPTIONS'] ?? ''];
  const memoryMb = Number(process.env['MEMORY_MB'] ?? defaultMemoryMb);
  if (!process.execve || !(memoryMb > 0) || flags.some((given) => given.includes(flag))) return;
  const limit = `${flag}=${divideMemory(memoryMb).heapMb}`;
  const args = [process.execPath, ...process.execArgv, limit, ...process.argv.slice(1)];
  process.execve(process.execPath, args, process.env);
}
