import { toDecimalString } from '#core/kernel/money.model.ts';
import { queueEmail } from '#core/kernel/outbox.ts';
import type { Tx, Deps } from '#core/deps.ts';
import type { OrderDeps, Publisher } from '../deps.ts';
import {
  statesWithAccess,
  claimLeaseMs,
  backoffMs,
  releaseAfterUnknownMs,
  type OrderState,
} from '../model.ts';
import { freshGrantTerms } from '../delivery/download-grants.ts';
import { paymentFailedEmail } from '../emails.ts';
import { issueDocument } from '../documents/invoices.ts';
import type { ProviderCapture, ProviderOrder } from './provider.ts';
import { syncRefunds } from '../refunds/refund.ts';
import {
  enqueueDelivery,
  syncOrderState,
  lockUpgradeChain,
  isBaseOrderActive,
  isAlreadyUpgraded,
} from '../refunds/order-state.ts';
import {
  findAttemptByProviderId,
  claimPurchase,
  isClaimOwner,
  transitionOrder,
  recordEvent,
  getPurchase,
  releaseClaim,
  type PaymentAttempt,
  type Purchase,
} from '../purchase.store.ts';

/** Where an order stands after it was settled as far as it can be now. */
export type PaymentStatus =
  | 'paid'
  | 'not-approved'
  | 'declined'
  | 'checking'
  | 'review'
  | 'mismatch'
  | 'closed';

const addMs = (now: Date, ms: number): Date => new Date(now.getTime() + ms);

/**
 * Takes the money of an approved attempt once, whoever calls it and how often: the buyer's return, the reconciler,
 * a second tab. Unknown is not failed: without a clear answer the order stays `capturing` and the reconciler goes on.
 */
export async function capturePayment(
  deps: Deps,
  orderDeps: OrderDeps,
  attempt: PaymentAttempt,
  purchase: Purchase,
): Promise<PaymentStatus> {
  if (statesWithAccess.includes(purchase.state as OrderState)) return 'paid';
  if (purchase.state === 'mismatch') return 'mismatch';
  if (purchase.state === 'refunded' || purchase.state === 'suspended') return 'closed';
  if (attempt.closedAt) return 'declined';
  if (purchase.state === 'review')
    return verifyCapture(deps, orderDeps, attempt, purchase, 'review');
  const owner = deps.generateSecret();
  const now = deps.clock();
  if (!(await claimPurchase(deps.db, purchase.id, owner, now, addMs(now, claimLeaseMs)))) {
    return waitForOtherClaim(deps, purchase.id);
  }
  const isUpgradeVoid =
    !(await isBaseOrderActive(deps.db, purchase)) || (await isAlreadyUpgraded(deps.db, purchase));
  if (attempt.lastUnknownAnswerAt || isUpgradeVoid) {
    const providerOrder = await deps.payments.getProviderOrder(String(attempt.providerOrderId));
    if (providerOrder.kind === 'found' && providerOrder.captures.length > 0)
      return verifyCapture(deps, orderDeps, attempt, purchase, 'capturing', providerOrder);
    if (providerOrder.kind === 'unknown')
      return recordUnknown(deps, attempt, purchase, providerOrder.reason);
    // The order that this one enlarges was closed, or enlarged by another, meanwhile: the difference is not asked for.
    if (isUpgradeVoid)
      return hasRecentUnknown(deps, attempt)
        ? 'checking'
        : releaseUnpaid(deps, orderDeps, attempt, purchase, owner);
  }
  return sendCapture(deps, orderDeps, attempt, purchase, owner);
}

/** Another holds the claim: three seconds are given to him, so that calls at once get one answer. */
async function waitForOtherClaim(deps: Deps, id: number): Promise<PaymentStatus> {
  for (let looks = 0; ; looks++) {
    const { state } = await getPurchase(deps.db, id);
    if (statesWithAccess.includes(state as OrderState)) return 'paid';
    if (state === 'review' || state === 'mismatch') return state;
    if (state !== 'capturing') return 'not-approved';
    if (looks === 30) return 'checking';
    await deps.sleep(100);
  }
}

