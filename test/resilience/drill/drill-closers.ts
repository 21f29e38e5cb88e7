import { Closers } from '#src/boot/closers.ts';

/**
 * Closers of a drill, which can be interrupted at any moment: while a store is being opened, too.
 */
export class DrillClosers extends Closers {
  #opening: Promise<unknown> = Promise.resolve();
  #closingLate: Promise<void> = Promise.resolve();
  #isInterrupted = false;

  /** Closes at once what is opened after an interruption. */
  override add(close: () => Promise<unknown> | void): void {
    super.add(close);
    if (this.#isInterrupted) this.#closingLate = this.#closingLate.then(() => this.closeAll());
  }

  /** An interruption waits until the opening has ended, one way or the other. */
  opens<T>(opening: Promise<T>): Promise<T> {
    this.#opening = opening.catch(() => {});
    return opening;
  }

  /** Everything is closed afterwards, and what is still being opened as well. */
  async interrupt(): Promise<void> {
    this.#isInterrupted = true;
    await this.closeAll();
    await this.#opening;
    await this.#closingLate;
  }
}
