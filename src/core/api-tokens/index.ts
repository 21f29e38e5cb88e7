import { createHash } from 'node:crypto';
import type { Deps } from '../deps.ts';
import { fail, failRateLimited, ok, type Outcome } from '../kernel/outcome.model.ts';
import { tokenScopes, type ApiToken, type TokenScope } from './model.ts';
import * as store from './tokens.store.ts';

/** Marks a token wherever it is found, for scanners of leaked secrets. */
const prefix = 'rst_';
const maxWrongTries = 20;
const wrongTriesWindowSeconds = 600;

/** Bearer tokens, with which programs of the publisher call the store. */
export class ApiTokens {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * The new token, which is not kept and can't be shown again. `invalid` without a name or with an
   * unknown scope, `conflict` for a name that is taken.
   */
  async create(given: {
    readonly name: string;
    readonly scopes: readonly string[];
    readonly by: string;
  }): Promise<Outcome<string>> {
    const { db, clock, generateSecret } = this.#deps;
    const name = given.name.trim();
    if (!/^[\w .@-]{1,60}$/.test(name))
      return fail('invalid', 'Name the token by letters, digits and spaces, 60 at most.');
    const unknown = given.scopes.find((scope) => !tokenScopes.some((known) => known === scope));
    if (unknown !== undefined || given.scopes.length === 0)
      return fail('invalid', `Give scopes of these: ${tokenScopes.join(', ')}.`);
    const token = `${prefix}${generateSecret()}${generateSecret()}`;
    const isNew = await store.insertToken(db, {
      name,
      hash: hashToken(token),
      scopes: [...given.scopes],
      createdBy: given.by,
      createdAt: clock(),
    });
    return isNew ? ok(token) : fail('conflict', `There is a token "${name}" already.`);
  }

  /** It works no more from now on. `not-found`. */
  async revoke(name: string): Promise<Outcome<undefined>> {
    const isRevoked = await store.revokeToken(this.#deps.db, name.trim(), this.#deps.clock());
    return isRevoked ? ok(undefined) : fail('not-found', `There is no token "${name}" in use.`);
  }

  list(): Promise<ApiToken[]> {
    return store.listTokens(this.#deps.db);
  }

  /**
   * The token of an Authorization header. `unauthenticated` without a usable one, `forbidden` where
   * it lacks the scope, `rate-limited` for an address that tries many.
   */
  async authenticate(
    header: string | undefined,
    scope: TokenScope,
    clientIp: string,
  ): Promise<Outcome<ApiToken>> {
    const { db, clock } = this.#deps;
    const [, secret = ''] = /^Bearer +(\S+)$/i.exec(header ?? '') ?? [];
    const token = secret.startsWith(prefix)
      ? await store.findUsableToken(db, hashToken(secret))
      : undefined;
    if (!token) return this.#refuse(clientIp);
    if (!token.scopes.includes(scope))
      return fail('forbidden', `The token "${token.name}" may not do this: it lacks "${scope}".`);
    await store.noteUse(db, token.id, clock());
    return ok(token);
  }

  async #refuse(clientIp: string): Promise<Outcome<never>> {
    const waitSeconds = await this.#deps.consumeRateLimit(
      'wrong-api-token',
      clientIp,
      maxWrongTries,
      wrongTriesWindowSeconds,
    );
    return waitSeconds === undefined
      ? fail('unauthenticated', 'Send a token: "Authorization: Bearer rst_…".')
      : failRateLimited(waitSeconds, 'Too many wrong tokens. Please try again later.');
  }
}

/** The SHA-256 in hexadecimal digits: a token has 256 random bits, so nobody can guess from it. */
const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');
