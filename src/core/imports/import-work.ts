/** Imports as long work: claimed, tried again, given up and cancelled like everything that waits. */
import type { Tx } from '../deps.ts';
import { GoOnLater } from '../kernel/claim.ts';
import { fail, ok, type Outcome } from '../kernel/outcome.model.ts';
import type { StaffActor } from '../staff/model.ts';
import type { AskedChange, ImportDeps } from './deps.ts';
import { findImport, lockImport, updateImport } from './imports.store.ts';
import { workingStates, type OnProgress, type ReportImport, type WorkingState } from './model.ts';

const kind = 'import';
const steps: Readonly<Record<WorkingState, string>> = {
  reading: 'Read',
  checking: 'Checked',
  running: 'Imported',
  undoing: 'Undone',
};

type ImportInput = { readonly importId: number };
type Advance = (id: number, onProgress: OnProgress) => Promise<ReportImport | undefined>;

const findWorkingState = ({ state }: ReportImport): WorkingState | undefined =>
  workingStates.find((one) => one === state);

/** Begins and stops the work on imports, one piece at a time for each. */
export class ImportWork {
  readonly #deps: ImportDeps;

  constructor(deps: ImportDeps, advance: Advance) {
    this.#deps = deps;
    deps.longWork.define(kind, {
      lane: 'imports',
      // On its own page, where it says what that means.
      mayGoOn: false,
      run: async (work) => {
        const { importId } = work.input as ImportInput;
        let isFirst = true;
        const ended = await advance(importId, async (current) => {
          const state = findWorkingState(current);
          const position = { step: state && steps[state] };
          const counts = { done: current.lastRow, total: current.rowCount, position };
          // A step behind it is committed: its tries begin anew.
          if (isFirst || current.options.mode === 'all') await work.report(counts);
          else await work.commit(async () => counts);
          isFirst = false;
        });
        await work.finish(async (tx) => {
          // Somebody has asked for its next part since, and found this work open.
          const current = await lockImport(tx, importId);
          if (current && findWorkingState(current)) throw new GoOnLater();
          return { result: { message: describe(ended), href: `/admin/imports/${importId}` } };
        });
      },
      onStopped: (tx, input, sentence) => this.#noteStopped(tx, input as ImportInput, sentence),
    });
  }

  /** A worker continues it soon, in whatever process, unless one does already or nobody has to. */
  async begin(id: number, staff?: StaffActor): Promise<void> {
    const { db, longWork, generateSecret } = this.#deps;
    await longWork.noteStops();
    const current = await findImport(db, id);
    if (!current || findWorkingState(current) === undefined) return;
    if ((await longWork.findOpen(db, kind, ['importId', String(id)])) !== undefined) return;
    const begun = await longWork.begin(staff ?? { programName: current.actor }, {
      kind,
      verb: 'import.run',
      formKey: `import ${id} ${generateSecret()}`,
      prepare: async () => {
        const input: ImportInput = { importId: id };
        return ok({ title: `Import ${id}: ${current.fileName}`, input, total: current.rowCount });
      },
    });
    if (!begun.ok) throw new Error(begun.message);
  }

  /**
   * Nothing of it happens any more; what its steps have done stays, and can be undone or gone on
   * with. In every state in which it is worked on, or its files are attached, or reports published.
   * `not-found`, else `conflict`.
   */
  async cancel(id: number, { effect, note }: AskedChange = {}): Promise<Outcome<ReportImport>> {
    const { db, longWork } = this.#deps;
    const cancelled = await db.transaction().execute((tx) =>
      this.#deps.sentForms.doOnce(tx, effect, async () => {
        const current = await findImport(tx, id);
        if (!current) return fail('not-found', 'There is no such import.');
        const open = await longWork.listOpen(tx, ['importId', String(id)]);
        if (open.length === 0 && findWorkingState(current) === undefined)
          return fail('conflict', `The import is ${current.state}: there is nothing to cancel.`);
        for (const workId of open) await longWork.withdraw(tx, workId);
        await note?.(tx, id);
        return ok(open);
      }),
    );
    if (!cancelled.ok) return cancelled;
    for (const workId of cancelled.value) await longWork.noteStopped(workId);
    // Of one that another program works on, or nobody.
    if (cancelled.value.length === 0)
      await db.transaction().execute((tx) => this.#noteStopped(tx, { importId: id }, undefined));
    const current = await findImport(db, id);
    return current ? ok(current) : fail('not-found', 'There is no such import.');
  }

  async #noteStopped(
    tx: Tx,
    { importId }: ImportInput,
    sentence: string | undefined,
  ): Promise<void> {
    const current = await lockImport(tx, importId);
    const stoppedIn = current && findWorkingState(current);
    if (!current || !stoppedIn) return;
    const place = current.lastRow > 0 ? `After row ${current.lastRow}: ` : '';
    await updateImport(tx, importId, {
      state: sentence === undefined ? 'cancelled' : 'failed',
      stoppedIn,
      ...(sentence === undefined ? {} : { refusal: `${place}${sentence}` }),
      finishedAt: this.#deps.clock(),
    });
  }
}

const sentences: Partial<Record<ReportImport['state'], string>> = {
  unmapped: 'Columns must be named before the rows can be read.',
  checked: 'The rows are checked.',
  done: 'The import is done.',
  undone: 'The import was undone.',
};
const describe = (ended: ReportImport | undefined): string =>
  ended?.refusal ?? (ended && sentences[ended.state]) ?? 'It is no longer there.';
