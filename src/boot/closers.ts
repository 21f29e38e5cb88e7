type Close = () => Promise<unknown> | void;

/** What was started, to be closed in the opposite order. */
export class Closers {
  readonly #closers: { readonly close: Close; readonly limitMs: number }[] = [];

  /** `close` is not waited for any longer than the limit: what hangs holds up no other. */
  add(close: Close, limitMs = 10_000): void {
    this.#closers.push({ close, limitMs });
  }

  /** Everything is closed afterwards; a second call has nothing left to do. */
  async closeAll(): Promise<void> {
    for (const { close, limitMs } of this.#closers.splice(0).toReversed()) {
      const { promise: timeIsUp, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, limitMs);
      await Promise.race([close(), timeIsUp]).finally(() => clearTimeout(timer));
    }
  }
}
