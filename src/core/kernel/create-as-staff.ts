import type { Deps, Tx } from '../deps.ts';
import type { StaffActor } from '../staff/model.ts';
import type { StaffVerb } from '../staff/verbs.model.ts';
import { actAsStaff, type Actor, type AuditChange } from './audit.ts';
import { findSameCreation, repeatMs, takeTurns } from './audit.store.ts';
import { ok, type Outcome } from './outcome.model.ts';

type Attempt = {
  readonly verb: StaffVerb;
  readonly kind: string;
  /** The code or address under which the thing will be known; "new" where the store numbers it. */
  readonly id?: string;
};
type Work<T> = (tx: Tx, audit: (change: AuditChange) => void) => Promise<Outcome<T>>;
type CreateDeps = Pick<Deps, 'db' | 'clock'>;

/**
 * As `actAsStaff`, for what makes a new thing: two who make things of one kind take turns, so that
 * the second finds the names, codes and addresses that the first has taken.
 */
export const createAsStaff = <T>(
  deps: CreateDeps,
  actor: Actor,
  { verb, kind, id = 'new' }: Attempt,
  work: Work<T>,
): Promise<Outcome<T>> =>
  actAsStaff(deps, actor, { verb, thing: { kind, id } }, async (tx, audit) => {
    await takeTurns(tx, `create ${kind}`);
    return work(tx, audit);
  });

/**
 * As `createAsStaff`, for things that may look alike: a form that somebody has sent twice makes one
 * thing, whose id both answers have. `work` tells the log the id beside all that was typed.
 */
export async function createOnceAsStaff(
  deps: CreateDeps,
  actor: StaffActor,
  attempt: Attempt,
  work: Work<{ id: number }>,
): Promise<Outcome<{ id: number }>> {
  const since = new Date(deps.clock().getTime() - repeatMs);
  try {
    return await createAsStaff(deps, actor, attempt, async (tx, audit) => {
      let after: object = {};
      const made = await work(tx, (change) => {
        after = change.after ?? {};
        audit(change);
      });
      if (!made.ok) return made;
      const { staffId } = actor;
      const earlierId = await findSameCreation(tx, { ...attempt, staffId, since, after });
      if (earlierId !== undefined) throw new MadeBefore(earlierId);
      return made;
    });
  } catch (error) {
    if (error instanceof MadeBefore) return ok({ id: error.id });
    throw error;
  }
}

/** Rolls the second one back. */
class MadeBefore extends Error {
  readonly id: number;

  constructor(id: number) {
    super('This was made before.');
    this.id = id;
  }
}
