import type { Tx } from '../deps.ts';
import type { ProgramActor } from '../kernel/audit.ts';
import type { Publisher } from '../kernel/email-layout.ts';
import type { EmailOutcome } from '../kernel/email-outcome.model.ts';
import { parseForm, type FormInput } from '../kernel/form-fields.ts';
import { fail, ok, type Outcome } from '../kernel/outcome.model.ts';
import { hashSecret } from '../kernel/secrets.ts';
import type { StaffDeps } from './deps.ts';
import { invitationEmail, newPasswordEmail, signInChangedEmail } from './emails.ts';
import { acceptForm, inviteForm } from './forms.model.ts';
import * as store from './invitations.store.ts';
import { invitationDays, type Role, type SignInStep, type StaffActor } from './model.ts';
import type { StaffRequest } from './sessions.ts';
import { deleteSessionsOf } from './sessions.store.ts';
import type { SignIn } from './sign-in.ts';
import { deleteSignInsOf } from './sign-ins.store.ts';
import {
  findStaffByEmail,
  insertStaff,
  lockStaff,
  updateStaff,
  type StaffRow,
} from './staff.store.ts';

/** The data of an invitation's page. */
type OpenInvitation = {
  readonly email: string;
  readonly role: Role;
  /** For somebody who works here already: a link for a new password. */
  readonly name: string | undefined;
};

type Invited = { readonly email: string; readonly role: Role };

const gone = fail('not-found', 'This link has expired or was already used. Ask for a new one.');
const attemptToInvite = (id: string) =>
  ({ verb: 'staff.invite', thing: { kind: 'invitation', id } }) as const;

const isTaken = fail('conflict', 'Somebody with this email address already works here.');

/** Links with which people become members of staff, or choose a new password. */
export class Invitations {
  readonly #deps: StaffDeps;
  readonly #signIn: SignIn;

  constructor(deps: StaffDeps, signIn: SignIn) {
    this.#deps = deps;
    this.#signIn = signIn;
  }

  /**
   * Emails a link that works once, for seven days; an earlier one to the address no longer works. The
   * answer says what becomes of the email.
   * `invalid`, `conflict` for somebody who works here already, `forbidden`, `proof-needed`.
   */
  async invite(actor: StaffActor, form: FormInput): Promise<Outcome<EmailOutcome>> {
    const parsed = parseForm(inviteForm, form);
    if (!parsed.ok)
      return (await this.#deps.staffActs.refuseRole(actor, attemptToInvite('new'))) ?? parsed;
    const { email: to, role } = parsed.value;
    const publisher = await this.#deps.getPublisher();
    const attempt = { verb: 'staff.invite', kind: 'invitation', id: to } as const;
    return this.#deps.staffActs.create(actor, attempt, async (tx, audit) => {
      if (await findStaffByEmail(tx, to)) return isTaken;
      audit({ after: { role } });
      const link = await this.#create(tx, { email: to, role }, actor.staffId);
      return ok(await this.#deps.emails.queue(tx, invitationEmail({ to, ...link }, publisher)));
    });
  }

