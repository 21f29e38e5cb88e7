import { parseForm, type FormInput } from '../kernel/form-fields.ts';
import { fail, ok, type Outcome } from '../kernel/outcome.model.ts';
import { hashSecret } from '../kernel/secrets.ts';
import type { StaffDeps } from './deps.ts';
import type { FactorCheck } from './factor-check.ts';
import { failWithWrongCode, isFullFactor } from './factors.ts';
import { listFactors } from './factors.store.ts';
import { proofForm } from './forms.model.ts';
import type { StaffActor } from './model.ts';
import { renewProof } from './sessions.store.ts';
import { lockStaff } from './staff.store.ts';
import { limitProofs, WrongTries } from './wrong-tries.ts';

/** Proving once more who one is, for verbs that ask for a proof of the last ten minutes. */
export class Proof {
  readonly #deps: StaffDeps;
  readonly #tries: WrongTries;
  readonly #check: FactorCheck;

  constructor(
    deps: StaffDeps,
    parts: { readonly wrongTries: WrongTries; readonly factorCheck: FactorCheck },
  ) {
    this.#deps = deps;
    this.#tries = parts.wrongTries;
    this.#check = parts.factorCheck;
  }

  /**
   * Identity was proved now in this session, by the password and, where the person has a factor, a
   * code. `invalid` if one is wrong, `rate-limited` after five.
   */
  async prove(
    actor: StaffActor,
    sessionSecret: string,
    form: FormInput,
  ): Promise<Outcome<undefined>> {
    const parsed = parseForm(proofForm, form);
    if (!parsed.ok) return parsed;
    const { password, code } = parsed.value;
    const { staffId } = actor;
    return this.#tries.limit(limitProofs(sessionSecret), () =>
      this.#deps.db.transaction().execute(async (tx): Promise<Outcome<undefined>> => {
        const staff = await lockStaff(tx, staffId);
        const verified = await this.#deps.passwords.verify(
          password,
          staff?.passwordHash ?? undefined,
        );
        if (!verified.ok) return verified;
        if (!verified.value) return wrongPassword;
        const hasFactor = (await listFactors(tx, staffId)).some(isFullFactor);
        if (hasFactor && !(await this.#check.useCode(tx, staffId, code)))
          return failWithWrongCode();
        await this.#renew(tx, staffId, sessionSecret);
        return ok(undefined);
      }),
    );
  }

  /** The same by a passkey of theirs. `unauthenticated` for any other. */
  async proveByPasskey(
    { staffId }: StaffActor,
    sessionSecret: string,
    answerJson: string,
  ): Promise<Outcome<undefined>> {
    if ((await this.#check.usePasskey(answerJson)) !== staffId)
      return fail('unauthenticated', 'This passkey is not yours, or not known here.');
    await this.#deps.db.transaction().execute((tx) => this.#renew(tx, staffId, sessionSecret));
    return ok(undefined);
  }

  #renew(
    tx: Parameters<typeof renewProof>[0],
    staffId: number,
    sessionSecret: string,
  ): Promise<void> {
    const session = { staffId, tokenHash: hashSecret(sessionSecret) };
    return renewProof(tx, session, this.#deps.clock());
  }
}

const wrongPassword = fail('invalid', 'The password is wrong.', {
  password: ['The password is wrong.'],
});
