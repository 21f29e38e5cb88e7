/**
 * Exports as long work: whatever their length, they are written to a file that is kept for days.
 */
import type { Readable } from 'node:stream';
import type { GivenDeps, Tx } from '../given-deps.ts';
import type { StaffActor } from '../staff/model.ts';
import type { StaffVerb } from '../staff/verbs.model.ts';
import type { LongWork } from './long-work.ts';
import { fail, ok, type Outcome } from './outcome.model.ts';
import { WorkRefused, type RunningWork } from './running-work.ts';

/** Of an export of more rows its beginner does not wait. */
const quickRows = 400;
/** After so many rows it is said how far the export is, and others have their turn. */
const rowsPerReport = 200;

/** A list that can be taken away as a file. */
export type ExportSource<Input> = {
  readonly verb: StaffVerb;
  /** As people read it: "Export orders". */
  readonly title: string;
  /** How many rows it will have; undefined if that is not known, and it is quick as a rule. */
  readonly count?: (tx: Tx, actor: StaffActor, input: Input) => Promise<number>;
  readonly open: (
    actor: StaffActor,
    input: Input,
    onRow: () => Promise<void>,
  ) => Promise<Outcome<AsyncIterable<Uint8Array>>> | Outcome<AsyncIterable<Uint8Array>>;
};

/** The work that was begun: its number, and its file if that is there already. */
export type BegunExport = {
  readonly id: number;
  readonly file: { readonly name: string; readonly content: Readable } | undefined;
};

type ExportRequest<Input> = {
  readonly formKey?: string | undefined;
  readonly fileName: string;
  /** JSON, in which instants may be. */
  readonly input: Input;
};
type StoredInput = { readonly fileName: string; readonly given: unknown };

/** One list, exported by whoever may. */
export class Export<Input> {
  readonly #deps: Pick<GivenDeps, 'clock' | 'sleep'>;
  readonly #longWork: LongWork;
  readonly #kind: string;
  readonly #source: ExportSource<Input>;

  constructor(
    deps: Pick<GivenDeps, 'clock' | 'sleep'>,
    longWork: LongWork,
    name: string,
    source: ExportSource<Input>,
  ) {
    this.#deps = deps;
    this.#longWork = longWork;
    this.#kind = `export.${name}`;
    this.#source = source;
    longWork.define(this.#kind, { lane: 'exports', run: (work) => this.#run(work) });
  }

  /**
   * The file is being written; a short one is there already. The same key leads to the same file.
   * `forbidden`, `proof-needed`, and what the list refuses.
   */
  async begin(actor: StaffActor, request: ExportRequest<Input>): Promise<Outcome<BegunExport>> {
    const { verb, title, count } = this.#source;
    const { formKey, fileName, input } = request;
    const begun = await this.#longWork.begin(actor, {
      kind: this.#kind,
      verb,
      formKey,
      isQuick: ({ total = 0 }) => total <= quickRows,
      prepare: async (tx) => {
        const stored: StoredInput = { fileName, given: input };
        return ok({ title, input: stored, total: await count?.(tx, actor, input) });
      },
    });
    if (!begun.ok) return begun;
    const viewed = await this.#longWork.view(actor, begun.value);
    if (!viewed.ok) return viewed;
    const { state, failure } = viewed.value;
    if (state === 'failed') return fail('invalid', failure ?? '');
    const opened = state === 'done' ? await this.#longWork.openFile(actor, begun.value) : undefined;
    return ok({ id: begun.value, file: opened?.ok ? opened.value : undefined });
  }

  async #run(work: RunningWork): Promise<void> {
    const { fileName, given } = work.input as StoredInput;
    // Who began it proved then who they are; that may be longer ago by now.
    const actor = { ...(work.actor as StaffActor), provedAt: this.#deps.clock() };
    let rows = 0;
    const onRow = async (): Promise<void> => {
      rows++;
      if (rows % rowsPerReport > 0) return;
      await work.report({ done: rows, position: { step: 'Row' } });
      await this.#deps.sleep(0);
    };
    const opened = await this.#source.open(actor, reviveInstants(given) as Input, onRow);
    if (!opened.ok) throw new WorkRefused(opened.message);
    await work.finishFile(
      countBytes(opened.value, this.#source.count ? undefined : onRow),
      fileName,
      () => rows,
    );
  }
}

/** Where a list can't say when it has read a row, each part of its file counts as one. */
async function* countBytes(
  bytes: AsyncIterable<Uint8Array>,
  onRow: (() => Promise<void>) | undefined,
): AsyncGenerator<Uint8Array> {
  let isFirst = true;
  for await (const part of bytes) {
    // The first has the names of the columns.
    if (!isFirst) await onRow?.();
    isFirst = false;
    yield part;
  }
}

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** Turns what was a Date before it was JSON into one again. */
const reviveInstants = (given: unknown): unknown =>
  JSON.parse(JSON.stringify(given), (_, value: unknown) =>
    typeof value === 'string' && instant.test(value) ? new Date(value) : value,
  );
