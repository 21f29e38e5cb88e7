import { isErasedEmail } from '#core/kernel/erased-person.store.ts';
import { fail, type Refusal } from '#core/kernel/outcome.model.ts';
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

/** The refusal where the buyer was erased: no email would reach anybody. */
export const refuseErasedBuyer = (order: { readonly email: string }): Refusal | undefined =>
  isErasedEmail(order.email)
    ? fail('conflict', 'The buyer’s data was erased, so nothing can be emailed to them.')
    : undefined;
