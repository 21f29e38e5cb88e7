import { failWithFieldErrors, readTextField, type FormInput } from '../kernel/form-fields.ts';
import { queueEmail } from '../kernel/queue-email.ts';
import { ok, type Outcome } from '../kernel/outcome.model.ts';
import { deleteCustomer, getPasswordHash } from './customers.store.ts';
import type { AccountDeps } from './deps.ts';
import { accountDeletedEmail } from './emails.ts';
import type { Customer } from './model.ts';
import { verifyPassword } from '../kernel/password-hash.ts';
import { RateLimits } from './rate-limits.ts';

/** Deletes the account of a logged-in customer. */
export class AccountDeletion {
  readonly #deps: AccountDeps;
  readonly #rateLimits: RateLimits;

  constructor(deps: AccountDeps) {
    this.#deps = deps;
    this.#rateLimits = new RateLimits(deps);
  }

  /**
   * Deletes the account with its sessions and links, and emails the customer so. Orders and
   * invoices stay without the account, as the law requires. `invalid` at `password`;
   * `rate-limited`.
   */
  async delete(customer: Customer, form: FormInput): Promise<Outcome<undefined>> {
    const { db, generateSecret } = this.#deps;
    const passwordHash = await getPasswordHash(db, customer.id);
    const refusal = await this.#rateLimits.checkPassword(customer.id);
    if (refusal) return refusal;
    const password = readTextField(form, 'password');
    const verified = await verifyPassword(this.#deps, password, passwordHash);
    if (!verified.ok) return verified;
    if (!verified.value) return failWithFieldErrors({ password: ['This is not your password.'] });
    const publisher = await this.#deps.getPublisher();
    await db.transaction().execute(async (tx) => {
      await deleteCustomer(tx, customer.id, passwordHash);
      const dedupeKey = `account-deleted-${generateSecret()}`;
      await queueEmail(this.#deps, tx, accountDeletedEmail(customer, dedupeKey, publisher));
    });
    return ok(undefined);
  }
}
