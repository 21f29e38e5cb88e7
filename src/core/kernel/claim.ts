/**
 * The one way in which work that waits in a table is taken up: claimed by one process, tried again
 * with growing waits, and given up in the end. A table takes part by having the columns of
 * `ClaimRow`; its other columns say what there is to do.
 *
 * `due_at` is when somebody may take the row next: the end of a wait, or the end of the lease of who
 * has it. Null: nothing is left to do. One clock decides: the database's, or that which wrote the
 * table's other times.
 */
import { sql, type RawBuilder } from 'kysely';
import type { GivenDeps, Tx } from '../given-deps.ts';

/** A row that is taken. Whoever takes it later has another token, and this one commits nothing. */
export type Claim = {
  readonly id: number;
  readonly token: string;
  /** With this one, since the work last committed something. */
  readonly tries: number;
};

export type ClaimOptions = {
  /** As the database spells it: "long_work". */
  readonly table: string;
  /** How long a killed process holds a row. Renewed while the work runs. */
  readonly leaseMs?: number;
  /** Tries without anything committed, after which it is given up; 10 by default. */
  readonly maxTries?: number;
  /** The same error so often in a row is no passing one; 3 by default. */
  readonly maxSameErrors?: number;
  /** The wait after so many failed tries. */
  readonly waitMs?: (failedTries: number) => number;
  /** A `due_at` further away was written by a clock that was ahead: the row is due. */
  readonly longestWaitMs?: number;
  /** Where the table's times are those of the program; the database's by default. */
  readonly clock?: GivenDeps['clock'];
  /** Tells whom it concerns, in the transaction that gives up; `error` is a sentence. */
  readonly onGiveUp: (tx: Tx, id: number, error: string) => Promise<void>;
};

/** The outcome of a try. `lost`: somebody else has the row, or it was withdrawn. */
export type TryOutcome =
  | { readonly kind: 'done' | 'given-up' | 'lost' }
  /** It goes on after `waitMs`, by itself. */
  | { readonly kind: 'waits'; readonly waitMs: number };

/** Thrown by `Held` where the claim is not this process's any more: its transaction is undone. */
export class LostClaimError extends Error {}

/** Thrown by work that wants to go on later though nothing went wrong; what it committed stays. */
export class GoOnLater extends Error {
  readonly waitMs: number;
  constructor(waitMs = 0) {
    super('goes on later');
    this.waitMs = waitMs;
  }
}

const defaultLeaseMs = 30_000;
const dayMs = 86_400_000;
/** How often a sleeping renewal looks whether the work has ended. */
const beatMs = 500;

/** 5 s, 10 s, 20 s and so on, to ten minutes. */
const defaultWaitMs = (failedTries: number): number =>
  Math.min(5000 * 2 ** Math.min(failedTries - 1, 10), 600_000);

/** How a try ended, as its work says: after which wait the row is due again, and what was wrong. */
export type Ending = { readonly waitMs?: number; readonly error?: string };

/** Where a row is held: what is committed through it counts exactly if the claim still holds. */
export class Held {
  readonly claim: Claim;
  readonly #deps: Pick<GivenDeps, 'db'>;
  readonly #queue: Claims;
  /** Resolves with the outcome of the try, once the work has said so. */
  ended: TryOutcome | undefined;

  constructor(deps: Pick<GivenDeps, 'db'>, queue: Claims, claim: Claim) {
    this.#deps = deps;
    this.#queue = queue;
    this.claim = claim;
  }

  /** One step in one transaction; the tries begin anew. Throws LostClaimError, and undoes it. */
  commit<T>(step: (tx: Tx) => Promise<T>): Promise<T> {
    return this.#transact(step, sql`tries = 0, same_errors = 0, last_error = null`);
  }

  /** The last step: nothing is left to do afterwards. */
  finish<T>(step: (tx: Tx) => Promise<T>): Promise<T> {
    return this.#end(step, () => ({}));
  }

  /** As `finish`; the step says whether the row is finished, or due again after a wait. */
  async end(step: (tx: Tx) => Promise<Ending>): Promise<void> {
    await this.#end(step, (ending) => ending);
  }

