import type { Tx } from '../deps.ts';
import { hashSecret } from '../kernel/secrets.ts';
import type { FormInput } from '../kernel/form-fields.ts';
import { fail, ok, type Outcome } from '../kernel/outcome.model.ts';
import type { StaffDeps } from './deps.ts';
import { signInChangedEmail } from './emails.ts';
import { Factors, isFullFactor, type FactorOwner, type TotpSetUp } from './factors.ts';
import { listFactors } from './factors.store.ts';
import type { StaffRequest } from './sessions.ts';
import type { SignIn } from './sign-in.ts';
import { lockStaff } from './staff.store.ts';

/** The result for somebody who has set their first factor up. */
export type FirstFactorDone = {
  readonly session: string;
  /** Shown once. */
  readonly recoveryCodes: readonly string[];
};

/**
 * The first factor of somebody who has signed in with a password: without it there is no session.
 * Someone who has a factor already can't come this way, or a password would be enough to add one.
 */
export class FirstFactor {
  readonly #deps: StaffDeps;
  readonly #factors: Factors;
  readonly #signIn: SignIn;

  constructor(deps: StaffDeps, parts: { readonly signIn: SignIn; readonly factors: Factors }) {
    this.#deps = deps;
    this.#factors = parts.factors;
    this.#signIn = parts.signIn;
  }

  /** The app to be set up. `unauthenticated` without a ticket for it. */
  async openTotp(ticket: string | undefined): Promise<Outcome<TotpSetUp>> {
    const owner = await this.#getOwner(ticket);
    return owner.ok
      ? ok(await this.#factors.openTotp(owner.value, hashSecret(ticket ?? '')))
      : owner;
  }

  /** The options for a browser that makes a passkey. `unauthenticated` without a ticket for it. */
  async createPasskeyRequest(ticket: string | undefined): Promise<Outcome<string>> {
    const owner = await this.#getOwner(ticket);
    return owner.ok ? ok(await this.#factors.createPasskeyRequest(owner.value)) : owner;
  }

  /** A session, once the app has shown a right code; `invalid`, `unauthenticated`. */
  confirmTotp(
    ticket: string | undefined,
    form: FormInput,
    request: StaffRequest,
  ): Promise<Outcome<FirstFactorDone>> {
    return this.#complete(ticket, request, (tx, id) => this.#factors.confirmTotp(tx, id, form));
  }

  /** A session, once the browser has made a passkey; `invalid`, `unauthenticated`. */
  addPasskey(
    ticket: string | undefined,
    form: FormInput,
    request: StaffRequest,
  ): Promise<Outcome<FirstFactorDone>> {
    return this.#complete(ticket, request, (tx, id) => this.#factors.addPasskey(tx, id, form));
  }

  async #getOwner(ticket: string | undefined): Promise<Outcome<FactorOwner>> {
    const pending = await this.#signIn.getPending(ticket);
    return pending && pending.factors.length === 0
      ? ok(pending)
      : fail('unauthenticated', 'That took too long. Please sign in again.');
  }

  async #complete(
    ticket: string | undefined,
    request: StaffRequest,
    add: (tx: Tx, staffId: number) => Promise<Outcome<undefined>>,
  ): Promise<Outcome<FirstFactorDone>> {
    const owner = await this.#getOwner(ticket);
    if (!owner.ok) return owner;
    const { id } = owner.value;
    const publisher = await this.#deps.getPublisher();
    return this.#deps.db.transaction().execute(async (tx): Promise<Outcome<FirstFactorDone>> => {
      const staff = await lockStaff(tx, id);
      if (!staff || (await listFactors(tx, id)).some(isFullFactor))
        return fail(
          'conflict',
          'A second factor was set up in the meantime. Please sign in again.',
        );
      const added = await add(tx, id);
      if (!added.ok) return added;
      const recoveryCodes = await this.#factors.replaceRecoveryCodes(tx, id);
      const { name, email, role } = staff;
      const what = 'Your first passkey or authenticator app was set up.';
      const told = { to: email, name, what, key: this.#deps.generateSecret() };
      await this.#deps.emails.queue(tx, signInChangedEmail(told, publisher));
      await this.#deps.audit.record(tx, {
        verb: 'own-factor.change',
        thing: { kind: 'staff', id: String(id) },
        actor: { staffId: id, name, email, role, provedAt: this.#deps.clock(), ...request },
        change: { after: { firstFactor: true } },
      });
      return ok({ session: await this.#signIn.start(tx, staff, request), recoveryCodes });
    });
  }
}
