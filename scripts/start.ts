/**
 * The demo and development: `npm start` builds where the sources changed, and keeps the store
 * running; a program that died comes back by itself. run.cjs has checked the machine before.
 */
import { createSteps } from '#src/steps.ts';
import { buildIfNeeded } from './build.ts';
import { listenForStop, supervise } from './start/supervise.ts';

const stop = listenForStop();
try {
  await buildIfNeeded(createSteps(stop), stop);
} catch (error) {
  if (stop.aborted) process.exit(0);
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
process.exit(await supervise(stop));
