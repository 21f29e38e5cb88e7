import { setTimeout as sleep } from 'node:timers/promises';

type RecompressionOptions = {
  /** Compresses the page under this key as small as it gets. */
  readonly recompress: (key: string) => Promise<void>;
  /** True while visitors wait for pages, which need the processor more. */
  readonly isBusy: () => boolean;
  readonly idleCheckMs?: number;
};

/** More pages than this are not waiting: those that are left out come with their next request. */
const maxWaiting = 1000;

/**
 * Compresses pages in the background: one at a time, and only while no page is being rendered. A
 * page takes a hundred milliseconds in one of the few threads that logins and DNS look-ups share.
 */
export class Recompression {
  readonly #options: RecompressionOptions;
  readonly #waiting = new Set<string>();
  #isRunning = false;

  constructor(options: RecompressionOptions) {
    this.#options = options;
  }

  /** The page under `key` will be compressed; false if too many wait. */
  add(key: string): boolean {
    if (this.#waiting.size >= maxWaiting) return false;
    this.#waiting.add(key);
    if (!this.#isRunning) void this.#run();
    return true;
  }

  async #run(): Promise<void> {
    const { recompress, isBusy, idleCheckMs = 100 } = this.#options;
    this.#isRunning = true;
    for (const key of this.#waiting) {
      do await sleep(idleCheckMs, undefined, { ref: false });
      while (isBusy());
      this.#waiting.delete(key);
      await recompress(key);
    }
    this.#isRunning = false;
  }
}
