import type { Database, GivenDeps, Tx } from '../given-deps.ts';
import type { StaffActor } from '../staff/model.ts';
import type { StaffVerb } from '../staff/verbs.model.ts';
import { insertAuditEntry } from './audit.store.ts';
import type { AuditEntry } from './database-types.ts';
import type { Refusal } from './outcome.model.ts';

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

/** A verb that somebody tries on a thing. */
export type Attempt = { readonly verb: StaffVerb; readonly thing: AuditThing };

/** The audit log, as it is written. */
export class Audit {
  readonly #clock: GivenDeps['clock'];

  constructor({ clock }: Pick<GivenDeps, 'clock'>) {
    this.#clock = clock;
  }

  /** Writes one entry, with the change that it tells of. */
  async record(
    db: Tx | Database,
    entry: Attempt & {
      readonly actor: Actor;
      readonly change?: AuditChange;
      readonly refusal?: Pick<Refusal, 'code' | 'message'>;
    },
  ): Promise<void> {
    const { actor, change = {}, refusal } = entry;
    await insertAuditEntry(db, {
      ...describeActor(actor),
      at: this.#clock(),
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
}

const describeActor = (actor: Actor) =>
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

function toOutcome(code: Refusal['code'] | undefined): AuditOutcome {
  if (code === undefined) return 'done';
  return code === 'proof-needed' ? 'proof-asked' : 'refused';
}

const toJson = (fields: object | undefined): string | null =>
  fields === undefined ? null : JSON.stringify(fields);
