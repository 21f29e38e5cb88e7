import { setTimeout as sleep } from 'node:timers/promises';

type Close = () => Promise<unknown> | void;

/** Longest that one part may take to close before the next one is closed, in ms. */
const closeLimitMs = 6000;

/** What was started, to be closed in the opposite order. */
export class Closers {
  readonly #closers: Close[] = [];

  add(close: Close): void {
    this.#closers.push(close);
  }

  /**
   * Everything is closed afterwards, or has had six seconds to close: what hangs or fails keeps
   * nothing else open. Throws the first failure. A second call has nothing left to do.
   */
  async closeAll(): Promise<void> {
    const failures: unknown[] = [];
    for (const close of this.#closers.splice(0).toReversed())
      await closeInTime(close).catch((error: unknown) => failures.push(error));
    if (failures.length > 0) throw failures[0];
  }
}

async function closeInTime(close: Close): Promise<void> {
  const abort = new AbortController();
  const limit = sleep(closeLimitMs, undefined, { signal: abort.signal }).catch(() => {});
  try {
    await Promise.race([close(), limit]);
  } finally {
    abort.abort();
  }
}
