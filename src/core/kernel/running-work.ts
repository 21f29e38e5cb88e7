import { Readable } from 'node:stream';
import type { GivenDeps, Tx } from '../given-deps.ts';
import type { Actor } from './audit.ts';
import { GoOnLater, type Held } from './claim.ts';
import type { LongWorkResult } from './long-work.model.ts';
import { saveChanges, saveState, type WorkChanges, type WorkRow } from './long-work.store.ts';

const defaultSliceMs = 20_000;
/** Where the files of exports lie. */
export const workFilePrefix = 'work/';

/**
 * The queue of work that is done one after the other, so that long work never takes all places of
 * the worker.
 */
export type WorkLane = 'changes' | 'exports' | 'imports' | 'files';

/** A kind of long work: what one piece of it does from where it stands. */
export type WorkKind = {
  readonly lane: WorkLane;
  /**
   * Works until the end, or throws: an error is tried again, `WorkRefused` ends it. A killed process
   * is followed by another one that calls this again.
   */
  readonly run: (work: RunningWork) => Promise<void>;
  /** In the transaction in which it stops before its end; `sentence` says why it failed. */
  readonly onStopped?: (tx: Tx, input: unknown, sentence: string | undefined) => Promise<void>;
  /** How long one process works on a piece before others have their turn, ms; 20 s by default. */
  readonly sliceMs?: number;
  /** False if somebody must not simply begin again if it stopped; true by default. */
  readonly mayGoOn?: boolean;
};

/** The work has to end here, with this sentence: trying again would change nothing. */
export class WorkRefused extends Error {
  readonly result: LongWorkResult | undefined;
  constructor(message: string, result?: LongWorkResult) {
    super(message);
    this.result = result;
  }
}

/** A piece of work that runs here. All that it writes goes through it. */
export class RunningWork {
  readonly id: number;
  readonly actor: Actor;
  readonly input: unknown;
  #position: Readonly<Record<string, unknown>>;
  #done: number;
  #result: LongWorkResult;
  #tries: number;
  readonly #held: Held;
  readonly #deps: Pick<GivenDeps, 'db' | 'clock' | 'files' | 'generateSecret'>;
  readonly #startedMs: number;
  readonly #sliceMs: number;

  constructor(deps: GivenDeps, held: Held, row: WorkRow, { sliceMs = defaultSliceMs }: WorkKind) {
    this.#deps = deps;
    this.#held = held;
    this.id = row.id;
    this.actor = row.actor;
    this.input = row.input;
    this.#position = row.position;
    this.#done = row.done;
    this.#result = row.result;
    this.#tries = held.claim.tries;
    this.#startedMs = deps.clock().getTime();
    this.#sliceMs = sliceMs;
  }

  /** Where the last step left it; empty at the beginning. */
  get position(): Readonly<Record<string, unknown>> {
    return this.#position;
  }
  get done(): number {
    return this.#done;
  }
  get result(): LongWorkResult {
    return this.#result;
  }
  /** How often it was begun since its last step, this time included; 0 behind a step. */
  get tries(): number {
    return this.#tries;
  }

  /** One step, whole or not at all: what it writes, and how far the work is then. */
  async commit(step: (tx: Tx) => Promise<WorkChanges>): Promise<void> {
    await this.#held.commit((tx) => this.#save(tx, step));
    this.#tries = 0;
    if (this.#deps.clock().getTime() - this.#startedMs > this.#sliceMs) throw new GoOnLater();
  }

  /** Says how far it is where nothing is written before the end. Throws once it is cancelled. */
  async report(changes: WorkChanges): Promise<void> {
    await this.#held.report((tx) => this.#save(tx, async () => changes));
  }

  /** The last step. */
  async finish(step: (tx: Tx) => Promise<WorkChanges>): Promise<void> {
    await this.#held.finish(async (tx) => {
      await this.#save(tx, step);
      await saveState(tx, this.id, { state: 'done' });
    });
  }

  /** The last step of an export: its bytes are stored under the name, for `keptFileDays`. */
  async finishFile(
    bytes: AsyncIterable<Uint8Array>,
    name: string,
    countDone: () => number,
  ): Promise<void> {
    const { files, generateSecret } = this.#deps;
    const key = `${workFilePrefix}${generateSecret()}`;
    // A process that is killed leaves a file without a row, which is removed at night.
    await files.put(key, Readable.from(bytes, { objectMode: false }));
    await this.#held.finish(async (tx) => {
      await saveChanges(tx, this.id, { done: countDone() });
      await saveState(tx, this.id, { state: 'done', file: { key, name } });
    });
  }

  async #save(tx: Tx, step: (tx: Tx) => Promise<WorkChanges>): Promise<void> {
    const changes = await step(tx);
    await saveChanges(tx, this.id, changes);
    this.#position = { ...(changes.position ?? this.#position) };
    this.#done = changes.done ?? this.#done;
    this.#result = changes.result ?? this.#result;
  }
}
