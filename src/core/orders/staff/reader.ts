import type { Deps } from '#core/deps.ts';
import type { Actor } from '#core/kernel/audit.ts';
import type { Refusal } from '#core/kernel/outcome.model.ts';
import { isMasked, refuseVerb, type StaffVerb } from '#core/staff/verbs.model.ts';

/** Why somebody may not read this; programs at the terminal may read everything. */
export const refuseReader = (
  { clock }: Pick<Deps, 'clock'>,
  actor: Actor,
  verb: StaffVerb,
): Refusal | undefined => ('programName' in actor ? undefined : refuseVerb(actor, verb, clock()));

/** True for those who see orders without the people in them. */
export const seesNoPeople = (actor: Actor): boolean =>
  !('programName' in actor) && isMasked(actor.role);