  /** As `finish`, for what has happened outside and is so, whoever has the row by now. */
  async finishEvenIfLost(step: (tx: Tx) => Promise<void>): Promise<void> {
    await this.#deps.db.transaction().execute(async (tx) => {
      await step(tx);
      await this.#queue.withdraw(tx, this.claim.id);
    });
    this.ended = { kind: 'done' };
  }

  /** As `commit`, for what is no step: another try begins anew, and it still counts as one. */
  report<T>(write: (tx: Tx) => Promise<T>): Promise<T> {
    return this.#transact(write, this.#queue.leaseAnew());
  }

  /** Throws LostClaimError where another one has it, or it was withdrawn. */
  check(): Promise<void> {
    return this.report(async () => {});
  }

  async #end<T>(step: (tx: Tx) => Promise<T>, read: (done: T) => Ending): Promise<T> {
    let waitMs: number | undefined;
    const done = await this.#deps.db.transaction().execute(async (tx) => {
      const result = await step(tx);
      const ending = read(result);
      ({ waitMs } = ending);
      const due =
        waitMs === undefined
          ? sql`due_at = null`
          : sql`due_at = ${this.#queue.afterMs(waitMs)}, tries = 0, same_errors = 0`;
      const set = sql`${due}, claim_token = null, last_error = ${ending.error ?? null}`;
      await this.#set(tx, set);
      return result;
    });
    this.ended = waitMs === undefined ? { kind: 'done' } : { kind: 'waits', waitMs };
    return done;
  }

  /** Last in the transaction, so that a request that withdraws the row never waits for the step. */
  #transact<T>(step: (tx: Tx) => Promise<T>, set: RawBuilder<unknown>): Promise<T> {
    return this.#deps.db.transaction().execute(async (tx) => {
      const done = await step(tx);
      await this.#set(tx, set);
      return done;
    });
  }

  async #set(tx: Tx, set: RawBuilder<unknown>): Promise<void> {
    if (!(await this.#queue.updateHeld(tx, this.claim, set)))
      throw new LostClaimError(`${this.claim.id} was taken up elsewhere, or withdrawn`);
  }
}

type ClaimDeps = Pick<GivenDeps, 'db' | 'sleep' | 'generateSecret' | 'log'>;

/** Columns of rows that are due now, with all their tries; who has one keeps it. */
export const offered = (now: Date) => ({
  dueAt: sql<Date>`case when claim_token is null then ${now}::timestamptz else due_at end`,
  tries: 0,
  sameErrors: 0,
});

/** Columns of rows that nobody takes up any more; who has one commits nothing further. */
export const withdrawn = { dueAt: null, claimToken: null } as const;

/** The rows of one table that wait. */
export class Claims {
  readonly #deps: ClaimDeps;
  readonly #options: Required<Omit<ClaimOptions, 'clock'>>;
  readonly #clock: GivenDeps['clock'] | undefined;
  readonly #table: RawBuilder<unknown>;

