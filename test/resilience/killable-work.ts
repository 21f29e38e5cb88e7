/**
 * Works on a piece of long work in a process of its own that kills itself (SIGKILL) at its n-th
 * step: within a transaction, right behind one, or amid a file. Argument: a WorkRun as JSON.
 * With `countsCommits` its steps are the end of each transaction and what follows its commit.
 */
import { openDatabase } from '#adapters/database/index.ts';
import type { Database } from '#core/deps.ts';
import { createApp } from '#core/app.ts';
import { createTestDeps } from '../support/test-deps.ts';

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
function countCommits(db: Database): void {
  const startTransaction = db.transaction.bind(db);
  db.transaction = () => {
    const builder = startTransaction();
    const execute: typeof builder.execute = builder.execute.bind(builder);
    builder.execute = async (callback) => {
      const result = await execute(async (tx) => {
        const done = await callback(tx);
        reachStep();
        return done;
      });
      reachStep();
      return result;
    };
    return builder;
  };
}
function reachStep(): void {
  if (++steps === run.killAtStep) process.kill(process.pid, 'SIGKILL');
}

const database = await openDatabase(run.databaseUrl);
if (run.countsCommits) countCommits(database.db);
const deps = createTestDeps({
  database,
  paypalUrl: 'http://127.0.0.1:1',
  filesFolder: run.filesFolder,
  email: { send: async () => {} },
});
const app = createApp({
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
