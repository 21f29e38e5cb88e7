import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '#core/deps.ts';
import type { KeptPages } from '#adapters/kept-pages/index.ts';

type PageRefillingOptions = {
  readonly keptPages: Pick<KeptPages, 'claim' | 'forget' | 'noteAsked' | 'takeOver'>;
  /** Makes the page again; false if there is none to keep at its address any more. */
  readonly refill: (key: string) => Promise<boolean>;
  /** True while visitors wait for pages. */
  readonly isBusy: () => boolean;
  /** The keys of the pages in memory, which the database does not see asked for. */
  readonly listKeys: () => readonly string[];
  readonly log: Log;
  readonly lookEveryMs?: number;
};

/** Of the time, the share that making pages may take. */
const workShare = 0.25;
/** A program whose event loop is busy for more of the time has no time. */
const maxBusyShare = 0.5;
const noteEveryMs = 3_600_000;

/**
 * Makes the kept pages again that were dropped, and at a start those of the former build: one at a
 * time, and only while the program has nothing else to do. Of several processes each makes others.
 */
export class PageRefilling {
  readonly #options: PageRefillingOptions;
  readonly #stopped = new AbortController();
  #running: Promise<void> | undefined;
  #hasTakenOver = false;
  #hasFailed = false;
  #notedAt = performance.now();

  constructor(options: PageRefillingOptions) {
    this.#options = options;
  }

  start(): void {
    this.#running ??= this.#run();
  }

  /** Nothing is being made afterwards. */
  async stop(): Promise<void> {
    this.#stopped.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { lookEveryMs = 10_000 } = this.#options;
    const { signal } = this.#stopped;
    let pauseMs = lookEveryMs;
    while (!signal.aborted) {
      const before = performance.eventLoopUtilization();
      await sleep(pauseMs, undefined, { signal, ref: false }).catch(() => {});
      const { utilization } = performance.eventLoopUtilization(before);
      if (signal.aborted) return;
      if (this.#options.isBusy() || utilization > maxBusyShare) continue;
      const begun = performance.now();
      const hasMade = await this.#tryOne();
      pauseMs = hasMade ? (performance.now() - begun) * (1 / workShare - 1) : lookEveryMs;
    }
  }

  /** False if there was nothing to do, or it could not be done now. */
  async #tryOne(): Promise<boolean> {
    const { keptPages, refill, log } = this.#options;
    try {
      await this.#tellDatabase();
      const key = await keptPages.claim();
      if (key === undefined) return false;
      if (!(await refill(key))) await keptPages.forget(key);
      this.#hasFailed = false;
      return true;
    } catch (error) {
      if (!this.#hasFailed) log.warn({ error }, 'kept pages can not be made again now');
      this.#hasFailed = true;
      return false;
    }
  }

  /** Once what the former build had, and each hour what is in memory. */
  async #tellDatabase(): Promise<void> {
    const { keptPages, listKeys } = this.#options;
    if (!this.#hasTakenOver) await keptPages.takeOver();
    this.#hasTakenOver = true;
    if (performance.now() - this.#notedAt < noteEveryMs) return;
    this.#notedAt = performance.now();
    await keptPages.noteAsked(listKeys());
  }
}
