import type { Log } from '#core/deps.ts';

type MemoryGuardOptions = {
  readonly limitBytes: number;
  /** The bytes in use, without those that the allocator holds for later. */
  readonly readUsedBytes: () => number;
  /** Gives back half of the memory that can be given back. */
  readonly shrink: () => void;
  readonly log: Log;
};

/** Beyond so much of the limit caches shrink, and beyond the second expensive work is refused. */
const shrinkShare = 0.75;
const refuseShare = 0.9;
const checkIntervalMs = 1000;

/**
 * Keeps the program below its memory limit: near it the page cache loses half, and closer to it
 * pages that are not cached, searches and lists are answered 503 until there is room again.
 */
export class MemoryGuard {
  readonly #options: MemoryGuardOptions;
  #timer: NodeJS.Timeout | undefined;
  #isRefusing = false;
  /** A single high reading may be garbage that is about to be collected. */
  #highReadings = 0;

  constructor(options: MemoryGuardOptions) {
    this.#options = options;
  }

  get isRefusing(): boolean {
    return this.#isRefusing;
  }

  /** Checks each second until `stop`. */
  start(): void {
    this.#timer = setInterval(() => this.check(), checkIntervalMs).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  check(): void {
    const { limitBytes, readUsedBytes, shrink, log } = this.#options;
    const usedBytes = readUsedBytes();
    const share = usedBytes / limitBytes;
    this.#highReadings = share > shrinkShare ? this.#highReadings + 1 : 0;
    const wasRefusing = this.#isRefusing;
    this.#isRefusing = this.#highReadings >= 2 && share > refuseShare;
    if (this.#highReadings >= 2) shrink();
    if (this.#isRefusing !== wasRefusing)
      log.warn({ usedBytes, limitBytes, isRefusing: this.#isRefusing }, 'memory is near its limit');
  }
}

/** JavaScript's objects and the buffers beside them. */
export function measureUsedBytes(): number {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
