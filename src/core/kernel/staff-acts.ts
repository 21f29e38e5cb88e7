import { sql } from 'kysely';
import type { GivenDeps, Tx } from '../given-deps.ts';
import { mayDo, refuseVerb } from '../staff/verbs.model.ts';
import type { Actor, Attempt, Audit, AuditChange } from './audit.ts';
import type { Outcome, Refusal } from './outcome.model.ts';
import type { FormEffect, SentForms } from './sent-forms.ts';

type Work<T> = (tx: Tx, audit: (change: AuditChange) => void) => Promise<Outcome<T>>;

type Creation = {
  readonly verb: Attempt['verb'];
  readonly kind: string;
  /** The code or address under which the thing will be known; "new" if the store numbers it. */
  readonly id?: string;
};

type ActDeps = Pick<GivenDeps, 'db' | 'clock'> & {
  readonly audit: Audit;
  readonly sentForms: SentForms;
};

/** Verbs of staff: who may do one, that it is done once, and that the audit log has it. */
export class StaffActs {
  readonly #deps: ActDeps;

  constructor(deps: ActDeps) {
    this.#deps = deps;
  }

  /**
   * Does a verb of staff in one transaction, and writes it into the audit log with it. If the role
   * does not allow it, or its work refuses, nothing is changed, and the refusal is logged. A form
   * that has done it before does nothing more, and is answered as the first time: `work` is not
   * called. `forbidden`, `proof-needed`, or what the work refuses.
   */
  async perform<T>(actor: Actor, attempt: Attempt, work: Work<T>): Promise<Outcome<T>> {
    const refused = await this.refuse(actor, attempt);
    if (refused) return refused;
    const { db, audit, sentForms } = this.#deps;
    let change: AuditChange = {};
    try {
      return await db.transaction().execute(async (tx) => {
        const act = async (): Promise<Outcome<T>> => {
          const outcome = await work(tx, (given) => (change = given));
          if (!outcome.ok) throw new RefusedWork(outcome);
          await audit.record(tx, { ...attempt, actor, change });
          return outcome;
        };
        return sentForms.doOnce(tx, toFormEffect(actor, attempt), act);
      });
    } catch (error) {
      if (!(error instanceof RefusedWork)) throw error;
      await audit.record(db, { ...attempt, actor, refusal: error.refusal });
      return error.refusal;
    }
  }

  /**
   * As `perform`, for what makes a new thing: two who make things of one kind take turns, so that
   * the second finds the names, codes and addresses that the first has taken.
   */
  create<T>(
    actor: Actor,
    { verb, kind, id = 'new' }: Creation,
    work: Work<T>,
  ): Promise<Outcome<T>> {
    return this.perform(actor, { verb, thing: { kind, id } }, async (tx, audit) => {
      await takeTurns(tx, kind);
      return work(tx, audit);
    });
  }

  /**
   * Returns the refusal of a verb that the actor may not do now, written into the audit log; else
   * nothing.
   */
  async refuse(actor: Actor, attempt: Attempt): Promise<Refusal | undefined> {
    if ('programName' in actor) return undefined;
    const { db, clock, audit } = this.#deps;
    const refusal = refuseVerb(actor, attempt.verb, clock());
    if (refusal) await audit.record(db, { ...attempt, actor, refusal });
    return refusal;
  }

  /**
   * Returns the refusal if the role does not allow a verb, written into the audit log; else nothing.
   * A form is looked at after this, and before anybody proves who they are for it.
   */
  async refuseRole(actor: Actor, attempt: Attempt): Promise<Refusal | undefined> {
    if ('programName' in actor || mayDo(actor.role, attempt.verb)) return undefined;
    return this.refuse(actor, attempt);
  }
}

/**
 * Returns the effect of the actor's form, so that it counts once; undefined if nobody sent a form.
 */
export const toFormEffect = (actor: Actor, { verb, thing }: Attempt): FormEffect | undefined =>
  'programName' in actor || actor.formKey === undefined
    ? undefined
    : { formKey: actor.formKey, sender: actor.staffId, verb, thing };

/** Rolls the transaction of a refused verb back. */
class RefusedWork extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.message);
    this.refusal = refusal;
  }
}

/** Until the end of the transaction nobody else makes one of this kind. */
async function takeTurns(tx: Tx, kind: string): Promise<void> {
  const what = `staff: create ${kind}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${what}, 0))`.execute(tx);
}
