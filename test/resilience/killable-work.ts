/**
 * Works on a piece of long work in a process of its own that kills itself (SIGKILL) at its n-th
 * step: within a transaction, right behind one, or amid a file. Argument: a WorkRun as JSON.
 * With `countsCommits` its steps are the end of each transaction and what follows its commit.
 */
import { openDatabase } from '#adapters/database/index.ts';
import { App } from '#core/app.ts';
import { createTestDeps } from '../support/test-deps.ts';
import { addStepsAtCommits } from './kill-steps.ts';

export type WorkRun = {
  readonly databaseUrl: string;
  readonly filesFolder: string;
  readonly workId: number;
  /** 1 for the first step; 0 to survive. */
  readonly killAtStep: number;
  readonly countsCommits?: boolean;
};

const run = JSON.parse(process.argv[2] ?? '{}') as WorkRun;
let steps = 0;
function reachStep(): void {
  if (++steps === run.killAtStep) process.kill(process.pid, 'SIGKILL');
}

const database = await openDatabase(run.databaseUrl);
if (run.countsCommits) addStepsAtCommits(database.db, reachStep);
const deps = createTestDeps({
  database,
  paypalUrl: 'http://127.0.0.1:1',
  filesFolder: run.filesFolder,
  email: { send: async () => {} },
});
const app = new App({
  ...deps,
  invalidate: async (tx, tags) => {
    await deps.invalidate(tx, tags);
    if (!run.countsCommits) reachStep();
  },
  sleep: async (ms) => {
    if (ms === 0 && !run.countsCommits) reachStep();
    await deps.sleep(ms);
  },
});
await app.longWork.perform(run.workId);
await database.close();
process.exit(0);
