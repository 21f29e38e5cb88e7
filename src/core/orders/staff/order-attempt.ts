import type { AuditThing } from '#core/kernel/audit.ts';
import type { StaffVerb } from '#core/staff/verbs.model.ts';

/** A verb of staff on the order with this number, as the audit log names it. */
export const orderAttempt = (
  verb: StaffVerb,
  number: string,
): { readonly verb: StaffVerb; readonly thing: AuditThing } => ({
  verb,
  thing: { kind: 'order', id: number },
});
