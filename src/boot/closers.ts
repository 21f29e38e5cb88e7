/** What was started, to be closed in the opposite order. */
export class Closers {
  readonly #closers: (() => Promise<unknown> | void)[] = [];

  add(close: () => Promise<unknown> | void): void {
    this.#closers.push(close);
  }

  /** Everything is closed afterwards; a second call has nothing left to do. */
  async closeAll(): Promise<void> {
    for (const close of this.#closers.splice(0).toReversed()) await close();
  }
}
