import type { Tx } from '../deps.ts';
import { parseForm, type FormInput } from '../kernel/form-fields.ts';
import { fail, ok, type Outcome } from '../kernel/outcome.model.ts';
import { failTooManyAttempts } from '../kernel/rate-limit.ts';
import { hashSecret } from '../kernel/secrets.ts';
import type { StaffDeps } from './deps.ts';
import type { FactorCheck } from './factor-check.ts';
import { Factors, failWithWrongCode, isFullFactor } from './factors.ts';
import { listFactors } from './factors.store.ts';
import { codeForm, signInForm } from './forms.model.ts';
import { isDemoEmail, signInMinutes, type Factor, type SignInStep } from './model.ts';
import { StaffSessions, type StaffRequest } from './sessions.ts';
import { hasSessionFrom } from './sessions.store.ts';
import { deleteSignInsOf, findSignInStaff, insertSignIn } from './sign-ins.store.ts';
import { findStaffByEmail, lockStaff, type StaffRow } from './staff.store.ts';
import { limitPasswords, limitSignInCodes, WrongTries } from './wrong-tries.ts';

/** Somebody whose password was right, and what is still to come. */
type PendingSignIn = {
  readonly id: number;
  readonly email: string;
  readonly name: string;
  /** Empty if a factor is to be set up first. */
  readonly factors: readonly Factor['kind'][];
};

const expired = fail('unauthenticated', 'That took too long. Please sign in again.');

/** Signing in: a password and then a factor, or a passkey alone. */
export class SignIn {
  readonly #deps: StaffDeps;
  readonly #tries: WrongTries;
  readonly #sessions: StaffSessions;
  readonly #factors: Factors;
  readonly #check: FactorCheck;

  constructor(
    deps: StaffDeps,
    parts: {
      readonly wrongTries: WrongTries;
      readonly staffSessions: StaffSessions;
      readonly factors: Factors;
      readonly factorCheck: FactorCheck;
    },
  ) {
    this.#deps = deps;
    this.#tries = parts.wrongTries;
    this.#sessions = parts.staffSessions;
    this.#factors = parts.factors;
    this.#check = parts.factorCheck;
  }

