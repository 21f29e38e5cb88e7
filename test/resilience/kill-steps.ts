/** Steps of a process that kills itself (SIGKILL) at one of them. */
import type { Database, Deps } from '#core/deps.ts';

export type KillSteps = {
  /** The names of the steps so far. */
  readonly names: string[];
  /** Names the steps that follow. */
  readonly setPhase: (phase: string) => void;
  readonly wrap: <Args extends unknown[], Result>(
    name: string,
    act: (...args: Args) => Promise<Result>,
  ) => (...args: Args) => Promise<Result>;
  /** Each transaction of `db` has a step before and one after it. */
  readonly addCommitSteps: (db: Database) => void;
  /** Files and emails have them too. */
  readonly addOutsideSteps: (deps: Deps) => Deps;
};

/** `killAtStep` is 1 for the first step, and 0 to survive. */
export function createKillSteps(killAtStep: number): KillSteps {
  const names: string[] = [];
  let phase = '';
  function reachStep(name: string): void {
    names.push(`${phase}: ${name}`);
    if (names.length === killAtStep) process.kill(process.pid, 'SIGKILL');
  }
  const wrap: KillSteps['wrap'] =
    (name, act) =>
    async (...args) => {
      reachStep(`before ${name}`);
      const result = await act(...args);
      reachStep(`after ${name}`);
      return result;
    };
  return {
    names,
    setPhase: (next) => void (phase = next),
    wrap,
    addCommitSteps: (db) => {
      const startTransaction = db.transaction.bind(db);
      db.transaction = () => {
        const builder = startTransaction();
        const execute: typeof builder.execute = builder.execute.bind(builder);
        builder.execute = (callback) => wrap('commit', () => execute(callback))();
        return builder;
      };
    },
    addOutsideSteps: (deps) => ({
      ...deps,
      email: { send: wrap('email', deps.email.send) },
      files: { ...deps.files, put: wrap('file', deps.files.put) },
    }),
  };
}

/** Each transaction of `db` has two steps: its end, of which nothing is committed yet, and behind it. */
export function addStepsAtCommits(db: Database, reachStep: () => void): void {
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