async function sendCapture(
  deps: Deps,
  orderDeps: OrderDeps,
  attempt: PaymentAttempt,
  purchase: Purchase,
  owner: string,
): Promise<PaymentStatus> {
  if (!(await isClaimOwner(deps.db, purchase.id, owner, deps.clock()))) return 'checking';
  const answer = await deps.payments.captureProviderOrder(
    String(attempt.providerOrderId),
    `k-${attempt.providerOrderId}-${attempt.captureNumber}`,
  );
  if (answer.kind === 'captured')
    return verifyCapture(deps, orderDeps, attempt, purchase, 'capturing');
  if (answer.kind === 'unknown') return recordUnknown(deps, attempt, purchase, answer.reason);
  if (answer.kind === 'declined')
    return recordDecline(deps, orderDeps, attempt, purchase, answer.issue);
  if (hasRecentUnknown(deps, attempt)) return 'checking';
  return releaseUnpaid(deps, orderDeps, attempt, purchase, owner);
}

/** True while an unanswered request may still be carried out. */
const hasRecentUnknown = (
  deps: Deps,
  { lastUnknownAnswerAt: lastUnknownAt }: PaymentAttempt,
): boolean =>
  lastUnknownAt !== null &&
  deps.clock().getTime() - lastUnknownAt.getTime() < releaseAfterUnknownMs;

/** What the provider does not know any more will never be paid: an order that was being captured is over, and its buyer hears it. */
export async function abandonAttempt(
  deps: Deps,
  orderDeps: OrderDeps,
  attempt: PaymentAttempt,
  purchase: Purchase,
): Promise<void> {
  const owner = deps.generateSecret();
  const now = deps.clock();
  if (
    hasRecentUnknown(deps, attempt) ||
    !(await claimPurchase(deps.db, purchase.id, owner, now, addMs(now, claimLeaseMs)))
  )
    return;
  await releaseUnpaid(
    deps,
    orderDeps,
    { ...attempt, lastUnknownAnswerAt: attempt.lastUnknownAnswerAt ?? now },
    purchase,
    owner,
  );
}

/** The claim is given up: nothing was taken. */
async function releaseUnpaid(
  deps: Deps,
  orderDeps: OrderDeps,
  attempt: PaymentAttempt,
  purchase: Purchase,
  owner: string,
): Promise<PaymentStatus> {
  const { siteName } = await orderDeps.getPublisher();
  await deps.db.transaction().execute(async (tx) => {
    await releaseClaim(tx, purchase.id, owner, 'awaiting-approval');
    await emailPaymentFailed(deps, tx, siteName, attempt, purchase);
  });
  return 'not-approved';
}

/** In `tx`: a buyer who was told that we check has a letter that says how it ended. */
async function emailPaymentFailed(
  deps: Deps,
  tx: Tx,
  siteName: string,
  attempt: PaymentAttempt,
  purchase: Purchase,
): Promise<void> {
  if (purchase.state !== 'review' && !attempt.lastUnknownAnswerAt) return;
  await queueEmail(
    deps,
    tx,
    paymentFailedEmail(
      purchase,
      siteName,
      deps.origin,
      `unpaid-${String(purchase.number)}-${attempt.attemptNumber}-${attempt.captureNumber}`,
    ),
  );
}

async function recordUnknown(
  deps: Deps,
  attempt: PaymentAttempt,
  purchase: Purchase,
  reason: string,
): Promise<PaymentStatus> {
  const now = deps.clock();
  await deps.db
    .updateTable('paymentAttempt')
    .set({ lastUnknownAnswerAt: now, nextPollAt: addMs(now, backoffMs(attempt.pollCount)) })
    .where('id', '=', attempt.id)
    .execute();
  await recordEvent(deps.db, purchase.id, now, 'capture-unknown', { reason });
  deps.log.warn({ order: purchase.number, reason }, 'a capture got no clear answer');
  return 'checking';
}

