import type { Tx } from '../../deps.ts';
import { recordAudit, refuseAsStaff } from '../../kernel/audit.ts';
import { fail, ok, type Outcome, type Refusal } from '../../kernel/outcome.model.ts';
import type { StaffActor } from '../../staff/model.ts';
import type { InboxDeps } from './deps.ts';
import { maxBulkEnquiries, type EnquiryFilter } from './enquiry.model.ts';
import { lockMatchingIds } from './enquiries.store.ts';
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

const verb = 'enquiry.work';

/** Changes many enquiries at once, in one transaction. */
export class EnquiryBulkChange {
  readonly #deps: InboxDeps;

  constructor(deps: InboxDeps) {
    this.#deps = deps;
  }

  /**
   * All enquiries of the selection are changed, each with an entry in the audit log under one batch
   * id. `forbidden`; `conflict` where others match by now than were shown; `invalid` for an empty
   * selection, one of more than 2,000, or an owner who may not be one.
   */
  async changeMany(
    actor: StaffActor,
    selection: EnquirySelection,
    change: BulkChange,
  ): Promise<Outcome<{ changed: number; batch: string }>> {
    const attempt = { verb, thing: { kind: 'enquiry', id: 'selection' } } as const;
    const refusal = await refuseAsStaff(this.#deps, actor, attempt);
    if (refusal) return refusal;
    const { db, clock, generateSecret } = this.#deps;
    const batch = generateSecret();
    const shown =
      'ids' in selection
        ? selection
        : { ...selection, context: await readContext(this.#deps, actor, selection.filter) };
    const outcome = await db.transaction().execute(async (tx) => {
      if ('ownerId' in change && !(await canOwn(tx, change.ownerId))) return failOwner;
      const chosen = await this.#lock(tx, shown);
      if (!chosen.ok) return chosen;
      const enquiries = chosen.value;
      await this.#apply(tx, enquiries, change);
      for (const enquiry of enquiries) {
        const thing = { kind: 'enquiry', id: String(enquiry.id) };
        const audited = { ...describeChange(enquiry, change), batch };
        await recordAudit(tx, { clock }, { verb, thing, actor, change: audited });
      }
      return ok({ changed: enquiries.length, batch });
    });
    if (!outcome.ok) await recordAudit(db, { clock }, { ...attempt, actor, refusal: outcome });
    return outcome;
  }

  async #lock(tx: Tx, selection: ShownSelection): Promise<Outcome<LockedEnquiry[]>> {
    const ids =
      'ids' in selection
        ? [...new Set(selection.ids)]
        : await lockMatchingIds(
            tx,
            { ...selection.filter, ...selection.context },
            maxBulkEnquiries + 1,
          );
    if (ids.length > maxBulkEnquiries) return failTooMany;
    if (!('ids' in selection)) {
      const changed = findChange(selection, ids);
      if (changed) return changed;
    }
    if (ids.length === 0) return fail('invalid', 'Please select enquiries first.');
    return ok(await lockEnquiries(tx, ids));
  }

  async #apply(tx: Tx, enquiries: readonly LockedEnquiry[], change: BulkChange): Promise<void> {
    if ('state' in change) return moveToState(tx, this.#deps, enquiries, change.state);
    if (enquiries.length > 0)
      await updateEnquiries(
        tx,
        enquiries.map(({ id }) => id),
        { ownerId: change.ownerId },
      );
  }
}

const failTooMany = fail(
  'invalid',
  `Please narrow the list: at most ${maxBulkEnquiries} enquiries can be changed at once.`,
);

/** `conflict` where the list is no longer the one that was shown. */
function findChange(
  { count, newestId }: { readonly count: number; readonly newestId: number },
  ids: readonly number[],
): Refusal | undefined {
  if (ids.length === count && (ids[0] ?? 0) === newestId) return undefined;
  return fail(
    'conflict',
    `The list has changed: ${ids.length} enquiries match now, ${count} did before. ` +
      'Please check it again.',
  );
}

const describeChange = (
  enquiry: LockedEnquiry,
  change: BulkChange,
): { before: object; after: object } =>
  'state' in change
    ? describeMove(enquiry, change.state)
    : { before: { ownerId: enquiry.ownerId }, after: { ownerId: change.ownerId } };
