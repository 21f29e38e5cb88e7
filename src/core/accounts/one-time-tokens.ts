import type { Deps, Tx } from '../deps.ts';
import type { TokenPurpose } from './model.ts';
import {
  findToken,
  insertToken,
  lockTokenCustomer,
  takeToken,
  type TokenSubject,
} from './one-time-tokens.store.ts';
import { hashSecret } from '../kernel/secrets.ts';

/** The secrets in links that are sent by email, each valid once and for a limited time. */
export class OneTimeTokens {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** A new token. Only its hash is stored. */
  async create(
    tx: Tx,
    purpose: TokenPurpose,
    { customerId, email, validMinutes }: TokenSubject & { readonly validMinutes: number },
  ): Promise<string> {
    const token = this.#deps.secrets.generateLong();
    await insertToken(tx, {
      tokenHash: hashSecret(token),
      purpose,
      customerId,
      email,
      expiresAt: new Date(this.#deps.clock().getTime() + validMinutes * 60_000),
    });
    return token;
  }

  /** Returns the purpose of a valid token; the token stays valid. */
  peek(token: string, purpose: TokenPurpose): Promise<TokenSubject | undefined> {
    const { db, clock } = this.#deps;
    return findToken(db, { tokenHash: hashSecret(token), purpose }, clock());
  }

  /** True for a token that works; it stays valid. */
  async isValid(token: string, purpose: TokenPurpose): Promise<boolean> {
    return (await this.peek(token, purpose)) !== undefined;
  }

  /**
   * Returns the purpose of the token; it is used up with `tx`, so that of many requests at once one
   * gets it. Locks the customer first, as everything does that changes one.
   */
  async consume(tx: Tx, token: string, purpose: TokenPurpose): Promise<TokenSubject | undefined> {
    const tokenHash = hashSecret(token);
    await lockTokenCustomer(tx, tokenHash);
    return takeToken(tx, { tokenHash, purpose }, this.#deps.clock());
  }
}
