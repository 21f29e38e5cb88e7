import type { Tx } from '../deps.ts';
import type { ProgramActor } from '../kernel/audit.ts';
import { fail, ok, type Outcome, type Refusal } from '../kernel/outcome.model.ts';
import type { StaffDeps } from './deps.ts';
import { signInChangedEmail } from './emails.ts';
import { deleteFactors } from './factors.store.ts';
import type { Factors } from './factors.ts';
import { listOpenInvitations, revokeInvitationsTo } from './invitations.store.ts';
import {
  roles,
  type Factor,
  type Role,
  type StaffActor,
  type StaffInvitation,
  type StaffMember,
  type StaffSession,
} from './model.ts';
import { deleteSessionsOf, listUsableSessions } from './sessions.store.ts';
import { deleteSignInsOf } from './sign-ins.store.ts';
import * as store from './staff.store.ts';
import { refuseVerb, type StaffVerb } from './verbs.model.ts';

/** More people than that have the search. */
const maxListed = 500;

/** A member of staff with what they sign in with, and where they are signed in. */
export type WholeMember = {
  readonly member: StaffMember;
  readonly factors: readonly Factor[];
  /** Last used first. */
  readonly sessions: readonly StaffSession[];
};

const noPerson = fail('not-found', 'There is no such person.');

/** Owners' views of and verbs on the people who work in the back office. */
export class Members {
  readonly #deps: StaffDeps;
  readonly #factors: Factors;

  constructor(deps: StaffDeps, parts: { readonly factors: Factors }) {
    this.#deps = deps;
    this.#factors = parts.factors;
  }

  /** By name; the open invitations beside them. `forbidden`. */
  async list(
    actor: StaffActor,
    filter: store.MemberFilter = {},
  ): Promise<Outcome<{ readonly rows: StaffMember[]; readonly invitations: StaffInvitation[] }>> {
    const { db, clock } = this.#deps;
    const refusal = refuseVerb(actor, 'staff.list', clock());
    if (refusal) return refusal;
    return ok({
      rows: await store.listMembers(db, filter, maxListed),
      invitations: await listOpenInvitations(db, clock()),
    });
  }

