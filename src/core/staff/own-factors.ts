import type { Tx } from '../deps.ts';
import type { FormInput } from '../kernel/form-fields.ts';
import { fail, ok, type Outcome } from '../kernel/outcome.model.ts';
import type { StaffDeps } from './deps.ts';
import { signInChangedEmail } from './emails.ts';
import { Factors, isFullFactor, type TotpSetUp } from './factors.ts';
import { deleteFactor, listFactors } from './factors.store.ts';
import type { Factor, StaffActor } from './model.ts';
import { lockStaff } from './staff.store.ts';

const toAttempt = (staffId: number) =>
  ({ verb: 'own-factor.change', thing: { kind: 'staff', id: String(staffId) } }) as const;
const toOwner = ({ staffId: id, email, name }: StaffActor) => ({ id, email, name });

/** The factors that members of staff have, and change after proving who they are. */
export class OwnFactors {
  readonly #deps: StaffDeps;
  readonly #factors: Factors;

  constructor(deps: StaffDeps, parts: { readonly factors: Factors }) {
    this.#deps = deps;
    this.#factors = parts.factors;
  }

  list({ staffId }: StaffActor): Promise<Factor[]> {
    return this.#factors.list(staffId);
  }

  /** The app to be set up. `proof-needed`. */
  async openTotp(actor: StaffActor): Promise<Outcome<TotpSetUp>> {
    const refusal = await this.#deps.staffActs.refuse(actor, toAttempt(actor.staffId));
    return (
      refusal ??
      ok(await this.#factors.openTotp(toOwner(actor), `proof of ${actor.provedAt.toISOString()}`))
    );
  }

  /** The options for a browser that makes a passkey, as JSON. `proof-needed`. */
  async createPasskeyRequest(actor: StaffActor): Promise<Outcome<string>> {
    const refusal = await this.#deps.staffActs.refuse(actor, toAttempt(actor.staffId));
    return refusal ?? ok(await this.#factors.createPasskeyRequest(toOwner(actor)));
  }

  /** The app counts. Recovery codes where there were none. `invalid`, `not-found`, `proof-needed`. */
  confirmTotp(actor: StaffActor, form: FormInput): Promise<Outcome<readonly string[]>> {
    return this.#add(actor, 'An authenticator app was added.', (tx) =>
      this.#factors.confirmTotp(tx, actor.staffId, form),
    );
  }

  /** The passkey counts. Recovery codes where there were none. `invalid`, `proof-needed`. */
  addPasskey(actor: StaffActor, form: FormInput): Promise<Outcome<readonly string[]>> {
    return this.#add(actor, 'A passkey was added.', (tx) =>
      this.#factors.addPasskey(tx, actor.staffId, form),
    );
  }

  #add(
    actor: StaffActor,
    what: string,
    add: (tx: Tx) => Promise<Outcome<undefined>>,
  ): Promise<Outcome<readonly string[]>> {
    return this.#deps.staffActs.perform(actor, toAttempt(actor.staffId), async (tx, audit) => {
      await lockStaff(tx, actor.staffId);
      const added = await add(tx);
      if (!added.ok) return added;
      audit({ after: { factor: what } });
      await this.#tell(tx, actor, what);
      const all = await listFactors(tx, actor.staffId);
      const hasCodes = all.some(({ kind }) => kind === 'recovery');
      return ok(hasCodes ? [] : await this.#factors.replaceRecoveryCodes(tx, actor.staffId));
    });
  }

  /** Ten new codes, shown once; those before no longer work. `proof-needed`. */
  replaceRecoveryCodes(actor: StaffActor): Promise<Outcome<readonly string[]>> {
    return this.#deps.staffActs.perform(actor, toAttempt(actor.staffId), async (tx, audit) => {
      await lockStaff(tx, actor.staffId);
      audit({ after: { recoveryCodes: 'replaced' } });
      await this.#tell(tx, actor, 'Your recovery codes were replaced.');
      return ok(await this.#factors.replaceRecoveryCodes(tx, actor.staffId));
    });
  }

  /** `conflict` for the last one where one is required, `not-found`, `proof-needed`. */
  remove(actor: StaffActor, factorId: number): Promise<Outcome<undefined>> {
    return this.#deps.staffActs.perform(actor, toAttempt(actor.staffId), async (tx, audit) => {
      await lockStaff(tx, actor.staffId);
      const all = await listFactors(tx, actor.staffId);
      const removed = all.find(({ id, kind }) => id === factorId && kind !== 'recovery');
      if (!removed) return fail('not-found', 'It was removed already.');
      const others = all.filter((factor) => isFullFactor(factor) && factor !== removed);
      if (others.length === 0 && this.#deps.staffFactors.isRequired)
        return fail('conflict', 'Add another passkey or app first: one is required to sign in.');
      audit({ before: { factor: removed.name } });
      await deleteFactor(tx, removed.id);
      await this.#tell(tx, actor, `"${removed.name}" was removed.`);
      return ok(undefined);
    });
  }

  async #tell(tx: Tx, { email: to, name }: StaffActor, what: string): Promise<void> {
    const publisher = await this.#deps.getPublisher(tx);
    const key = this.#deps.generateSecret();
    await this.#deps.emails.queue(tx, signInChangedEmail({ to, name, what, key }, publisher));
  }
}
