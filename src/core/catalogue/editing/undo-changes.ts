import { formatCount } from '../../kernel/count-words.model.ts';
import type { Tx } from '../../deps.ts';
import type { LongWorkResult } from '../../kernel/long-work.model.ts';
import type { RunningWork } from '../../kernel/long-work.ts';
import { fail, ok, type Outcome } from '../../kernel/outcome.model.ts';
import type { StaffActor } from '../../staff/model.ts';
import type { StaffVerb } from '../../staff/verbs.model.ts';
import { lockReports } from '../writing/stored-reports.store.ts';
import {
  findWhole,
  isUndone,
  listBatchAfter,
  readChange,
  type BatchEntry,
} from './batches.store.ts';
import { changeKind, chunkSize } from './change-many.ts';
import type { EditingDeps } from './editing-deps.ts';

const undoKind = 'report.undo';
/** So many are restored at once, while the request waits. */
const quickCount = 50;
/** Of those that stay as they are so many are named. */
const maxNamed = 100;

/** The input of a piece of this work. */
type UndoInput = { readonly batch: string; readonly wholeId: number; readonly verb: StaffVerb };

type AuditRow = {
  readonly id: number;
  readonly verb: string;
  readonly thingKind: string;
  readonly thingId: string;
  readonly batch: string | null;
  readonly before: unknown;
  readonly after: unknown;
};

/** Takes back what one verb did to a report, or to many. */
export class Undoing {
  /** Takes entries of the audit log back, by verb. */
  readonly handlers;
  readonly #deps: EditingDeps;

  constructor(deps: EditingDeps) {
    this.#deps = deps;
    this.#define();
    const undo = (tx: Tx, entry: AuditRow, actor: StaffActor) => this.#undoEntry(tx, entry, actor);
    const handler = Object.assign(undo, { isUndoable });
    this.handlers = {
      'report.price': handler,
      'report.edit': handler,
      'report.withdraw': handler,
      'report.bin': handler,
    };
  }

  /**
   * Every report of a bulk change is to say again what it said before; those that were changed since
   * stay. Answers the number of the work: however often it is asked for, a change is undone once.
   * `not-found` for an unknown batch; `conflict` for one that is still being changed, or published.
   */
  async undoBatch(actor: StaffActor, batch: string): Promise<Outcome<number>> {
    const whole = await findWhole(this.#deps.db, batch);
    if (!whole) return fail('not-found', 'There is no such change.');
    return this.#deps.longWork.begin(actor, {
      kind: undoKind,
      verb: whole.verb,
      formKey: `undo ${batch}`,
      isShared: true,
      isQuick: ({ total = 0 }) => total <= quickCount,
      prepare: async (tx) => {
        if (whole.verb === 'report.publish')
          return fail('conflict', 'Publishing can’t be undone. Withdraw the reports instead.');
        if ((await this.#deps.longWork.findOpen(tx, changeKind, ['batch', batch])) !== undefined)
          return fail('conflict', 'This change still goes on. Cancel it first.');
        // A store of an earlier version undid a change at once.
        if (await isUndone(tx, batch)) return fail('conflict', 'This was already undone.');
        const input: UndoInput = { batch, wholeId: whole.id, verb: whole.verb };
        const reports = formatCount(whole.reports, 'report');
        return ok({ title: `Undo a change of ${reports}`, input, total: whole.reports });
      },
    });
  }

  /** Says how such work is done. A killed process is followed at the chunk at which it stood. */
  #define(): void {
    this.#deps.longWork.define(undoKind, {
      lane: 'changes',
      run: async (work) => {
        while (await this.#undoNext(work));
      },
    });
  }

  /** False after the last step. */
  async #undoNext(work: RunningWork): Promise<boolean> {
    const { batch, wholeId, verb } = work.input as UndoInput;
    const actor = work.actor as StaffActor;
    const after = Number(work.position['lastEntry'] ?? 0);
    const span = { after, limit: chunkSize };
    const entries = await listBatchAfter(this.#deps.db, batch, span);
    const last = entries.at(-1);
    if (!last) {
      await work.finish(async () => ({}));
      return false;
    }
    await work.commit(async (tx) => {
      if (after === 0) {
        const thing = { kind: 'report-batch', id: batch };
        await this.#deps.audit.record(tx, {
          actor,
          verb,
          thing,
          change: { batch, undoOf: wholeId },
        });
      }
      const kept = await this.#undoEntries(tx, actor, entries);
      return {
        done: work.done + entries.length,
        position: { step: 'Restored', lastEntry: last.id },
        result: describeUndone(work, entries.length - kept.length, kept),
      };
    });
    await this.#deps.sleep(0);
    return true;
  }

  /** The codes of those that stay as they are. */
  async #undoEntries(tx: Tx, actor: StaffActor, entries: readonly BatchEntry[]): Promise<string[]> {
    const written = entries.flatMap(({ thingId, before, after }) =>
      after.version === undefined
        ? []
        : [{ code: thingId, from: after.version, to: before.version }],
    );
    const kept = await this.#deps.writer.restore(tx, written, actor.name);
    const binned = entries.flatMap(({ thingId, after }) =>
      after.version === undefined ? [thingId] : [],
    );
    if (binned.length === 0) return kept;
    const reports = await lockReports(tx, binned);
    const inBin = reports.filter(({ state }) => state === 'bin').map(({ code }) => code);
    const inputs = inBin.map((code) => ({ code }));
    await this.#deps.writer.write(tx, inputs, { actor: actor.name });
    return [...kept, ...binned.filter((code) => !inBin.includes(code))];
  }

  /**
   * Undoes an entry of the audit log that was done to one report. `conflict` if it is no such change,
   * or the report was changed since.
   */
  async #undoEntry(
    tx: Tx,
    entry: AuditRow,
    actor: StaffActor,
  ): Promise<Outcome<{ readonly after: object }>> {
    // Many reports are no work for one request: see `undoBatch`.
    if (entry.thingKind === 'report-batch')
      return fail('conflict', 'Undo this change of many reports on its own page.');
    const { before, after } = readChange(entry);
    if (!isUndoable(entry)) return fail('conflict', 'This change can’t be undone.');
    const change = { ...entry, verb: entry.verb as StaffVerb, undoOf: null, before, after };
    const kept = await this.#undoEntries(tx, actor, [change]);
    if (kept.length > 0) return fail('conflict', 'This report has changed since.');
    return ok({ after: { state: before.state } });
  }
}

function describeUndone(
  { result: { counts = {}, notes = [] } }: RunningWork,
  restoredNow: number,
  keptNow: readonly string[],
): LongWorkResult {
  const restored = (counts['restored'] ?? 0) + restoredNow;
  const kept = (counts['kept'] ?? 0) + keptNow.length;
  const rest =
    kept > 0 ? ` ${formatCount(kept, 'report')} changed since, and stayed as they are.` : '';
  const named = keptNow.map((code) => `${code} was changed since, and stays as it is.`);
  return {
    message: `${formatCount(restored, 'report')} ${restored === 1 ? 'was' : 'were'} restored.${rest}`,
    counts: { restored, kept },
    notes: [...notes, ...named].slice(0, maxNamed),
  };
}

/** Drafts are restored from their versions, and what left the bin is put there again. */
function isUndoable(entry: AuditRow): boolean {
  if (entry.thingKind === 'report-batch') return true;
  const { before, after } = readChange(entry);
  const madeVersion = before.version !== undefined && after.version !== undefined;
  return madeVersion || (entry.verb === 'report.bin' && before.state !== 'bin');
}
