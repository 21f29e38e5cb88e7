import type { Tx } from '../deps.ts';
import type { ProgramActor } from '../kernel/audit.ts';
import { parseForm, type FormInput } from '../kernel/form-fields.ts';
import { ok, type Outcome, type Refusal } from '../kernel/outcome.model.ts';
import type { StaffDeps } from './deps.ts';
import { ownerForm } from './forms.model.ts';
import { demoPassword, getDemoEmail, roles } from './model.ts';
import { hasStaff, insertStaff } from './staff.store.ts';

/** The people whom nobody invites: the owner of a new store, and the logins of the demo. */
export class FirstOwner {
  readonly #deps: StaffDeps;

  constructor(deps: StaffDeps) {
    this.#deps = deps;
  }

  /** True if nobody works in the back office yet. */
  async isMissing(): Promise<boolean> {
    return !(await hasStaff(this.#deps.db));
  }

  /**
   * Makes the owner, in a transaction of the caller's: nothing if somebody works here already.
   * `invalid` for wrong fields.
   */
  async prepare(form: FormInput): Promise<Outcome<(tx: Tx) => Promise<void>>> {
    const parsed = parseForm(ownerForm, form);
    if (!parsed.ok) return parsed;
    const { owner_email: email, owner_name: name, owner_password: password } = parsed.value;
    const hashed = await this.#deps.passwords.hash(password);
    if (!hashed.ok) return toOwnerField(hashed);
    return ok(async (tx) => {
      if (await hasStaff(tx)) return;
      const person = { email, name, role: 'owner', passwordHash: hashed.value } as const;
      await this.#insert(tx, person, { programName: 'first setup' });
    });
  }

  /** The demo has a login of every role; throws if it is no demo. */
  async addDemoLogins(): Promise<void> {
    if (this.#deps.staffFactors.isRequired) throw new Error('demo logins are for the demo alone');
    const hashed = await this.#deps.passwords.hash(demoPassword);
    if (!hashed.ok) throw new Error(hashed.message);
    const passwordHash = hashed.value;
    await this.#deps.db.transaction().execute(async (tx) => {
      for (const role of roles) {
        const name = `Demo ${role}`;
        const person = { email: getDemoEmail(role), name, role, passwordHash };
        await this.#insert(tx, person, { programName: 'demo' });
      }
    });
  }

  async #insert(
    tx: Tx,
    person: Omit<Parameters<typeof insertStaff>[1], 'createdAt'>,
    actor: ProgramActor,
  ): Promise<void> {
    const created = await insertStaff(tx, { ...person, createdAt: this.#deps.clock() });
    if (!created) return;
    const thing = { kind: 'staff', id: String(created.id) };
    const change = { after: { email: created.email, role: created.role } };
    await this.#deps.audit.record(tx, { verb: 'staff.invite', thing, actor, change });
  }
}

/** The refusal of a password, at the field that the form of a new store has for it. */
const toOwnerField = (refusal: Refusal): Refusal =>
  refusal.errors?.['password']
    ? { ...refusal, errors: { owner_password: refusal.errors['password'] } }
    : refusal;
