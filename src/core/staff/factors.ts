import type { Tx } from '../deps.ts';
import { parseForm, readTextField, type FormInput } from '../kernel/form-fields.ts';
import { fail, ok, type Outcome, type Refusal } from '../kernel/outcome.model.ts';
import { findLineFault, trimLine } from '../kernel/single-line.model.ts';
import type { StaffDeps } from './deps.ts';
import { passkeyDataSchema, recoveryDataSchema, totpDataSchema } from './factor-data.model.ts';
import { hashRecoveryCode } from './factor-check.ts';
import * as store from './factors.store.ts';
import { codeForm } from './forms.model.ts';
import { recoveryCodeCount, signInMinutes, type Factor } from './model.ts';
import { lockStaff } from './staff.store.ts';

/** Whose factors they are. */
export type FactorOwner = { readonly id: number; readonly email: string; readonly name: string };

/** The secret that somebody gives to their app: by its QR code, or typed. */
export type TotpSetUp = { readonly secret: string; readonly qrSvg: string };

/** A person's factors: apps, passkeys and recovery codes. The callers say who may change them. */
export class Factors {
  readonly #deps: StaffDeps;

  constructor(deps: StaffDeps) {
    this.#deps = deps;
  }

  /** Those that can be used, oldest first. */
  async list(staffId: number): Promise<Factor[]> {
    return (await store.listFactors(this.#deps.db, staffId)).filter(isConfirmed).map(toFactor);
  }

  /**
   * The app that is being set up; it counts once it has shown a code. Its secret is new for each set-up
   * (`setUp`: a sign-in, or a proof of identity), so that nobody knows it who saw an earlier one,
   * and the same while the page is opened again within a quarter of an hour.
   */
  async openTotp(owner: FactorOwner, setUp: string): Promise<TotpSetUp> {
    const { db, clock, staffFactors, vault } = this.#deps;
    const now = clock();
    const secret = await db.transaction().execute(async (tx) => {
      await lockStaff(tx, owner.id);
      const opened = await findOpenTotp(tx, owner.id);
      const kept = opened && totpDataSchema.parse(opened.data);
      if (kept?.setUp === setUp && isFresh(opened, now)) return vault.open(kept.secret);
      if (opened) await store.deleteFactor(tx, opened.id);
      const created = staffFactors.createTotpSecret();
      await store.insertFactor(tx, {
        staffId: owner.id,
        kind: 'totp',
        name: 'Authenticator app',
        data: { secret: vault.seal(created), setUp },
        now,
        isConfirmed: false,
      });
      return created;
    });
    const { name: issuer } = await this.#deps.getPublisher();
    const { qrSvg } = staffFactors.describeTotp(secret, { issuer, email: owner.email });
    return { secret, qrSvg };
  }

  /** The app counts from now on. `invalid` for a wrong code, `not-found` if none is set up. */
  async confirmTotp(tx: Tx, staffId: number, form: FormInput): Promise<Outcome<undefined>> {
    const parsed = parseForm(codeForm, form);
    if (!parsed.ok) return parsed;
    const now = this.#deps.clock();
    await lockStaff(tx, staffId);
    const opened = await findOpenTotp(tx, staffId);
    if (!opened || !isFresh(opened, now))
      return fail('not-found', 'Please start again: no app is being set up.');
    const secret = this.#deps.vault.open(totpDataSchema.parse(opened.data).secret);
    const step = this.#deps.staffFactors.findTotpStep(secret, parsed.value.code, now);
    if (step === undefined) return failWithWrongCode();
    await store.confirmFactor(tx, opened.id, now);
    await store.noteFactorUse(tx, opened.id, { now, step });
    return ok(undefined);
  }

  /** The options for the browser that makes a new passkey, as JSON. */
  async createPasskeyRequest(owner: FactorOwner): Promise<string> {
    const { db, staffFactors } = this.#deps;
    const factors = await store.listFactors(db, owner.id);
    const { name: issuer } = await this.#deps.getPublisher();
    const { optionsJson, challenge } = await staffFactors.createPasskeyRegistration({
      issuer,
      email: owner.email,
      name: owner.name,
      staffId: owner.id,
      existing: factors
        .filter(({ kind }) => kind === 'passkey')
        .map(({ data }) => passkeyDataSchema.parse(data)),
    });
    await this.#keepChallenge(challenge, owner.id);
    return optionsJson;
  }

  /** The options for a browser that is to prove with a passkey who uses it, as JSON. */
  async createPasskeyQuestion(): Promise<string> {
    const { optionsJson, challenge } = await this.#deps.staffFactors.createPasskeyAuthentication();
    await this.#keepChallenge(challenge, null);
    return optionsJson;
  }

  #keepChallenge(challenge: string, staffId: number | null): Promise<void> {
    const now = this.#deps.clock();
    const expiresAt = new Date(now.getTime() + signInMinutes * 60_000);
    return store.insertChallenge(this.#deps.db, { challenge, staffId, expiresAt }, now);
  }

  /** The passkey counts from now on. `invalid` for a wrong answer, or one to another question. */
  async addPasskey(tx: Tx, staffId: number, form: FormInput): Promise<Outcome<undefined>> {
    const { clock, staffFactors } = this.#deps;
    const now = clock();
    const answerJson = readTextField(form, 'passkey');
    if (answerJson === '')
      return fail('invalid', 'Press “Add a passkey”: your device asks you now.');
    const challenge = staffFactors.readPasskeyAnswer(answerJson)?.challenge ?? '';
    const failed = fail('invalid', 'The passkey could not be added. Please try again.');
    if (!(await store.takeChallenge(tx, { challenge, staffId }, now))) return failed;
    const data = await staffFactors.verifyPasskeyRegistration(answerJson, challenge);
    if (!data || (await store.findPasskey(tx, data.credentialId))) return failed;
    const typed = trimLine(readTextField(form, 'passkey_name').slice(0, 60));
    const name = findLineFault(typed) === undefined && typed !== '' ? typed : 'Passkey';
    await store.insertFactor(tx, { staffId, kind: 'passkey', name, data, now, isConfirmed: true });
    return ok(undefined);
  }

  /** New recovery codes, shown once; those before no longer work. */
  async replaceRecoveryCodes(tx: Tx, staffId: number): Promise<string[]> {
    const codes = Array.from({ length: recoveryCodeCount }, () => this.#generateCode());
    await store.deleteFactors(tx, staffId, ['recovery']);
    await store.insertFactor(tx, {
      staffId,
      kind: 'recovery',
      name: 'Recovery codes',
      data: { hashes: codes.map(hashRecoveryCode) },
      now: this.#deps.clock(),
      isConfirmed: true,
    });
    return codes;
  }

  /** 64 random bits, as "0123-4567-89ab-cdef". */
  #generateCode(): string {
    const digits = this.#deps.generateSecret().slice(0, 16);
    return (digits.match(/.{4}/g) ?? []).join('-');
  }
}

/** A passkey or an app: recovery codes alone are no second factor. */
export const isFullFactor = (factor: Pick<store.FactorRow, 'kind' | 'confirmedAt'>): boolean =>
  isConfirmed(factor) && factor.kind !== 'recovery';

const isConfirmed = ({ confirmedAt }: Pick<store.FactorRow, 'confirmedAt'>): boolean =>
  confirmedAt !== null;

/** True for an app whose set-up began within the time that a sign-in may take. */
const isFresh = (factor: Pick<store.FactorRow, 'createdAt'> | undefined, now: Date): boolean =>
  factor !== undefined && now.getTime() - factor.createdAt.getTime() < signInMinutes * 60_000;

const findOpenTotp = async (tx: Tx, staffId: number): Promise<store.FactorRow | undefined> =>
  (await store.listFactors(tx, staffId)).find(
    (factor) => factor.kind === 'totp' && !isConfirmed(factor),
  );

const toFactor = ({ id, kind, name, createdAt, lastUsedAt, data }: store.FactorRow): Factor => ({
  id,
  kind,
  name,
  createdAt,
  lastUsedAt,
  ...(kind === 'recovery' ? { codesLeft: recoveryDataSchema.parse(data).hashes.length } : {}),
});

const wrongCode = 'This code is wrong or was already used. Please use the next one.';

/** `invalid`, at the field of the code. */
export const failWithWrongCode = (): Refusal => fail('invalid', wrongCode, { code: [wrongCode] });
