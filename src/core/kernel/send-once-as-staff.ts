import type { Deps, Tx } from '../deps.ts';
import type { StaffVerb } from '../staff/verbs.model.ts';
import { actAsStaff, type Actor, type AuditChange, type AuditThing } from './audit.ts';
import { repeatMs, takeTurns, wasJustDone } from './audit.store.ts';
import { ok, type Outcome } from './outcome.model.ts';

/**
 * As `actAsStaff`, for what emails somebody on request: a click that arrives twice sends one email,
 * and both are answered alike. What is sent again on purpose comes later.
 */
export async function sendOnceAsStaff<T>(
  deps: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  attempt: { readonly verb: StaffVerb; readonly thing: AuditThing },
  work: (tx: Tx, audit: (change: AuditChange) => void) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  if ('programName' in actor) return actAsStaff(deps, actor, attempt, work);
  const since = new Date(deps.clock().getTime() - repeatMs);
  let repeated: Outcome<T> | undefined;
  try {
    return await actAsStaff(deps, actor, attempt, async (tx, audit) => {
      await takeTurns(tx, `${attempt.verb} ${attempt.thing.id}`);
      let after: object | undefined;
      const sent = await work(tx, (change) => {
        after = change.after;
        audit(change);
      });
      const { staffId } = actor;
      if (!sent.ok || !(await wasJustDone(tx, { ...attempt, staffId, since, after }))) return sent;
      repeated = ok(sent.value);
      throw new SentBefore('This was sent before.');
    });
  } catch (error) {
    if (error instanceof SentBefore && repeated) return repeated;
    throw error;
  }
}

/** Rolls the second one back. */
class SentBefore extends Error {}