  /** Emails somebody who works here a link for a new password; their factors stay. */
  async sendPasswordLink(actor: StaffActor, staffId: number): Promise<Outcome<EmailOutcome>> {
    const publisher = await this.#deps.getPublisher();
    const thing = { kind: 'staff', id: String(staffId) };
    const attempt = { verb: 'staff.invite', thing } as const;
    return this.#deps.staffActs.perform(actor, attempt, async (tx, audit) => {
      const staff = await lockStaff(tx, staffId);
      if (!staff) return fail('not-found', 'There is no such person.');
      if (staff.disabledAt) return fail('conflict', 'Enable this person first.');
      audit({ after: { passwordLink: 'sent' } });
      const link = await this.#create(tx, staff, actor.staffId);
      const email = newPasswordEmail({ to: staff.email, ...link }, publisher);
      return ok(await this.#deps.emails.queue(tx, email));
    });
  }

  /**
   * For the terminal: the link, which is not emailed. For somebody who works here it is one for a
   * new password, and their role stays. `invalid`.
   */
  async createLink(by: ProgramActor, form: FormInput): Promise<Outcome<string>> {
    const parsed = parseForm(inviteForm, form);
    if (!parsed.ok) return parsed;
    const invited = parsed.value;
    return this.#deps.db.transaction().execute(async (tx) => {
      const thing = { kind: 'invitation', id: invited.email };
      const change = { after: { role: invited.role } };
      await this.#deps.audit.record(tx, { verb: 'staff.invite', thing, actor: by, change });
      return ok((await this.#create(tx, invited, null)).url);
    });
  }

  async #create(tx: Tx, { email, role }: Invited, invitedBy: number | null) {
    const { clock, origin } = this.#deps;
    const secret = this.#deps.secrets.generateLong();
    const createdAt = clock();
    const expiresAt = new Date(createdAt.getTime() + invitationDays * 86_400_000);
    const tokenHash = hashSecret(secret);
    await store.replaceInvitation(tx, { email, role, tokenHash, invitedBy, createdAt, expiresAt });
    return { url: `${origin}/admin/invitation/${secret}`, secret };
  }

  /** The invitation no longer works. `not-found`, `forbidden`, `proof-needed`. */
  revoke(actor: StaffActor, id: number): Promise<Outcome<undefined>> {
    const thing = { kind: 'invitation', id: String(id) };
    return this.#deps.staffActs.perform(
      actor,
      { verb: 'staff.invite', thing },
      async (tx, audit) => {
        const revoked = await store.revokeInvitation(tx, id, this.#deps.clock());
        if (!revoked)
          return fail('not-found', 'This invitation was accepted or withdrawn already.');
        audit({ before: revoked, after: { revoked: true } });
        return ok(undefined);
      },
    );
  }

  /** undefined for a link that no longer works. */
  async find(secret: string): Promise<OpenInvitation | undefined> {
    const { db, clock } = this.#deps;
    const invitation = await store.findOpenInvitation(db, hashSecret(secret), clock());
    if (!invitation) return undefined;
    const { email, role } = invitation;
    const staff = await findStaffByEmail(db, email);
    if (staff?.disabledAt) return undefined;
    return { email, role: staff?.role ?? role, name: staff?.name };
  }

  /**
   * The person works here with the role of the invitation, or has their new password; what comes
   * next is as after a password. `not-found` for a link that no longer works, `invalid`.
   */
  async accept(
    secret: string,
    form: FormInput,
    request: StaffRequest,
  ): Promise<Outcome<SignInStep>> {
    const { db, clock } = this.#deps;
    const found = await this.find(secret);
    if (!found) return gone;
    const parsed = parseForm(acceptForm, { ...form, ...(found.name && { name: found.name }) });
    if (!parsed.ok) return parsed;
    const hashed = await this.#deps.passwords.hash(parsed.value.password);
    if (!hashed.ok) return hashed;
    const publisher = await this.#deps.getPublisher();
    return db.transaction().execute(async (tx): Promise<Outcome<SignInStep>> => {
      const invitation = await store.lockOpenInvitation(tx, hashSecret(secret), clock());
      if (!invitation) return gone;
      const person = { name: parsed.value.name, passwordHash: hashed.value };
      const staff = await this.#setPassword(tx, invitation, person);
      if (!staff) return gone;
      await store.markAccepted(tx, invitation.id, clock());
      if (found.name !== undefined) await this.#tellNewPassword(tx, staff, publisher);
      return ok(await this.#signIn.continueAfterPassword(tx, staff, request));
    });
  }

  async #tellNewPassword(tx: Tx, staff: StaffRow, publisher: Publisher): Promise<void> {
    const { email: to, name, passwordHash } = staff;
    const what = 'A new password was chosen with a link, and your sessions have ended.';
    const told = { to, name, what, key: passwordHash ?? '' };
    await this.#deps.emails.queue(tx, signInChangedEmail(told, publisher));
  }

  /** The new person, or the one who works here with their new password and no session. */
  async #setPassword(
    tx: Tx,
    { email, role }: Invited,
    { name, passwordHash }: { readonly name: string; readonly passwordHash: string },
  ): Promise<StaffRow | undefined> {
    const createdAt = this.#deps.clock();
    const created = await insertStaff(tx, { email, role, name, passwordHash, createdAt });
    const known = created ?? (await findStaffByEmail(tx, email));
    const staff = known && (await lockStaff(tx, known.id));
    if (!staff || staff.disabledAt) return undefined;
    await updateStaff(tx, staff.id, { passwordHash });
    await deleteSessionsOf(tx, staff.id);
    await deleteSignInsOf(tx, staff.id);
    const thing = { kind: 'staff', id: String(staff.id) };
    const actor = { programName: email };
    const change = { after: created ? { role, name } : { password: 'changed' } };
    await this.#deps.audit.record(tx, { verb: 'own-account.change', thing, actor, change });
    return { ...staff, passwordHash };
  }
}
