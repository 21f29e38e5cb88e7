import { sql } from 'kysely';
import type { Deps, Tx } from '../deps.ts';
import type { StaffVerb } from '../staff/verbs.model.ts';
import { actAsStaff, type Actor, type AuditChange } from './audit.ts';
import type { Outcome } from './outcome.model.ts';

type Attempt = {
  readonly verb: StaffVerb;
  readonly kind: string;
  /** The code or address under which the thing will be known; "new" where the store numbers it. */
  readonly id?: string;
};

/**
 * As `actAsStaff`, for what makes a new thing: two who make things of one kind take turns, so that
 * the second finds the names, codes and addresses that the first has taken.
 */
export const createAsStaff = <T>(
  deps: Pick<Deps, 'db' | 'clock' | 'vault'>,
  actor: Actor,
  { verb, kind, id = 'new' }: Attempt,
  work: (tx: Tx, audit: (change: AuditChange) => void) => Promise<Outcome<T>>,
): Promise<Outcome<T>> =>
  actAsStaff(deps, actor, { verb, thing: { kind, id } }, async (tx, audit) => {
    await takeTurns(tx, kind);
    return work(tx, audit);
  });

/** Until the end of the transaction nobody else makes one of this kind. */
async function takeTurns(tx: Tx, kind: string): Promise<void> {
  const what = `staff: create ${kind}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${what}, 0))`.execute(tx);
}
