/**
 * `npm start`: checks the runtime, builds where the sources changed, and keeps the store running: a
 * program that died comes back by itself.
 */
import { buildIfNeeded } from './build.ts';
import { supervise } from './start/supervise.ts';

if (Number(process.versions.node.split('.')[0]) < 24) {
  console.error(
    `This is Node ${process.version}; Reportstand brings its own Node 24. Run "npm ci" and start with "npm start".`,
  );
  process.exit(1);
}
try {
  await buildIfNeeded(console.log);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
process.exit(await supervise());
