import type { Deps, Tx } from '../deps.ts';
import { hashSecret } from '../kernel/secrets.ts';
import { passkeyDataSchema, recoveryDataSchema, totpDataSchema } from './factor-data.model.ts';
import * as store from './factors.store.ts';

/** Codes and passkeys as they are used: each code once, each answer of a passkey once. */
export class FactorCheck {
  readonly #deps: Pick<Deps, 'db' | 'clock' | 'staffFactors' | 'vault'>;

  constructor(deps: Pick<Deps, 'db' | 'clock' | 'staffFactors' | 'vault'>) {
    this.#deps = deps;
  }

  /**
   * Uses a code of an app, or a recovery code; false for a wrong one, and for one that was used.
   * The caller has locked the person.
   */
  async useCode(tx: Tx, staffId: number, code: string): Promise<boolean> {
    const factors = await store.listFactors(tx, staffId);
    for (const factor of factors.filter(({ confirmedAt }) => confirmedAt !== null))
      if (
        (factor.kind === 'totp' && (await this.#useTotp(tx, factor, code))) ||
        (factor.kind === 'recovery' && (await this.#useRecoveryCode(tx, factor, code)))
      )
        return true;
    return false;
  }

  async #useTotp(tx: Tx, factor: store.FactorRow, code: string): Promise<boolean> {
    const now = this.#deps.clock();
    const secret = this.#deps.vault.open(totpDataSchema.parse(factor.data).secret);
    const step = this.#deps.staffFactors.findTotpStep(secret, code, now);
    const isNew = step !== undefined && step > Number(factor.lastStep ?? -1);
    if (isNew) await store.noteFactorUse(tx, factor.id, { now, step });
    return isNew;
  }

  async #useRecoveryCode(tx: Tx, factor: store.FactorRow, code: string): Promise<boolean> {
    const { hashes } = recoveryDataSchema.parse(factor.data);
    const used = hashRecoveryCode(code);
    if (!hashes.includes(used)) return false;
    const data = { hashes: hashes.filter((hash) => hash !== used) };
    await store.noteFactorUse(tx, factor.id, { now: this.#deps.clock(), data });
    return true;
  }

  /** Whose passkey answered a challenge of ours, for the first time; undefined for any other. */
  async usePasskey(answerJson: string): Promise<number | undefined> {
    const { db, clock, staffFactors } = this.#deps;
    const answer = staffFactors.readPasskeyAnswer(answerJson);
    if (!answer) return undefined;
    const { challenge, credentialId } = answer;
    if (!(await store.takeChallenge(db, { challenge, staffId: null }, clock()))) return undefined;
    return db.transaction().execute(async (tx) => {
      const factor = await store.findPasskey(tx, credentialId);
      if (!factor) return undefined;
      const data = passkeyDataSchema.parse(factor.data);
      const counter = await staffFactors.verifyPasskeyAuthentication(answerJson, challenge, data);
      if (counter === undefined) return undefined;
      await store.noteFactorUse(tx, factor.id, { now: clock(), data: { ...data, counter } });
      return factor.staffId;
    });
  }
}

/** Codes are compared without spaces and hyphens, in small letters. */
export const hashRecoveryCode = (code: string): string =>
  hashSecret(code.toLowerCase().replace(/[^0-9a-f]/g, ''));
