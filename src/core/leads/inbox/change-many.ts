import { formatCount, formatNumber } from '../../kernel/count-words.model.ts';
import type { Tx } from '../../deps.ts';
import { maxListTotal } from '../../kernel/list-page.ts';
import type { LongWorkResult } from '../../kernel/long-work.model.ts';
import { WorkRefused, type RunningWork } from '../../kernel/long-work.ts';
import { fail, ok, type Outcome } from '../../kernel/outcome.model.ts';
import type { StaffActor } from '../../staff/model.ts';
import type { InboxDeps } from './deps.ts';
import { enquiryChangeKind, type EnquiryFilter } from './enquiry.model.ts';
import { listMatchingIds } from './enquiries.store.ts';
import { lockEnquiries, updateEnquiries, type LockedEnquiry } from './enquiry.store.ts';
import { readContext } from './list-enquiries.ts';
import { canOwn, describeMove, failOwner, moveToState } from './work-on-enquiries.ts';

/** Some enquiries by id, or all that match, as their number and the newest were shown. */
export type EnquirySelection =
  | { readonly ids: readonly number[] }
  | { readonly filter: EnquiryFilter; readonly count: number; readonly newestId: number };

/** The same with what the filter's words mean, which is read before the transaction. */
type ShownSelection =
  | Extract<EnquirySelection, { readonly ids: unknown }>
  | (Extract<EnquirySelection, { readonly filter: unknown }> & {
      readonly context: Awaited<ReturnType<typeof readContext>>;
    });

export type BulkChange =
  | { readonly ownerId: number | null }
  | { readonly state: 'open' | 'closed' | 'spam' };

/** How many enquiries are changed in one transaction. */
const chunkSize = 200;
/** So many are changed at once, while the request waits. */
const quickCount = 50;
const verb = 'enquiry.work';

/** The input with which a piece of this work was begun. */
type ChangeInput = {
  readonly batch: string;
  readonly change: BulkChange;
  /** All of them, in the order in which they are changed. */
  readonly ids: readonly number[];
};

/** Changes many enquiries, as long work. */
export class EnquiryBulkChange {
  readonly #deps: InboxDeps;

  constructor(deps: InboxDeps) {
    this.#deps = deps;
    deps.longWork.define(enquiryChangeKind, {
      lane: 'changes',
      run: async (work) => {
        const { ids } = work.input as ChangeInput;
        while (work.done < ids.length) await this.#changeNext(work);
        await work.finish(async () => ({}));
      },
    });
  }

  /**
   * The enquiries of the selection are to be changed, each with an entry in the audit log under one
   * batch id: answers the number of the work. At most `quickCount` are changed as the request waits.
   * `forbidden`; `conflict` where others match by now than were shown; `invalid` for an empty
   * selection, one of more than 10,000, or an owner who may not be one.
   */
  async changeMany(
    actor: StaffActor,
    selection: EnquirySelection,
    change: BulkChange,
  ): Promise<Outcome<number>> {
    const shown =
      'ids' in selection
        ? selection
        : {
            ...selection,
            context: await readContext(this.#deps.db, actor, selection.filter, this.#deps.clock()),
          };
    return this.#deps.longWork.begin(actor, {
      kind: enquiryChangeKind,
      verb,
      isQuick: ({ total = 0 }) => total <= quickCount,
      prepare: async (tx) => {
        if ('ownerId' in change && !(await canOwn(tx, change.ownerId))) return failOwner;
        const chosen = await choose(tx, shown);
        if (!chosen.ok) return chosen;
        const ids = chosen.value;
        const input: ChangeInput = { batch: this.#deps.generateSecret(), change, ids };
        return ok({ title: describeTitle(change, ids.length), input, total: ids.length });
      },
    });
  }

