import type { Actor } from '#core/kernel/audit.ts';
import type { Refusal } from '#core/kernel/outcome.model.ts';
import { isMasked, refuseVerb, type StaffVerb } from '#core/staff/verbs.model.ts';

/** Says why somebody may not read this at `now`; programs at the terminal may read everything. */
export const refuseReader = (now: Date, actor: Actor, verb: StaffVerb): Refusal | undefined =>
  'programName' in actor ? undefined : refuseVerb(actor, verb, now);

/** True for those who see orders without the people in them. */
export const seesNoPeople = (actor: Actor): boolean =>
  !('programName' in actor) && isMasked(actor.role);
