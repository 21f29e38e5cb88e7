import type { Deps, Tx } from '../deps.ts';
import { findCustomerByEmail, lockUnchangedPassword, type CustomerRow } from './customers.store.ts';
import type { KnownBrowsers } from './known-browsers.ts';
import {
  loginForm,
  sessionDays,
  type Customer,
  type NewSession,
  type Session,
  type Visitor,
} from './model.ts';
import { parseForm, type FormInput } from '../kernel/form-fields.ts';
import { fail, ok, type Outcome } from '../kernel/outcome.model.ts';
import { hashSecret } from '../kernel/secrets.ts';
import type { RateLimits } from './rate-limits.ts';
import {
  deleteOtherSessions,
  deleteSession,
  findSessionCustomer,
  insertSession,
  listActiveSessions,
} from './sessions.store.ts';

/** Logged-in browsers. The holder of a session's secret is its customer; only its hash is kept. */
export class Sessions {
  readonly #deps: Deps;
  readonly #knownBrowsers: KnownBrowsers;
  readonly #rateLimits: RateLimits;

  constructor(
    deps: Deps,
    parts: { readonly knownBrowsers: KnownBrowsers; readonly rateLimits: RateLimits },
  ) {
    this.#deps = deps;
    this.#knownBrowsers = parts.knownBrowsers;
    this.#rateLimits = parts.rateLimits;
  }

  /**
   * Starts a session. `unauthenticated` with the same message, after the same time, for a wrong
   * password and for an unknown email; `invalid`; `rate-limited`.
   */
  async login(form: FormInput, visitor: Visitor): Promise<Outcome<NewSession>> {
    const parsed = parseForm(loginForm, form);
    if (!parsed.ok) return parsed;
    const { email, password, turnstile_token: captchaToken } = parsed.value;
    const attempt = { visitor, email, captchaToken };
    const refusal = await this.#rateLimits.checkForm('login', attempt);
    if (refusal) return refusal;
    const wrongCredentials = fail('unauthenticated', 'The email address or the password is wrong.');
    const { db } = this.#deps;
    const customer = await findCustomerByEmail(db, email);
    const verified = await this.#deps.passwords.verify(password, customer?.passwordHash);
    if (!verified.ok) return verified;
    if (!verified.value || !customer) return wrongCredentials;
    return db.transaction().execute(async (tx): Promise<Outcome<NewSession>> => {
      // A password that was changed during the check must not get a session any more.
      if (!(await lockUnchangedPassword(tx, customer.id, customer.passwordHash)))
        return wrongCredentials;
      return ok(await this.create(tx, customer, visitor.userAgent));
    });
  }

  /** Starts a session in `tx`; returns what the customer's cookies say. */
  async create(
    tx: Tx,
    { id: customerId, email }: Pick<Customer, 'id' | 'email'>,
    userAgent: string,
  ): Promise<NewSession> {
    const secret = this.#deps.secrets.generateLong();
    const createdAt = this.#deps.clock();
    await insertSession(tx, {
      tokenHash: hashSecret(secret),
      customerId,
      createdAt,
      expiresAt: new Date(createdAt.getTime() + sessionDays * 86_400_000),
      userAgent: userAgent.slice(0, 300),
    });
    return { session: secret, knownBrowser: this.#knownBrowsers.issueMark(email) };
  }

  /**
   * Returns the customer who is logged in with a secret; undefined if it belongs to no session, or
   * to one that has expired.
   */
  async getCurrentCustomer(secret: string | undefined): Promise<Customer | undefined> {
    if (!isSessionSecret(secret)) return undefined;
    const { db, clock } = this.#deps;
    const row = await findSessionCustomer(db, hashSecret(secret), clock());
    return row && toCustomer(row);
  }

  /** Returns the sessions, newest first; the one of `secret` is marked as the current one. */
  async list({ id }: Customer, secret: string): Promise<Session[]> {
    const rows = await listActiveSessions(this.#deps.db, id, this.#deps.clock());
    const currentHash = hashSecret(secret);
    return rows.map(({ createdAt, userAgent, tokenHash }) => ({
      createdAt: createdAt.toISOString(),
      userAgent,
      isCurrent: tokenHash === currentHash,
    }));
  }

  /** Ends the session; an unknown secret changes nothing. */
  async logout(secret: string | undefined): Promise<void> {
    if (isSessionSecret(secret)) await deleteSession(this.#deps.db, hashSecret(secret));
  }

  /** Ends all sessions of the customer except the one of `secret`. */
  endOthers({ id }: Customer, secret: string): Promise<void> {
    return deleteOtherSessions(this.#deps.db, id, hashSecret(secret));
  }
}

const isSessionSecret = (secret: string | undefined): secret is string =>
  secret !== undefined && /^[0-9a-f]{64}$/.test(secret);

/** Without the password's hash, which leaves this module for nobody. */
const toCustomer = (row: CustomerRow): Customer => ({
  id: row.id,
  email: row.email,
  confirmed: row.confirmedAt !== null,
  name: row.name,
  mobileNo: row.mobileNo,
  address: row.address,
  countryId: row.countryId,
  region: row.region,
  city: row.city,
});
