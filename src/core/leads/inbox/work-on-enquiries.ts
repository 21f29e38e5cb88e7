import type { Tx } from '../../deps.ts';
import type { AuditChange } from '../../kernel/audit.ts';
import { parseForm, type FormInput } from '../../kernel/form-fields.ts';
import { dropQueuedEmails } from '../../kernel/outbox.store.ts';
import { fail, ok, type Outcome } from '../../kernel/outcome.model.ts';
import type { StaffActor } from '../../staff/model.ts';
import { staffVerbs } from '../../staff/verbs.model.ts';
import type { InboxDeps } from './deps.ts';
import { listEmailIds } from '../emails.ts';
import { followUpForm, noteForm, type EnquiryState } from './enquiry.model.ts';
import {
  insertNote,
  listStaffOfRoles,
  lockEnquiry,
  updateEnquiries,
  type LockedEnquiry,
} from './enquiry.store.ts';

/** Staff's verbs on one enquiry besides answering it. */
export class EnquiryWork {
  readonly #deps: InboxDeps;

  constructor(deps: InboxDeps) {
    this.#deps = deps;
  }

  /**
   * The enquiry is this member's of staff, or nobody's. `forbidden`, `not-found`; `invalid` for
   * staff who may not work on enquiries.
   */
  assign(actor: StaffActor, id: number, ownerId: number | null): Promise<Outcome<undefined>> {
    return this.#change(actor, id, async (tx, enquiry) => {
      if (!(await canOwn(tx, ownerId))) return failOwner;
      await updateEnquiries(tx, [id], { ownerId });
      return ok({ before: { ownerId: enquiry.ownerId }, after: { ownerId } });
    });
  }

  /**
   * Adds a note for other staff. `forbidden`, `not-found`, `invalid` at `body`.
   */
  async addNote(actor: StaffActor, id: number, form: FormInput): Promise<Outcome<undefined>> {
    const parsed = parseForm(noteForm, form);
    if (!parsed.ok) return (await this.#deps.staffActs.refuseRole(actor, toAttempt(id))) ?? parsed;
    const { body } = parsed.value;
    return this.#change(actor, id, async (tx) => {
      const createdAt = this.#deps.clock();
      const note = { leadId: id, staffId: actor.staffId, body, createdAt };
      const noteId = await insertNote(tx, note);
      return ok({ after: { noteId } });
    });
  }

  /** The enquiry comes first in the list from this day on. `forbidden`, `not-found`, `invalid`. */
  async setFollowUp(actor: StaffActor, id: number, form: FormInput): Promise<Outcome<undefined>> {
    const parsed = parseForm(followUpForm, form);
    if (!parsed.ok) return (await this.#deps.staffActs.refuseRole(actor, toAttempt(id))) ?? parsed;
    const followUpOn = parsed.value.day || null;
    return this.#change(actor, id, async (tx, enquiry) => {
      await updateEnquiries(tx, [id], { followUpOn });
      return ok({ before: { followUpOn: enquiry.followUpOn }, after: { followUpOn } });
    });
  }

  /**
   * Closes the enquiry, opens it again, or marks it as spam: of spam nothing more is sent, and what
   * waits to be sent is dropped. `forbidden`, `not-found`; `conflict` for `answered`, which an
   * answer alone makes.
   */
  setState(actor: StaffActor, id: number, state: EnquiryState): Promise<Outcome<undefined>> {
    return this.#change(actor, id, async (tx, enquiry) => {
      if (state === 'answered') return fail('conflict', 'Send an answer to mark it as answered.');
      await moveToState(tx, [enquiry], state, this.#deps.origin);
      return ok(describeMove(enquiry, state));
    });
  }

  #change(
    actor: StaffActor,
    id: number,
    apply: (tx: Tx, enquiry: LockedEnquiry) => Promise<Outcome<AuditChange>>,
  ): Promise<Outcome<undefined>> {
    return this.#deps.staffActs.perform(actor, toAttempt(id), async (tx, audit) => {
      const enquiry = await lockEnquiry(tx, id);
      if (!enquiry) return fail('not-found', 'There is no such enquiry.');
      const changed = await apply(tx, enquiry);
      if (!changed.ok) return changed;
      audit(changed.value);
      return ok(undefined);
    });
  }
}

const toAttempt = (id: number) =>
  ({ verb: 'enquiry.work', thing: { kind: 'enquiry', id: String(id) } }) as const;

/** True for nobody, and for staff who may work on enquiries. */
export async function canOwn(tx: Tx, ownerId: number | null): Promise<boolean> {
  if (ownerId === null) return true;
  const owners = await listStaffOfRoles(tx, staffVerbs['enquiry.work'].roles);
  return owners.some(({ id }) => id === ownerId);
}

export const failOwner = fail('invalid', 'Please choose somebody who answers enquiries.', {
  owner: ['Please choose somebody who answers enquiries.'],
});

/** The enquiries have the state; closed ones and spam ask for no further look. */
export async function moveToState(
  tx: Tx,
  enquiries: readonly LockedEnquiry[],
  state: EnquiryState,
  origin: string,
): Promise<void> {
  const ids = enquiries.map(({ id }) => id);
  if (ids.length === 0) return;
  await updateEnquiries(tx, ids, state === 'open' ? { state } : { state, followUpOn: null });
  if (state === 'spam')
    await dropQueuedEmails(
      tx,
      ids.flatMap((id) => listEmailIds(id, origin)),
    );
}

/** For the audit log: what a move changes, so that it can be undone. */
export const describeMove = (
  { state, followUpOn }: LockedEnquiry,
  nextState: EnquiryState,
): { before: object; after: object } => ({
  before: { state, followUpOn },
  after: { state: nextState, followUpOn: nextState === 'open' ? followUpOn : null },
});