  constructor(deps: ClaimDeps, { clock, ...options }: ClaimOptions) {
    this.#deps = deps;
    this.#clock = clock;
    this.#options = {
      leaseMs: defaultLeaseMs,
      maxTries: 10,
      maxSameErrors: 3,
      waitMs: defaultWaitMs,
      longestWaitMs: dayMs,
      ...options,
    };
    this.#table = sql.table(options.table);
  }

  /** The ids of rows that are due, the longest due first. An index on `due_at` finds them. */
  async listDue(limit: number): Promise<number[]> {
    const { rows } = await sql<{ id: number }>`
      select id from ${this.#table} where ${this.isDue()} order by due_at limit ${limit}
    `.execute(this.#deps.db);
    return rows.map(({ id }) => id);
  }

  /** For a query of the table's own: whether its row may be taken. */
  isDue(): RawBuilder<boolean> {
    const { longestWaitMs, leaseMs } = this.#options;
    return sql<boolean>`(due_at <= ${this.#now()} or due_at > ${this.afterMs(longestWaitMs)}
      or (claim_token is not null and due_at > ${this.afterMs(2 * leaseMs)}))`;
  }

  /** The row is this caller's for the length of a lease; undefined if it is not due. */
  take(id: number, also: RawBuilder<boolean> = sql`true`): Promise<Claim | undefined> {
    return this.#takeOne(sql`id = ${id} and ${this.isDue()} and ${also}`);
  }

  /**
   * As `take`, though its wait may not be over; undefined if it is finished, or somebody has it.
   */
  takeAtOnce(id: number): Promise<Claim | undefined> {
    return this.#takeOne(
      sql`id = ${id} and due_at is not null and (claim_token is null or ${this.isDue()})`,
    );
  }

  /** As `take`, for up to so many that are due; two who ask at once never get the same. */
  takeDue(limit: number, also: RawBuilder<boolean> = sql`true`): Promise<Claim[]> {
    return this.#take(sql`${also} and ${this.isDue()}`, limit);
  }

  /** When the first of the leases ends that others have, ms from now; undefined if none is. */
  async getNextLeaseEndMs(): Promise<number | undefined> {
    const { rows } = await sql<{ ms: number }>`
      select extract(epoch from due_at - ${this.#now()})::float8 * 1000 as ms
      from ${this.#table} where claim_token is not null and due_at > ${this.#now()}
      order by due_at limit 1`.execute(this.#deps.db);
    return rows[0]?.ms;
  }

  /**
   * Tries the work, and renews the lease meanwhile. Where it returns, the row is finished. An error
   * is noted, and tried again after a wait; the same one for the third time, or too many tries
   * without a step, end it. Throws only if the database can't be asked: the lease runs out then.
   */
  async perform(claim: Claim, work: (held: Held) => Promise<void>): Promise<TryOutcome> {
    const held = new Held(this.#deps, this, claim);
    if (claim.tries > this.#options.maxTries)
      return this.#giveUp(claim, `It ended without an answer ${this.#options.maxTries} times.`);
    const renewal = this.#renew(claim);
    try {
      await work(held);
      if (!held.ended) await held.finish(async () => {});
      return held.ended ?? { kind: 'done' };
    } catch (error) {
      if (error instanceof LostClaimError) return { kind: 'lost' };
      if (error instanceof GoOnLater) return await this.#goOnLater(claim, error.waitMs);
      return await this.#noteFailure(claim, error);
    } finally {
      renewal.end();
    }
  }

  /** Nobody takes the row up any more; who has it commits nothing further. False if it is over. */
  async withdraw(tx: Tx, id: number): Promise<boolean> {
    const { numAffectedRows } = await sql`
      update ${this.#table} set due_at = null, claim_token = null
      where id = ${id} and due_at is not null`.execute(tx);
    return numAffectedRows === 1n;
  }

  /** The row is due now, with all its tries; who has it keeps it. */
  async offer(tx: Tx, id: number): Promise<void> {
    await sql`
      update ${this.#table} set tries = 0, same_errors = 0,
        due_at = case when claim_token is null then ${this.#now()} else due_at end
      where id = ${id}`.execute(tx);
  }

  /** For `Held`: changes columns of the row. False if the claim is lost. */
  async updateHeld(tx: Tx, { id, token }: Claim, set: RawBuilder<unknown>): Promise<boolean> {
    const { numAffectedRows } = await sql`
      update ${this.#table} set ${set} where id = ${id} and claim_token = ${token}`.execute(tx);
    return numAffectedRows === 1n;
  }

  /** For `Held`. */
  leaseAnew(): RawBuilder<unknown> {
    return sql`due_at = ${this.afterMs(this.#options.leaseMs)}`;
  }

  /** For `Held`: so long from now. */
  afterMs(ms: number): RawBuilder<Date> {
    return sql`${this.#now()} + make_interval(secs => ${ms / 1000}::float8)`;
  }

  #now(): RawBuilder<Date> {
    return this.#clock ? sql`${this.#clock()}::timestamptz` : sql`clock_timestamp()`;
  }

  async #takeOne(matching: RawBuilder<boolean>): Promise<Claim | undefined> {
    return (await this.#take(matching, 1))[0];
  }

  async #take(matching: RawBuilder<boolean>, limit: number): Promise<Claim[]> {
    const token = this.#deps.generateSecret();
    const { rows } = await sql<Omit<Claim, 'token'>>`
      with due as (
        select id from ${this.#table} where ${matching} order by due_at limit ${limit}
        for update skip locked)
      update ${this.#table} as row
      set claim_token = ${token}, tries = row.tries + 1, ${this.leaseAnew()}
      from due where row.id = due.id returning row.id, row.tries`.execute(this.#deps.db);
    return rows.map((row) => ({ ...row, token }));
  }

  #renew(claim: Claim): { readonly end: () => void } {
    return new Renewal(this.#deps, this.#options.leaseMs, () =>
      this.#update(claim, this.leaseAnew()),
    );
  }

  async #goOnLater(claim: Claim, waitMs: number): Promise<TryOutcome> {
    const set = sql`claim_token = null, tries = 0, due_at = ${this.afterMs(waitMs)}`;
    return (await this.#update(claim, set)) ? { kind: 'waits', waitMs } : { kind: 'lost' };
  }

  async #noteFailure(claim: Claim, error: unknown): Promise<TryOutcome> {
    const { waitMs, maxTries, maxSameErrors } = this.#options;
    const sentence = describeError(error);
    const { sameErrors, isHeld } = await this.#countSame(claim, error, sentence);
    if (!isHeld) return { kind: 'lost' };
    const isLast = sameErrors >= maxSameErrors || claim.tries >= maxTries;
    const fields = { table: this.#options.table, id: claim.id, tries: claim.tries, error };
    this.#deps.log.warn(fields, isLast ? 'work was given up' : 'work failed and is tried again');
    if (isLast) return this.#giveUp(claim, sentence);
    const wait = waitMs(claim.tries);
    const set = sql`claim_token = null, due_at = ${this.afterMs(wait)}`;
    return (await this.#update(claim, set)) ? { kind: 'waits', waitMs: wait } : { kind: 'lost' };
  }

  /** How often in a row it ended so. What the database says about its own state is passing. */
  async #countSame({ id, token }: Claim, error: unknown, sentence: string) {
    const count = isPassing(error)
      ? sql`0`
      : sql`case when last_error = ${sentence} then same_errors + 1 else 1 end`;
    const { rows } = await sql<{ sameErrors: number }>`
      update ${this.#table} set same_errors = ${count}, last_error = ${sentence}
      where id = ${id} and claim_token = ${token}
      returning same_errors as "sameErrors"`.execute(this.#deps.db);
    return { sameErrors: rows[0]?.sameErrors ?? 0, isHeld: rows.length > 0 };
  }

  async #giveUp(claim: Claim, sentence: string): Promise<TryOutcome> {
    const isHeld = await this.#deps.db.transaction().execute(async (tx) => {
      const set = sql`due_at = null, claim_token = null, last_error = ${sentence}`;
      if (!(await this.updateHeld(tx, claim, set))) return false;
      await this.#options.onGiveUp(tx, claim.id, sentence);
      return true;
    });
    return { kind: isHeld ? 'given-up' : 'lost' };
  }

  #update(claim: Claim, set: RawBuilder<unknown>): Promise<boolean> {
    return this.#deps.db.transaction().execute((tx) => this.updateHeld(tx, claim, set));
  }
}

