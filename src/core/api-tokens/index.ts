import { createHash } from 'node:crypto';
import type { Deps } from '../deps.ts';
import { getActorName, type Actor } from '../kernel/audit.ts';
import { fail, failRateLimited, ok, type Outcome } from '../kernel/outcome.model.ts';
import { failWithFieldErrors } from '../kernel/form-fields.ts';
import { mayDo } from '../staff/verbs.model.ts';
import { tokenDays, tokenScopes, type ApiToken, type TokenScope } from './model.ts';
import * as store from './tokens.store.ts';

/** Marks a token wherever it is found, for scanners of leaked secrets. */
const prefix = 'rst_';
const maxWrongTries = 20;
const wrongTriesWindowSeconds = 600;
const dayMs = 24 * 60 * 60 * 1000;

type NewApiToken = {
  readonly name: string;
  readonly scopes: readonly string[];
  readonly days?: number | undefined;
};

/** Bearer tokens, with which programs of the publisher call the store. */
export class ApiTokens {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * The new token, which is not kept and can't be shown again. `days`: for how long it works;
   * without them, until it is revoked. `invalid` without a name or with an unknown scope or time,
   * `conflict` for a name that is in use; `forbidden`, `proof-needed`.
   */
  async create(actor: Actor, given: NewApiToken): Promise<Outcome<string>> {
    const name = given.name.trim();
    const scopes = [...given.scopes];
    return this.#deps.staffActs.perform(actor, toAttempt(name), async (tx, audit) => {
      const errors = findErrors(given);
      if (Object.keys(errors).length > 0) return failWithFieldErrors(errors);
      const { generateSecret, clock } = this.#deps;
      const token = `${prefix}${generateSecret()}${generateSecret()}`;
      const now = clock();
      const { days } = given;
      const expiresAt = days === undefined ? null : new Date(now.getTime() + days * dayMs);
      const isNew = await store.insertToken(tx, {
        name,
        scopes,
        hash: hashToken(token),
        createdBy: getActorName(actor),
        createdAt: now,
        expiresAt,
      });
      if (!isNew) return fail('conflict', `There is already a token "${name}".`);
      audit({ after: { name, scopes, ...(expiresAt ? { expiresAt } : {}) } });
      return ok(token);
    });
  }

  /** The token no longer works from now on. `not-found`, `forbidden`, `proof-needed`. */
  async revoke(actor: Actor, given: string): Promise<Outcome<undefined>> {
    const name = given.trim();
    return this.#deps.staffActs.perform(actor, toAttempt(name), async (tx, audit) => {
      const isRevoked = await store.revokeToken(tx, name, this.#deps.clock());
      if (!isRevoked) return fail('not-found', `There is no token "${name}" in use.`);
      audit({ after: { name, isRevoked } });
      return ok(undefined);
    });
  }

  /** All tokens, the revoked and expired ones too. `forbidden`; a proof is not asked for. */
  async list(actor: Actor): Promise<Outcome<ApiToken[]>> {
    if (!('programName' in actor) && !mayDo(actor.role, 'token.edit'))
      return fail('forbidden', 'Your role does not allow this.');
    return ok(await store.listTokens(this.#deps.db));
  }

  /**
   * The token of an Authorization header. `unauthenticated` without a usable one, `forbidden` if
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
      ? await store.findUnrevokedToken(db, hashToken(secret))
      : undefined;
    if (!token) return this.#refuse(clientIp);
    if (token.expiresAt && token.expiresAt <= clock())
      return fail('unauthenticated', `The token "${token.name}" has expired. Ask for a new one.`);
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

const nameRule = 'Name the token by letters, digits and spaces, 60 at most.';
const scopeRule = `Choose what it may do: ${tokenScopes.join(', ')}.`;

const daysRule = `Choose for how long it works: ${tokenDays.join(', ')} days, or until it is revoked.`;

/** By field, all that is wrong. */
function findErrors({ name, scopes, days }: NewApiToken): Record<string, string[]> {
  const isKnownTime = days === undefined || tokenDays.some((known) => known === days);
  const isKnown = (scope: string): boolean => tokenScopes.some((known) => known === scope);
  return {
    ...(/^[\w .@-]{1,60}$/.test(name.trim()) ? {} : { name: [nameRule] }),
    ...(scopes.length > 0 && scopes.every(isKnown) ? {} : { scopes: [scopeRule] }),
    ...(isKnownTime ? {} : { days: [daysRule] }),
  };
}

const toAttempt = (name: string) =>
  ({ verb: 'token.edit', thing: { kind: 'token', id: name.slice(0, 60) } }) as const;

/** The SHA-256 in hexadecimal digits: a token has 256 random bits, so nobody can guess from it. */
const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');
