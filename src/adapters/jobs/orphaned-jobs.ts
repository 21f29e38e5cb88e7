import type pg from 'pg';
import { freeJobs, listJobLocks, type JobLock } from './job-locks.ts';

/** True or false for a job of a runner of this process, undefined for another process's runner. */
export type IsRunningHere = (lock: JobLock) => boolean | undefined;

/**
 * Finds locked jobs that nobody runs: their process is gone, or its answer was lost. They are freed
 * when they were seen so for `patience` times in a row, so that a process whose connection was cut
 * has time to come back.
 */
export class OrphanedJobs {
  readonly #patience: number;
  #timesSeen = new Map<string, number>();

  constructor(patience: number) {
    this.#patience = patience;
  }

  /** `isImmediate`: no other process lives, so there is nobody to wait for. */
  async free(
    client: pg.Client,
    isRunningHere: IsRunningHere,
    { isImmediate = false } = {},
  ): Promise<void> {
    const locks = await listJobLocks(client);
    const orphans = locks.filter((lock) => !(isRunningHere(lock) ?? lock.isHolderAlive));
    this.#timesSeen = new Map(
      orphans.map((lock) => [keyOf(lock), (this.#timesSeen.get(keyOf(lock)) ?? 0) + 1]),
    );
    await freeJobs(
      client,
      orphans.filter(
        (lock) => isImmediate || (this.#timesSeen.get(keyOf(lock)) ?? 0) > this.#patience,
      ),
    );
  }
}

const keyOf = ({ jobId, lockedBy }: JobLock): string => `${lockedBy} ${jobId}`;