  /** Everybody, for the terminal of the machine. */
  listAll(): Promise<StaffMember[]> {
    return store.listMembers(this.#deps.db, {}, maxListed);
  }

  /** `not-found`, `forbidden`. */
  async get(actor: StaffActor, id: number): Promise<Outcome<WholeMember>> {
    const { db, clock } = this.#deps;
    const refusal = refuseVerb(actor, 'staff.list', clock());
    if (refusal) return refusal;
    const member = await store.findMember(db, id);
    if (!member) return noPerson;
    const sessions = await listUsableSessions(db, id, { now: clock() });
    return ok({ member, factors: await this.#factors.list(id), sessions });
  }

  /** One of their sessions has ended, or all where none is named. `conflict` if none was left. */
  endSessions(actor: StaffActor, id: number, sessionId?: string): Promise<Outcome<undefined>> {
    return this.#act(actor, 'staff.end-sessions', id, async (tx) => {
      const ended = await deleteSessionsOf(tx, id, { only: sessionId });
      if (ended === 0) return fail('conflict', 'This session has ended already.');
      return ok({ after: { sessionsEnded: ended } });
    });
  }

  /** It counts from their next request on. `conflict` for the last owner, `invalid`, … */
  changeRole(actor: StaffActor, id: number, wanted: string): Promise<Outcome<undefined>> {
    return this.#act(actor, 'staff.change-role', id, async (tx, staff) => {
      const role = roles.find((known) => known === wanted);
      if (!role)
        return fail('invalid', 'Please choose a role.', { role: ['Please choose a role.'] });
      return changeRole(tx, staff, role);
    });
  }

  /** Their sessions have ended, and they can't sign in. `conflict` for the last owner, … */
  disable(actor: StaffActor, id: number): Promise<Outcome<undefined>> {
    return this.#act(actor, 'staff.disable', id, async (tx, staff) => {
      if (staff.disabledAt) return fail('conflict', 'This person is disabled already.');
      const refusal = await keepOneOwner(tx, staff);
      if (refusal) return refusal;
      await store.updateStaff(tx, id, { disabledAt: this.#deps.clock() });
      await endEverything(tx, id);
      await revokeInvitationsTo(tx, staff.email, this.#deps.clock());
      return ok({ before: { isDisabled: false }, after: { isDisabled: true } });
    });
  }

  /** They can sign in again. */
  enable(actor: StaffActor, id: number): Promise<Outcome<undefined>> {
    return this.#act(actor, 'staff.disable', id, (tx, staff) => enable(tx, staff));
  }

  /** They set a new factor up after their password; their sessions have ended. They are told. */
  async resetFactors(actor: StaffActor, id: number): Promise<Outcome<undefined>> {
    return this.#act(actor, 'staff.reset-factor', id, (tx, staff) => this.#reset(tx, staff));
  }

  /** The same from the terminal of the machine. `not-found`. */
  resetFactorsOf(by: ProgramActor, email: string): Promise<Outcome<undefined>> {
    return this.#deps.db.transaction().execute(async (tx): Promise<Outcome<undefined>> => {
      const found = await store.findStaffByEmail(tx, email.trim().toLowerCase());
      const staff = found && (await store.lockStaff(tx, found.id));
      if (!staff) return noPerson;
      const reset = await this.#reset(tx, staff);
      if (!reset.ok) return reset;
      const thing = { kind: 'staff', id: String(staff.id) };
      await this.#deps.audit.record(tx, {
        verb: 'staff.reset-factor',
        thing,
        actor: by,
        change: reset.value,
      });
      return ok(undefined);
    });
  }

  async #reset(tx: Tx, { id, email: to, name }: store.StaffRow): Promise<Outcome<Change>> {
    await deleteFactors(tx, id, ['passkey', 'totp', 'recovery']);
    await endEverything(tx, id);
    const publisher = await this.#deps.getPublisher(tx);
    const what =
      'Your passkeys, your authenticator app and your recovery codes were removed. Sign in with ' +
      'your password to set up new ones.';
    const key = this.#deps.generateSecret();
    await this.#deps.emails.queue(tx, signInChangedEmail({ to, name, what, key }, publisher));
    return ok({ after: { factors: 'removed' } });
  }

  #act(
    actor: StaffActor,
    verb: StaffVerb,
    id: number,
    work: (tx: Tx, staff: store.StaffRow) => Promise<Outcome<Change>>,
  ): Promise<Outcome<undefined>> {
    const thing = { kind: 'staff', id: String(id) };
    return this.#deps.staffActs.perform(actor, { verb, thing }, async (tx, audit) => {
      // Owners first, so that two owners who change each other don't wait in a circle.
      await store.lockActiveOwners(tx);
      const staff = await store.lockStaff(tx, id);
      if (!staff) return noPerson;
      const changed = await work(tx, staff);
      if (!changed.ok) return changed;
      audit(changed.value);
      return ok(undefined);
    });
  }
}

type Change = { readonly before?: object; readonly after?: object };

async function endEverything(tx: Tx, id: number): Promise<void> {
  await deleteSessionsOf(tx, id);
  await deleteSignInsOf(tx, id);
}

/** In `tx`, which has locked the owners. `conflict` for the last owner. */
export async function changeRole(
  tx: Tx,
  staff: store.StaffRow,
  role: Role,
): Promise<Outcome<Change>> {
  if (role === staff.role) return fail('conflict', 'They have this role already.');
  const refusal = await keepOneOwner(tx, staff);
  if (refusal) return refusal;
  await store.updateStaff(tx, staff.id, { role });
  return ok({ before: { role: staff.role }, after: { role } });
}

/** In `tx`. `conflict` for somebody who is not disabled. */
export async function enable(tx: Tx, staff: store.StaffRow): Promise<Outcome<Change>> {
  if (!staff.disabledAt) return fail('conflict', 'This person is not disabled.');
  await store.updateStaff(tx, staff.id, { disabledAt: null });
  return ok({ before: { isDisabled: true }, after: { isDisabled: false } });
}

/** `conflict` if this person is the only owner who can sign in: the store would have none. */
async function keepOneOwner(tx: Tx, staff: store.StaffRow): Promise<Refusal | undefined> {
  const owners = await store.lockActiveOwners(tx);
  return owners.every(({ id }) => id === staff.id) && owners.length > 0
    ? fail('conflict', 'The last owner can’t be removed: make somebody else an owner first.')
    : undefined;
}
