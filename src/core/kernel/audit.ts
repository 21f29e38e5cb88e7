import type { Deps, Tx } from '../deps.ts';
import type { StaffActor } from '../staff/model.ts';
import { mayDo, refuseVerb, type StaffVerb } from '../staff/verbs.model.ts';
import { insertAuditEntry } from './audit.store.ts';
import type { AuditEntry } from './database-types.ts';
import type { Outcome, Refusal } from './outcome.model.ts';
import { doOnce, type FormEffect } from './sent-forms.ts';

/** How it ended; who was asked for a proof of identity mostly goes on. */
export type AuditOutcome = AuditEntry['outcome'];

/** The subject of a verb: "report" and its code, "order" and its number. */
export type AuditThing = { readonly kind: string; readonly id: string };

/** The fields that changed, as they were and as they are. Nothing secret belongs here. */
export type AuditChange = {
  readonly before?: object;
  readonly after?: object;
  /** Entries of one bulk change have the same. */
  readonly batch?: string;
  /** The entry that this change takes back. */
  readonly undoOf?: number;
};

/** An actor that is not staff: the terminal, a program with a token, a job. */
export type ProgramActor = { readonly programName: string };

/** The actor of a verb of staff. Roles and proof are asked of people alone. */
export type Actor = StaffActor | ProgramActor;

/** Their names in the history. */
export const getActorName = (actor: Actor): string =>
  'programName' in actor ? actor.programName : actor.name;

type AuditDeps = Pick<Deps, 'db' | 'clock'>;
type ActDeps = AuditDeps & Pick<Deps, 'vault'>;
type Attempt = { readonly verb: StaffVerb; readonly thing: AuditThing };

/**
 * Does a verb of staff in one transaction, and writes it into the audit log with it. Where the role
 * does not allow it, or its work refuses, nothing is changed, and the refusal is logged. A form that
 * has done it before does nothing more, and is answered as the first time: `work` is not called.
 * `forbidden`, `proof-needed`, or what the work refuses.
 */
export async function actAsStaff<T>(
  deps: ActDeps,
  actor: Actor,
  attempt: Attempt,
  work: (tx: Tx, audit: (change: AuditChange) => void) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  const refused = await refuseAsStaff(deps, actor, attempt);
  if (refused) return refused;
  let change: AuditChange = {};
  try {
    return await deps.db.transaction().execute(async (tx) => {
      const act = async (): Promise<Outcome<T>> => {
        const outcome = await work(tx, (given) => (change = given));
        if (!outcome.ok) throw new RefusedWork(outcome);
        await recordAudit(tx, deps, { ...attempt, actor, change });
        return outcome;
      };
      return doOnce(tx, deps, toFormEffect(actor, attempt), act);
    });
  } catch (error) {
    if (!(error instanceof RefusedWork)) throw error;
    await recordAudit(deps.db, deps, { ...attempt, actor, refusal: error.refusal });
    return error.refusal;
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

/**
 * The refusal of a verb that the actor may not do now, written into the audit log; else nothing.
 */
export async function refuseAsStaff(
  deps: AuditDeps,
  actor: Actor,
  attempt: Attempt,
): Promise<Refusal | undefined> {
  if ('programName' in actor) return undefined;
  const refusal = refuseVerb(actor, attempt.verb, deps.clock());
  if (refusal) await recordAudit(deps.db, deps, { ...attempt, actor, refusal });
  return refusal;
}

/**
 * The refusal where the role does not allow a verb, written into the audit log; else nothing. A form
 * is looked at after this, and before anybody proves who they are for it.
 */
export async function refuseRole(
  deps: AuditDeps,
  actor: Actor,
  attempt: Attempt,
): Promise<Refusal | undefined> {
  if ('programName' in actor || mayDo(actor.role, attempt.verb)) return undefined;
  return refuseAsStaff(deps, actor, attempt);
}

/** One entry, written with the change that it tells of. */
export async function recordAudit(
  db: Tx | Deps['db'],
  { clock }: Pick<Deps, 'clock'>,
  entry: Attempt & {
    readonly actor: Actor;
    readonly change?: AuditChange;
    readonly refusal?: Pick<Refusal, 'code' | 'message'>;
  },
): Promise<void> {
  const { actor, change = {}, refusal } = entry;
  const who =
    'programName' in actor
      ? { actorName: actor.programName }
      : {
          actorName: actor.name,
          staffId: actor.staffId,
          role: actor.role,
          ip: actor.ip,
          userAgent: actor.userAgent.slice(0, 300),
          requestId: actor.requestId,
        };
  await insertAuditEntry(db, {
    ...who,
    at: clock(),
    verb: entry.verb,
    thingKind: entry.thing.kind,
    thingId: entry.thing.id,
    outcome: toOutcome(refusal?.code),
    refusal: refusal?.message ?? null,
    before: toJson(change.before),
    after: toJson(change.after),
    batch: change.batch ?? null,
    undoOf: change.undoOf ?? null,
  });
}

function toOutcome(code: Refusal['code'] | undefined): AuditOutcome {
  if (code === undefined) return 'done';
  return code === 'proof-needed' ? 'proof-asked' : 'refused';
}

const toJson = (fields: object | undefined): string | null =>
  fields === undefined ? null : JSON.stringify(fields);
