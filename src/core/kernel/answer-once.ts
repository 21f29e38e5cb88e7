/** Requests that are answered once: whoever sends one again gets the first answer. */
import { sql } from 'kysely';
import type { GivenDeps } from '../given-deps.ts';
import { Renewal } from './claim.ts';
import { hashSecret } from './secrets.ts';

/** How long a killed process holds a request. Renewed while it is being answered. */
const leaseMs = 30_000;

/** `key`: what the sender names the request by; `owner`: whose keys these are. */
export type NamedRequest = { readonly owner: string; readonly key: string };

/** The result; `kept` is the answer as it is stored, undefined if nothing was done. */
export type Answered<T> = { readonly answer: T; readonly kept: string | undefined };

export type AnsweredOnce<T> =
  | { readonly kind: 'answered'; readonly answer: T }
  | { readonly kind: 'repeated'; readonly kept: string }
  /** The first one has no answer yet. */
  | { readonly kind: 'under-way' };

type OnceDeps = Pick<GivenDeps, 'db' | 'sleep' | 'vault' | 'log'>;

/** Answers to requests, kept for whoever sends one again. */
export class AnswerOnce {
  readonly #deps: OnceDeps;

  constructor(deps: OnceDeps) {
    this.#deps = deps;
  }

  /**
   * Answers a request, unless it was answered before. One that did nothing may be sent again, and so
   * may one whose process was killed: what it did then counts once by `doOnce` or by its own state.
   */
  async answer<T>(
    { owner, key: name }: NamedRequest,
    work: () => Promise<Answered<T>>,
  ): Promise<AnsweredOnce<T>> {
    const key = hashSecret(JSON.stringify(['request', owner, name]));
    const earlier = await this.#take(key);
    if (earlier) return earlier;
    const renewal = new Renewal(this.#deps, leaseMs, () => this.#renew(key));
    let kept: string | undefined;
    try {
      const answered = await work();
      ({ kept } = answered);
      return { kind: 'answered', answer: answered.answer };
    } finally {
      renewal.end();
      await this.#settle(key, kept);
    }
  }

  /** undefined where it is this caller's to answer. */
  async #take(
    key: string,
  ): Promise<Exclude<AnsweredOnce<never>, { kind: 'answered' }> | undefined> {
    const { db, vault } = this.#deps;
    const { rows } = await sql`
    insert into sent_form as sent (key, held_until) values (${key}, ${leaseEnd})
    on conflict (key) do update set held_until = excluded.held_until
      where sent.answer is null and sent.held_until < clock_timestamp()
    returning key`.execute(db);
    if (rows.length > 0) return undefined;
    const row = await db
      .selectFrom('sentForm')
      .select('answer')
      .where('key', '=', key)
      .executeTakeFirst();
    if (row?.answer == null) return { kind: 'under-way' };
    return { kind: 'repeated', kept: vault.open(row.answer) };
  }

  async #renew(key: string): Promise<boolean> {
    const { db } = this.#deps;
    const { numUpdatedRows } = await db
      .updateTable('sentForm')
      .set({ heldUntil: leaseEnd })
      .where('key', '=', key)
      .where('answer', 'is', null)
      .executeTakeFirst();
    return numUpdatedRows === 1n;
  }

  /** With its answer; without one it is as if it had never come. */
  async #settle(key: string, kept: string | undefined) {
    const { db, vault } = this.#deps;
    if (kept === undefined) {
      await db.deleteFrom('sentForm').where('key', '=', key).where('answer', 'is', null).execute();
      return;
    }
    const answer = vault.seal(kept);
    await db.updateTable('sentForm').set({ answer }).where('key', '=', key).execute();
  }
}

const leaseEnd = sql<Date>`clock_timestamp() + make_interval(secs => ${leaseMs / 1000}::float8)`;
