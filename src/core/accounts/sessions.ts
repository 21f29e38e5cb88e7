import type { Deps, Tx } from '../deps.ts';
import type { CustomerRow } from './customers.store.ts';
import { KnownBrowsers } from './known-browsers.ts';
import { sessionDays, type Customer, type NewSession, type Session } from './model.ts';
import { generateLongSecret, hashSecret } from '../kernel/secrets.ts';
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

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#knownBrowsers = new KnownBrowsers(deps);
  }

  /** Starts a session; the answer is for the customer's cookies. */
  async create(
    tx: Tx,
    { id: customerId, email }: Pick<Customer, 'id' | 'email'>,
    userAgent: string,
  ): Promise<NewSession> {
    const secret = generateLongSecret(this.#deps);
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

  /** undefined for a secret that belongs to no session, or to one that has expired. */
  async getCurrentCustomer(secret: string | undefined): Promise<Customer | undefined> {
    if (!isSessionSecret(secret)) return undefined;
    const { db, clock } = this.#deps;
    const row = await findSessionCustomer(db, hashSecret(secret), clock());
    return row && toCustomer(row);
  }

  /** Newest first; the session of `secret` is marked as the current one. */
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
