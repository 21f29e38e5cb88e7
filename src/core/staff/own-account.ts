import { parseForm, type FormInput } from '../kernel/form-fields.ts';
import { fail, ok, type Outcome } from '../kernel/outcome.model.ts';
import { hashSecret } from '../kernel/secrets.ts';
import type { StaffDeps } from './deps.ts';
import { signInChangedEmail } from './emails.ts';
import { nameForm, newPasswordForm } from './forms.model.ts';
import type { StaffActor, StaffSession } from './model.ts';
import * as sessions from './sessions.store.ts';
import { deleteSignInsOf } from './sign-ins.store.ts';
import { lockStaff, updateStaff } from './staff.store.ts';
import { limitProofs, WrongTries } from './wrong-tries.ts';

const toAttempt = (staffId: number) =>
  ({ verb: 'own-account.change', thing: { kind: 'staff', id: String(staffId) } }) as const;

/** Changes that members of staff make to themselves. */
export class OwnAccount {
  readonly #deps: StaffDeps;
  readonly #tries: WrongTries;

  constructor(deps: StaffDeps, parts: { readonly wrongTries: WrongTries }) {
    this.#deps = deps;
    this.#tries = parts.wrongTries;
  }

  /** `invalid` for a name that is empty or too long. */
  async changeName(actor: StaffActor, form: FormInput): Promise<Outcome<undefined>> {
    const parsed = parseForm(nameForm, form);
    if (!parsed.ok) return parsed;
    const { name } = parsed.value;
    return this.#deps.staffActs.perform(actor, toAttempt(actor.staffId), async (tx, audit) => {
      audit({ before: { name: actor.name }, after: { name } });
      await updateStaff(tx, actor.staffId, { name });
      return ok(undefined);
    });
  }

  /**
   * The new password counts; every other session of theirs has ended, and they are told by email.
   * `invalid` if the present one is wrong or the new one is weak; `rate-limited`.
   */
  async changePassword(
    actor: StaffActor,
    sessionSecret: string,
    form: FormInput,
  ): Promise<Outcome<undefined>> {
    const parsed = parseForm(newPasswordForm, form);
    if (!parsed.ok) return parsed;
    const { present, password } = parsed.value;
    const hashed = await this.#deps.passwords.hash(password);
    if (!hashed.ok) return hashed;
    const publisher = await this.#deps.getPublisher();
    const { staffId, email: to, name } = actor;
    return this.#tries.limit(limitProofs(sessionSecret), () =>
      this.#deps.staffActs.perform(actor, toAttempt(staffId), async (tx, audit) => {
        const staff = await lockStaff(tx, staffId);
        const verified = await this.#deps.passwords.verify(
          present,
          staff?.passwordHash ?? undefined,
        );
        if (!verified.ok) return verified;
        const wrong = 'The current password is wrong.';
        if (!verified.value) return fail('invalid', wrong, { present: [wrong] });
        audit({ after: { password: 'changed' } });
        await updateStaff(tx, staffId, { passwordHash: hashed.value });
        await sessions.deleteSessionsOf(tx, staffId, { kept: hashSecret(sessionSecret) });
        await deleteSignInsOf(tx, staffId);
        const what = 'Your password was changed, and your other sessions have ended.';
        const email = { to, name, what, key: hashed.value };
        await this.#deps.emails.queue(tx, signInChangedEmail(email, publisher));
        return ok(undefined);
      }),
    );
  }

  /** Last used first. */
  listSessions({ staffId }: StaffActor, sessionSecret: string): Promise<StaffSession[]> {
    const { db, clock } = this.#deps;
    const currentHash = hashSecret(sessionSecret);
    return sessions.listUsableSessions(db, staffId, { now: clock(), currentHash });
  }

  /** A session of theirs has ended. `not-found` for one of somebody else, and for none. */
  endSession(actor: StaffActor, sessionId: string): Promise<Outcome<undefined>> {
    return this.#deps.staffActs.perform(actor, toAttempt(actor.staffId), async (tx, audit) => {
      audit({ after: { session: 'ended' } });
      return (await sessions.deleteSessionsOf(tx, actor.staffId, { only: sessionId })) > 0
        ? ok(undefined)
        : fail('not-found', 'This session has ended already.');
    });
  }

  /** Every session of theirs but this one has ended. */
  endOtherSessions(actor: StaffActor, sessionSecret: string): Promise<Outcome<undefined>> {
    return this.#deps.staffActs.perform(actor, toAttempt(actor.staffId), async (tx, audit) => {
      audit({ after: { otherSessions: 'ended' } });
      await sessions.deleteSessionsOf(tx, actor.staffId, { kept: hashSecret(sessionSecret) });
      return ok(undefined);
    });
  }
}