/** A definite no: the next capture gets a request id of its own, since the provider repeats its answer for the old one. Where the provider's order is `over` with it, the next try gets another order there. */
async function recordDecline(
  deps: Deps,
  orderDeps: OrderDeps,
  attempt: PaymentAttempt,
  purchase: Purchase,
  issue: string,
  isProviderOrderClosed = false,
): Promise<PaymentStatus> {
  const { siteName } = await orderDeps.getPublisher();
  await deps.db.transaction().execute(async (tx) => {
    await tx
      .updateTable('paymentAttempt')
      .set({
        captureNumber: attempt.captureNumber + 1,
        lastUnknownAnswerAt: null,
        ...(isProviderOrderClosed ? { closedAt: deps.clock() } : {}),
      })
      .where('id', '=', attempt.id)
      .where('captureNumber', '=', attempt.captureNumber)
      .execute();
    await tx
      .updateTable('purchase')
      .set({ state: 'awaiting-approval', claimedBy: null, claimedUntil: null })
      .where('id', '=', purchase.id)
      .where('state', 'in', ['capturing', 'review'])
      .execute();
    await recordEvent(tx, purchase.id, deps.clock(), 'payment-declined', { issue });
    await emailPaymentFailed(deps, tx, siteName, attempt, purchase);
  });
  return 'declined';
}

/** Compares what the provider keeps with what was ordered, before anything is called paid. */
async function verifyCapture(
  deps: Deps,
  orderDeps: OrderDeps,
  attempt: PaymentAttempt,
  purchase: Purchase,
  from: 'capturing' | 'review',
  knownOrder?: ProviderOrder,
): Promise<PaymentStatus> {
  const providerOrder =
    knownOrder ?? (await deps.payments.getProviderOrder(String(attempt.providerOrderId)));
  if (providerOrder.kind !== 'found')
    return recordUnknown(
      deps,
      attempt,
      purchase,
      providerOrder.kind === 'missing'
        ? 'the provider does not know the order'
        : providerOrder.reason,
    );
  const capture = providerOrder.captures.at(-1);
  if (!capture)
    return recordUnknown(
      deps,
      attempt,
      purchase,
      `no capture in an order that is ${providerOrder.status}`,
    );
  // Money that came and went back again before we looked came all the same: refunds are taken up after it.
  if (!['PENDING', 'COMPLETED', 'REFUNDED', 'PARTIALLY_REFUNDED'].includes(capture.status))
    return recordDecline(deps, orderDeps, attempt, purchase, capture.status, true);
  const isAsOrdered =
    providerOrder.customId === String(purchase.id) &&
    providerOrder.invoiceId === purchase.number &&
    capture.currency === purchase.currency &&
    capture.value === toDecimalString(purchase.priceCents);
  if (!isAsOrdered) {
    await transitionOrder(deps.db, purchase.id, from, 'mismatch');
    await recordEvent(deps.db, purchase.id, deps.clock(), 'mismatch', { providerOrder });
    deps.log.error(
      { order: purchase.number },
      'the provider captured something else than was ordered: a person must look',
    );
    return 'mismatch';
  }
  if (capture.status === 'PENDING') {
    if (from !== 'review') await transitionOrder(deps.db, purchase.id, from, 'review');
    return 'review';
  }
  return recordPayment(deps, orderDeps, attempt, purchase, from, providerOrder, capture);
}

/** `paid`, the grants and the letter are one transaction; who comes second finds `paid`. */
async function recordPayment(
  deps: Deps,
  orderDeps: OrderDeps,
  attempt: PaymentAttempt,
  purchase: Purchase,
  fromState: OrderState,
  providerOrder: ProviderOrder,
  capture: ProviderCapture,
): Promise<PaymentStatus> {
  const payment = {
    id: providerOrder.providerId,
    status: providerOrder.status,
    purchase_units: [
      {
        payments: {
          captures: [
            { id: capture.id, amount: { value: capture.value, currency_code: capture.currency } },
          ],
        },
      },
    ],
    payer: {
      payer_id: providerOrder.payer?.id ?? null,
      email_address: providerOrder.payer?.email ?? null,
    },
  };
  const site = await orderDeps.getPublisher();
  await deps.db.transaction().execute((tx) =>
    markPaid(deps, site, tx, purchase.id, {
      fromState,
      payment,
      paidBy: 'PayPal',
      detail: { captureId: capture.id },
      capture: { attempt: attempt.id, id: capture.id },
    }),
  );
  if (providerOrder.refunds.length > 0)
    await syncRefunds(deps, orderDeps, purchase.id, providerOrder);
  const { state } = await getPurchase(deps.db, purchase.id);
  return statesWithAccess.includes(state as OrderState)
    ? 'paid'
    : state === 'suspended' || state === 'refunded'
      ? 'closed'
      : 'checking';
}

