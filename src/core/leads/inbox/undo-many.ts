/** Takes a bulk change of enquiries back, as long work. */
import { formatCount } from '../../kernel/count-words.model.ts';
import type { LongWorkResult } from '../../kernel/long-work.model.ts';
import type { RunningWork } from '../../kernel/long-work.ts';
import { fail, ok, type Outcome } from '../../kernel/outcome.model.ts';
import type { StaffActor } from '../../staff/model.ts';
import { countBatch, listBatchAfter } from './batches.store.ts';
import type { InboxDeps } from './deps.ts';
import { enquiryChangeKind } from './enquiry.model.ts';
import { undoWork } from './undo-work.ts';

const kind = 'enquiry.undo';
const verb = 'enquiry.work';
const chunkSize = 200;
/** So many are restored at once, while the request waits. */
const quickCount = 50;
/** Of those that stay as they are so many are named. */
const maxNamed = 100;

type UndoInput = { readonly batch: string };

export class EnquiryBulkUndo {
  readonly #deps: InboxDeps;

  constructor(deps: InboxDeps) {
    this.#deps = deps;
    deps.longWork.define(kind, {
      lane: 'changes',
      run: async (work) => {
        while (await this.#undoNext(work));
      },
    });
  }

  /**
   * Every enquiry of a bulk change is to be as it was before; those that were changed since stay.
   * Answers the number of the work: however often it is asked for, a change is undone once.
   * `forbidden`; `not-found` for an unknown batch, `conflict` for one that is still being changed.
   */
  async undoMany(actor: StaffActor, batch: string): Promise<Outcome<number>> {
    const { db, longWork } = this.#deps;
    const total = await countBatch(db, batch);
    if (total === 0) return fail('not-found', 'There is no such change.');
    return longWork.begin(actor, {
      kind,
      verb,
      formKey: `undo ${batch}`,
      isShared: true,
      isQuick: () => total <= quickCount,
      prepare: async (tx) => {
        if ((await longWork.findOpen(tx, enquiryChangeKind, ['batch', batch])) !== undefined)
          return fail('conflict', 'This change still goes on. Cancel it first.');
        const input: UndoInput = { batch };
        return ok({ title: `Undo a change of ${formatEnquiries(total)}`, input, total });
      },
    });
  }

  /** False after the last step. */
  async #undoNext(work: RunningWork): Promise<boolean> {
    const { batch } = work.input as UndoInput;
    const actor = work.actor as StaffActor;
    const after = Number(work.position['lastEntry'] ?? 0);
    const entries = await listBatchAfter(this.#deps.db, batch, { after, limit: chunkSize });
    const last = entries.at(-1);
    if (!last) {
      await work.finish(async () => ({}));
      return false;
    }
    await work.commit(async (tx) => {
      const kept: string[] = [];
      for (const { id, isUndone, ...entry } of entries) {
        const undone = isUndone ? undefined : await undoWork(tx, entry);
        if (!undone?.ok) {
          kept.push(`Enquiry ${entry.thingId} was changed since, and stays as it is.`);
          continue;
        }
        const thing = { kind: 'enquiry', id: entry.thingId };
        const change = { ...undone.value, batch, undoOf: id };
        await this.#deps.audit.record(tx, { verb, thing, actor, change });
      }
      return {
        done: work.done + entries.length,
        position: { step: 'Restored', lastEntry: last.id },
        result: describeUndone(work.result, entries.length - kept.length, kept),
      };
    });
    await this.#deps.sleep(0);
    return true;
  }
}

function describeUndone(
  { counts = {}, notes = [] }: LongWorkResult,
  restoredNow: number,
  keptNow: readonly string[],
): LongWorkResult {
  const restored = (counts['restored'] ?? 0) + restoredNow;
  const kept = (counts['kept'] ?? 0) + keptNow.length;
  const rest = kept > 0 ? ` ${formatEnquiries(kept)} changed since, and stayed as they are.` : '';
  return {
    message: `${formatEnquiries(restored)} ${restored === 1 ? 'was' : 'were'} restored.${rest}`,
    counts: { restored, kept },
    notes: [...notes, ...keptNow].slice(0, maxNamed),
  };
}

const formatEnquiries = (count: number): string => formatCount(count, 'enquiry', 'enquiries');
