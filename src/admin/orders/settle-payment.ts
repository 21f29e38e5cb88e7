import type { App } from '#core/app.ts';
import type { Actor } from '#core/kernel/audit.ts';
import { fail, ok, type Outcome } from '#core/kernel/outcome.model.ts';
import type { TransactionDifference } from '#core/orders/payment/reconciliation.model.ts';
import { differenceWords } from './difference-words.ts';

type Request = {
  readonly actor: Actor;
  readonly intent: 'recreate' | 'refund-lost' | 'settle-difference';
  readonly captureId: string;
  readonly kind: string | undefined;
};

/** Does what a button beside a payment says. Answers what to say of it. */
export async function settlePayment(
  { staff }: App['orders'],
  { actor, intent, captureId, kind = '' }: Request,
): Promise<Outcome<string>> {
  if (intent === 'recreate') {
    const recreated = await staff.recreateOrder(actor, captureId);
    return recreated.ok
      ? ok(`Order ${recreated.value.number} is there again. Its buyer gets the files by email.`)
      : recreated;
  }
  if (intent === 'refund-lost') {
    const refunded = await staff.refundLostPayment(actor, captureId);
    return refunded.ok ? ok(`Payment ${captureId} is refunded.`) : refunded;
  }
  if (!isDifference(kind)) return fail('not-found', 'There is no such payment.');
  const settled = await staff.settleDifference(actor, captureId, kind);
  return settled.ok ? ok(`Payment ${captureId} is settled.`) : settled;
}

const isDifference = (kind: string): kind is TransactionDifference['kind'] =>
  Object.hasOwn(differenceWords, kind);