type PaymentReceived = {
  readonly fromState: OrderState;
  readonly payment: object;
  readonly paidBy: string;
  readonly detail: object;
  readonly capture?: { readonly attempt: number; readonly id: string };
};

/** In `tx`: paid, with the grants, the invoice, the certificate and the job that delivers; disputes and refunds that were heard before are followed. Nothing where somebody was quicker. */
export async function markPaid(
  deps: Deps,
  site: Publisher,
  tx: Tx,
  id: number,
  { fromState, payment, paidBy, detail, capture: taken }: PaymentReceived,
): Promise<void> {
  const now = deps.clock();
  const order = await lockForPayment(tx, id);
  if (
    !(await transitionOrder(tx, id, fromState, 'paid', {
      paidAt: now,
      payment: JSON.stringify(payment),
    }))
  )
    return;
  await tx
    .updateTable('purchase')
    .set({ claimedBy: null, claimedUntil: null, certificateToken: deps.generateSecret() })
    .where('id', '=', id)
    .execute();
  if (taken)
    await tx
      .updateTable('paymentAttempt')
      .set({ captureId: taken.id })
      .where('id', '=', taken.attempt)
      .execute();
  await createDownloadGrants(deps, tx, id, null);
  await issueDocument(deps, site, tx, order, { kind: 'invoice', cents: order.priceCents, paidBy });
  await recordEvent(tx, id, now, 'paid', detail);
  await enqueueDelivery(deps, tx, id);
  // Who paid after all in another way owes no transfer for the same licence any more.
  const closed = await selectDuplicateTransfers(tx, order).forUpdate().execute();
  for (const beside of closed) {
    await transitionOrder(tx, beside.id, 'awaiting-transfer', 'cancelled');
    await recordEvent(tx, beside.id, now, 'cancelled', { replacedByOrder: String(order.number) });
  }
  await syncOrderState(deps, tx, id);
}

const selectDuplicateTransfers = (
  tx: Tx,
  { id, buyerSecretHash: browser, reportId, licence }: Purchase,
) =>
  tx
    .selectFrom('purchase')
    .select('id')
    .where('buyerSecretHash', '=', browser)
    .where('reportId', '=', reportId)
    .where('licence', '=', licence)
    .where('state', '=', 'awaiting-transfer')
    .where('id', '!=', id)
    .orderBy('id');

/** In `tx`: everything that a payment of the order changes is locked, oldest first. */
export async function lockForPayment(tx: Tx, id: number): Promise<Purchase> {
  const duplicates = await selectDuplicateTransfers(tx, await getPurchase(tx, id)).execute();
  return lockUpgradeChain(
    tx,
    id,
    duplicates.map((one) => one.id),
  );
}

/** The buyer (no seat) or a seat may download both files, five times within thirty days. The buyer's grant that stands is left as it is; a seat's begins anew. */
export async function createDownloadGrants(
  deps: Deps,
  tx: Tx,
  purchaseId: number,
  seatId: number | null,
): Promise<void> {
  const terms = freshGrantTerms(deps.clock());
  for (const kind of ['pdf', 'workbook']) {
    await tx
      .insertInto('downloadGrant')
      .values({ purchaseId, kind, seatId, token: deps.generateSecret(), ...terms })
      .onConflict((conflict) => {
        const known = conflict.columns(['purchaseId', 'kind', 'seatId']);
        return seatId === null ? known.doNothing() : known.doUpdateSet(terms);
      })
      .execute();
  }
}

/** Settles by the provider's id; undefined where no order of ours has it. */
export async function capturePaymentByProviderId(
  deps: Deps,
  orderDeps: OrderDeps,
  providerId: string,
): Promise<{ settled: PaymentStatus; purchaseId: number } | undefined> {
  const known = await findAttemptByProviderId(deps.db, providerId);
  return (
    known && {
      settled: await capturePayment(deps, orderDeps, known.attempt, known.purchase),
      purchaseId: known.purchase.id,
    }
  );
}