  async #changeNext(work: RunningWork): Promise<void> {
    const { batch, change, ids } = work.input as ChangeInput;
    const actor = work.actor as StaffActor;
    await work.commit(async (tx) => {
      if ('ownerId' in change && !(await canOwn(tx, change.ownerId)))
        throw new WorkRefused(failOwner.message);
      const next = ids.slice(work.done, work.done + chunkSize);
      const enquiries = (await lockEnquiries(tx, next)).filter((one) => isChanged(one, change));
      await this.#apply(tx, enquiries, change);
      for (const enquiry of enquiries) {
        const thing = { kind: 'enquiry', id: String(enquiry.id) };
        const audited = { ...describeChange(enquiry, change), batch };
        await this.#deps.audit.record(tx, { verb, thing, actor, change: audited });
      }
      const done = work.done + next.length;
      const before = work.result.counts?.['changed'] ?? 0;
      const counted = { done, changed: before + enquiries.length, total: ids.length };
      const result = { ...describeChanged(counted), batch };
      return { done, position: { step: 'Changed' }, result };
    });
    await this.#deps.sleep(0);
  }

  async #apply(tx: Tx, enquiries: readonly LockedEnquiry[], change: BulkChange): Promise<void> {
    if (enquiries.length === 0) return;
    if ('state' in change) return moveToState(tx, enquiries, change.state, this.#deps.origin);
    const ids = enquiries.map(({ id }) => id);
    await updateEnquiries(tx, ids, { ownerId: change.ownerId });
  }
}

async function choose(tx: Tx, selection: ShownSelection): Promise<Outcome<readonly number[]>> {
  if ('ids' in selection) return checkCount([...new Set(selection.ids)]);
  const { filter, context, count, newestId } = selection;
  const ids = await listMatchingIds(tx, { ...filter, ...context }, maxListTotal + 1);
  if (ids.length <= maxListTotal && (ids.length !== count || (ids[0] ?? 0) !== newestId))
    return fail(
      'conflict',
      `The list has changed: ${ids.length} enquiries match now, ${count} did before. ` +
        'Please check it again.',
    );
  return checkCount(ids);
}

function checkCount(ids: readonly number[]): Outcome<readonly number[]> {
  if (ids.length === 0) return fail('invalid', 'Please select enquiries first.');
  if (ids.length > maxListTotal)
    return fail(
      'invalid',
      `Please narrow the list: at most ${formatNumber(maxListTotal)} enquiries can be changed at once.`,
    );
  return ok(ids);
}

/** "Close 512 enquiries". */
function describeTitle(change: BulkChange, count: number): string {
  const enquiries = formatCount(count, 'enquiry', 'enquiries');
  if ('ownerId' in change)
    return change.ownerId === null ? `Take the owner of ${enquiries}` : `Assign ${enquiries}`;
  if (change.state === 'spam') return `Mark ${enquiries} as spam`;
  return `${change.state === 'open' ? 'Open' : 'Close'} ${enquiries}`;
}

/** The result so far, as a sentence and as numbers. */
function describeChanged({
  done,
  changed,
  total,
}: Readonly<Record<'done' | 'changed' | 'total', number>>): LongWorkResult {
  const unchanged = done - changed;
  const isWhole = done === total;
  const of = isWhole ? '' : ` of ${formatNumber(total)}`;
  const enquiries = (isWhole ? changed : total) === 1 ? 'enquiry' : 'enquiries';
  const same =
    unchanged > 0
      ? ` ${formatNumber(unchanged)} ${unchanged === 1 ? 'was' : 'were'} unchanged.`
      : '';
  return {
    message: `${formatNumber(changed)}${of} ${enquiries} ${changed === 1 ? 'was' : 'were'} changed.${same}`,
    counts: { changed, unchanged },
  };
}

/** False for one that is already as the change would have it. */
function isChanged(enquiry: LockedEnquiry, change: BulkChange): boolean {
  const { before, after } = describeChange(enquiry, change);
  return JSON.stringify(before) !== JSON.stringify(after);
}

const describeChange = (
  enquiry: LockedEnquiry,
  change: BulkChange,
): { before: object; after: object } =>
  'state' in change
    ? describeMove(enquiry, change.state)
    : { before: { ownerId: enquiry.ownerId }, after: { ownerId: change.ownerId } };