/**
 * Renews a lease until `end` is called, or it was lost. One that can't be renewed for long runs
 * out: then another process takes up what it was for.
 */
export class Renewal {
  #isEnded = false;

  constructor(
    { sleep, log }: Pick<GivenDeps, 'sleep' | 'log'>,
    leaseMs: number,
    renewOnce: () => Promise<boolean>,
  ) {
    const stepMs = Math.min(beatMs, leaseMs / 3);
    const renewUntilEnd = async (): Promise<void> => {
      for (let waitedMs = 0; !this.#isEnded;) {
        await sleep(stepMs);
        waitedMs += stepMs;
        if (this.#isEnded || waitedMs < leaseMs / 3) continue;
        waitedMs = 0;
        const isHeld = await renewOnce().catch((error: unknown) => {
          log.warn({ error }, 'a lease could not be renewed');
          return true;
        });
        if (!isHeld) return;
      }
    };
    void renewUntilEnd();
  }

  end(): void {
    this.#isEnded = true;
  }
}

const maxErrorLength = 500;

const describeError = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error))
    .split('\n')
    .slice(0, 1)
    .join('')
    .replaceAll('\u0000', '')
    .slice(0, maxErrorLength);

/**
 * Connections, deadlocks, locks, timeouts, full disks and restarts, by their class of SQLSTATE
 * (PostgreSQL's appendix A).
 */
const isPassing = (error: unknown): boolean => {
  const code: unknown = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && /^(?:08|40|53|55|57)[0-9A-Z]{3}$/.test(code);
};
