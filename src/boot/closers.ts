type Close = () => Promise<unknown> | void;

/** Closes everything that was started, in the opposite order. */
export class Closers {
  readonly #closers: { readonly close: Close; readonly limitMs: number }[] = [];

  /** `close` is not waited for any longer than the limit: what hangs keeps nothing else open. */
  add(close: Close, limitMs = 6000): void {
    this.#closers.push({ close, limitMs });
  }

  /**
   * Everything is closed afterwards, or has had its time; what fails keeps nothing else open.
   * Throws the first failure. A second call has nothing left to do.
   */
  async closeAll(): Promise<void> {
    const failures: unknown[] = [];
    for (const { close, limitMs } of this.#closers.splice(0).toReversed())
      await closeInTime(close, limitMs).catch((error: unknown) => failures.push(error));
    if (failures.length > 0) throw failures[0];
  }
}

async function closeInTime(close: Close, limitMs: number): Promise<void> {
  const { promise: timeIsUp, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, limitMs);
  try {
    await Promise.race([close(), timeIsUp]);
  } finally {
    clearTimeout(timer);
  }
}
