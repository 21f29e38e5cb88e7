/**
 * `npm start`, for the demo and development: builds if the sources changed, and keeps the store
 * running; a program that died comes back by itself. run.cjs has checked the machine before.
 */
import { createSteps } from '#src/steps.ts';
import { buildIfNeeded, isBuilt } from './build.ts';
import { listenForStop, supervise } from './start/supervise.ts';

const stop = listenForStop();
if (process.env['REPORTSTAND_ENV'] === 'production' && !isBuilt()) {
  console.error(
    'dist/ is not of these sources, and a start in production builds nothing: run "npm run build" ' +
      'first, or "npm run serve" for the dist/ that is there.',
  );
  process.exit(1);
}
try {
  await buildIfNeeded(createSteps(stop), stop);
} catch (error) {
  if (stop.aborted) process.exit(0);
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
process.exit(await supervise('dist/program.js', stop));