  /**
   * The next step after email and password. `unauthenticated` with the same message, after the same
   * time, for a wrong password and an unknown email; `invalid`; `rate-limited` after five wrong
   * tries for this email from one network, and fifty from everywhere, but where the person has
   * signed in lately.
   */
  async withPassword(form: FormInput, request: StaffRequest): Promise<Outcome<SignInStep>> {
    const parsed = parseForm(signInForm, form);
    if (!parsed.ok) return parsed;
    const { email, password } = parsed.value;
    const staff = await findStaffByEmail(this.#deps.db, email);
    const isKnownNetwork = await this.#isKnownNetwork(staff?.id ?? 0, request);
    const limits = limitPasswords(email, request.ip, isKnownNetwork);
    return this.#tries.limit(limits, async () => {
      const wrong = fail('unauthenticated', 'The email address or the password is wrong.');
      const hash = staff && this.#maySignIn(staff) ? staff.passwordHash : null;
      const verified = await this.#deps.passwords.verify(password, hash ?? undefined);
      if (!verified.ok) return verified;
      if (!verified.value || !staff) return wrong;
      return this.#deps.db.transaction().execute(async (tx) => {
        const locked = await lockStaff(tx, staff.id);
        // A password that was changed during the check must not sign in any more.
        if (!locked || !this.#maySignIn(locked) || locked.passwordHash !== hash) return wrong;
        return ok(await this.continueAfterPassword(tx, locked, request));
      });
    });
  }

  #isKnownNetwork(staffId: number, { ip }: StaffRequest): Promise<boolean> {
    return hasSessionFrom(this.#deps.db, { staffId, ip, now: this.#deps.clock() });
  }

  /** A session, or in `tx` a ticket for the factor that is still to be shown or set up. */
  async continueAfterPassword(tx: Tx, staff: StaffRow, request: StaffRequest): Promise<SignInStep> {
    const { clock, staffFactors } = this.#deps;
    const hasFactor = (await listFactors(tx, staff.id)).some(isFullFactor);
    if (!hasFactor && !staffFactors.isRequired)
      return { kind: 'signed-in', session: await this.start(tx, staff, request) };
    const ticket = this.#deps.secrets.generateLong();
    const now = clock();
    const expiresAt = new Date(now.getTime() + signInMinutes * 60_000);
    const signIn = { tokenHash: hashSecret(ticket), staffId: staff.id, expiresAt };
    await insertSignIn(tx, signIn, now);
    return { kind: hasFactor ? 'factor' : 'set-up', ticket };
  }

  /** Whose ticket it is; undefined for one that was used or is too old. */
  async getPending(ticket: string | undefined): Promise<PendingSignIn | undefined> {
    const { db } = this.#deps;
    const staff = await this.#findByTicket(ticket);
    if (!staff) return undefined;
    const factors = await listFactors(db, staff.id);
    const kinds = factors.some(isFullFactor)
      ? new Set(factors.filter((row) => row.confirmedAt !== null).map(({ kind }) => kind))
      : new Set<Factor['kind']>();
    const { id, email, name } = staff;
    return { id, email, name, factors: [...kinds] };
  }

  async #findByTicket(ticket: string | undefined): Promise<StaffRow | undefined> {
    const { db, clock } = this.#deps;
    if (ticket === undefined) return undefined;
    const staff = await findSignInStaff(db, hashSecret(ticket), clock());
    return staff && this.#maySignIn(staff) ? staff : undefined;
  }

  /**
   * A session, by the code of an app or a recovery code; each works once. `unauthenticated` without
   * a ticket, `invalid` for a wrong code, `rate-limited` after five.
   */
  async withCode(
    ticket: string | undefined,
    form: FormInput,
    request: StaffRequest,
  ): Promise<Outcome<string>> {
    const parsed = parseForm(codeForm, form);
    if (!parsed.ok) return parsed;
    const staff = await this.#findByTicket(ticket);
    if (!staff || ticket === undefined) return expired;
    const limits = limitSignInCodes(staff.id, request.ip, parsed.value.code);
    return this.#tries.limit(limits, () =>
      this.#deps.db.transaction().execute(async (tx): Promise<Outcome<string>> => {
        const locked = await lockStaff(tx, staff.id);
        if (!locked || !(await findSignInStaff(tx, hashSecret(ticket), this.#deps.clock())))
          return expired;
        if (!(await this.#check.useCode(tx, staff.id, parsed.value.code)))
          return failWithWrongCode();
        return ok(await this.start(tx, locked, request));
      }),
    );
  }

  /**
   * Returns the options with which a browser asks for a passkey, as JSON. `rate-limited` for one
   * that asks a lot.
   */
  async askForPasskey(ip: string): Promise<Outcome<string>> {
    const waitSeconds = await this.#deps.consumeRateLimit('staff-passkey', ip, 60, 900);
    if (waitSeconds !== undefined) return failTooManyAttempts(waitSeconds);
    return ok(await this.#factors.createPasskeyQuestion());
  }

  /** A session, by a passkey alone. `unauthenticated` for one that is not known here. */
  async withPasskey(answerJson: string, request: StaffRequest): Promise<Outcome<string>> {
    const staffId = await this.#check.usePasskey(answerJson);
    return this.#deps.db.transaction().execute(async (tx): Promise<Outcome<string>> => {
      const staff = staffId === undefined ? undefined : await lockStaff(tx, staffId);
      if (!staff || !this.#maySignIn(staff))
        return fail(
          'unauthenticated',
          'This passkey is not known here. Use your password instead.',
        );
      return ok(await this.start(tx, staff, request));
    });
  }

  /** In `tx`: a session, in the audit log; tickets of the person end. */
  async start(tx: Tx, staff: StaffRow, request: StaffRequest): Promise<string> {
    const { id, name, email, role } = staff;
    const provedAt = this.#deps.clock();
    await deleteSignInsOf(tx, id);
    await this.#deps.audit.record(tx, {
      verb: 'session.start',
      thing: { kind: 'staff', id: String(id) },
      actor: { staffId: id, name, email, role, provedAt, ...request },
    });
    return this.#sessions.start(tx, id, request);
  }

  /** Not who was disabled; and in production nobody whose password everybody knows. */
  #maySignIn({ disabledAt, email }: StaffRow): boolean {
    return disabledAt === null && !(this.#deps.staffFactors.isRequired && isDemoEmail(email));
  }
}
