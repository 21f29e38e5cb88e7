import type { Tx } from '#core/deps.ts';
import { getPurchase, type DatabaseOrTx } from '../purchase.store.ts';
import { firstPollMs } from './timing.model.ts';

export const getAttempt = (db: DatabaseOrTx, id: number) =>
  db.selectFrom('paymentAttempt').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

export type PaymentAttempt = Awaited<ReturnType<typeof getAttempt>>;

/** The attempt with the provider's id, and its order; undefined if no order of ours has it. */
export async function findAttemptByProviderId(db: DatabaseOrTx, providerId: string) {
  const attempt = await db
    .selectFrom('paymentAttempt')
    .selectAll()
    .where('providerOrderId', '=', providerId)
    .executeTakeFirst();
  return attempt && { attempt, purchase: await getPurchase(db, attempt.purchaseId) };
}

/** The attempt that an order or a capture of the provider belongs to. */
export const findAttemptOfEvent = (
  db: DatabaseOrTx,
  { providerOrderId, captureId }: Partial<Pick<PaymentAttempt, 'providerOrderId' | 'captureId'>>,
) =>
  db
    .selectFrom('paymentAttempt')
    .selectAll()
    .where((eb) =>
      eb.or([
        eb('providerOrderId', '=', providerOrderId ?? ''),
        eb('captureId', '=', captureId ?? ''),
        eb('otherCaptureId', '=', captureId ?? ''),
      ]),
    )
    .executeTakeFirst();

/** The attempt that paid the order. */
export const findPaidAttempt = (db: DatabaseOrTx, purchaseId: number) =>
  db
    .selectFrom('paymentAttempt')
    .selectAll()
    .where('purchaseId', '=', purchaseId)
    .where('captureId', 'is not', null)
    .executeTakeFirst();

export const findNewestAttempt = (db: DatabaseOrTx, purchaseId: number) =>
  db
    .selectFrom('paymentAttempt')
    .selectAll()
    .where('purchaseId', '=', purchaseId)
    .orderBy('attemptNumber', 'desc')
    .executeTakeFirst();

/** The order's attempts that the provider has an order for. */
export const listProviderAttempts = (db: DatabaseOrTx, purchaseId: number) =>
  db
    .selectFrom('paymentAttempt')
    .selectAll()
    .where('purchaseId', '=', purchaseId)
    .where('providerOrderId', 'is not', null)
    .orderBy('id')
    .execute();

/** A new attempt, which the reconciler polls a little later for the first time. */
export async function insertAttempt(
  tx: Tx,
  purchaseId: number,
  attemptNumber: number,
  now: Date,
): Promise<void> {
  const nextPollAt = new Date(now.getTime() + firstPollMs);
  await tx
    .insertInto('paymentAttempt')
    .values({ purchaseId, attemptNumber, createdAt: now, nextPollAt })
    .execute();
}

type ProviderOrderOfAttempt = {
  readonly purchaseId: number;
  readonly attemptNumber: number;
  readonly providerId: string;
  /** None if nobody has to approve it any more. */
  readonly approvalUrl: string | null;
};

export async function setProviderOrder(
  tx: Tx,
  { purchaseId, attemptNumber, providerId, approvalUrl }: ProviderOrderOfAttempt,
): Promise<void> {
  await tx
    .updateTable('paymentAttempt')
    .set({ providerOrderId: providerId, approvalUrl })
    .where('purchaseId', '=', purchaseId)
    .where('attemptNumber', '=', attemptNumber)
    .execute();
}

/** A request about the attempt got no clear answer: whether it was carried out is unknown. */
export async function setUnknownAnswer(
  db: DatabaseOrTx,
  id: number,
  now: Date,
  nextPollAt: Date,
): Promise<void> {
  await db
    .updateTable('paymentAttempt')
    .set({ lastUnknownAnswerAt: now, nextPollAt })
    .where('id', '=', id)
    .execute();
}

/**
 * The next capture gets a request id of its own; with `closedAt` the attempt gets no other one.
 * False if the decline is recorded already.
 */
export async function setDeclined(
  tx: Tx,
  { id, captureNumber }: Pick<PaymentAttempt, 'id' | 'captureNumber'>,
  closedAt: Date | undefined,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('paymentAttempt')
    .set({
      captureNumber: captureNumber + 1,
      captureKey: null,
      lastUnknownAnswerAt: null,
      ...(closedAt ? { closedAt } : {}),
    })
    .where('id', '=', id)
    .where('captureNumber', '=', captureNumber)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** No capture is sent for the attempt any more. */
export async function closeAttempt(tx: Tx, id: number, closedAt: Date): Promise<void> {
  await tx.updateTable('paymentAttempt').set({ closedAt }).where('id', '=', id).execute();
}

/** The attempt brought this capture; from `nextPollAt` on the provider is asked for refunds. */
export async function setCapture(
  tx: Tx,
  id: number,
  captureId: string,
  nextPollAt: Date,
): Promise<void> {
  await tx
    .updateTable('paymentAttempt')
    .set({ captureId, nextPollAt })
    .where('id', '=', id)
    .execute();
}

/** The attempt brought this capture, which did not pay its order. */
export async function setOtherCapture(
  db: DatabaseOrTx,
  providerOrderId: string,
  otherCaptureId: string,
): Promise<void> {
  await db
    .updateTable('paymentAttempt')
    .set({ otherCaptureId })
    .where('providerOrderId', '=', providerOrderId)
    .execute();
}

export const getAttemptByNumber = (db: DatabaseOrTx, purchaseId: number, attemptNumber: number) =>
  db
    .selectFrom('paymentAttempt')
    .selectAll()
    .where('purchaseId', '=', purchaseId)
    .where('attemptNumber', '=', attemptNumber)
    .executeTakeFirstOrThrow();

/**
 * The attempt asks the provider under another request id from now on, since the one before is
 * answered with something that nobody can approve for it.
 */
export async function renewRequestKey(
  db: DatabaseOrTx,
  id: number,
  requestKey: string,
): Promise<void> {
  await db.updateTable('paymentAttempt').set({ requestKey }).where('id', '=', id).execute();
}

/**
 * The request id of the attempt's next capture: the same until the provider has clearly declined,
 * and none that a lost state of the database may have used. Undefined if the attempt was declined
 * since it was read: what it asked for is over.
 */
export async function takeCaptureRequestId(
  db: DatabaseOrTx,
  { id, providerOrderId, captureNumber, requestKey }: PaymentAttempt,
  newKey: string,
): Promise<string | undefined> {
  const requestId = `k-${providerOrderId}-${captureNumber}`;
  if (requestKey === null) return requestId;
  const taken = await db
    .updateTable('paymentAttempt')
    .set((eb) => ({ captureKey: eb.fn.coalesce('captureKey', eb.val(newKey)) }))
    .where('id', '=', id)
    .where('captureNumber', '=', captureNumber)
    .returning('captureKey')
    .executeTakeFirst();
  return taken && `${requestId}-${taken.captureKey}`;
}

type RestoredAttempt = {
  readonly purchaseId: number;
  readonly providerId: string;
  readonly now: Date;
};

/**
 * In `tx`: an attempt of the provider's order, which the database does not have; its order waits for
 * the capture. Answers its id, or undefined if another attempt has that order.
 */
export async function restoreAttempt(
  tx: Tx,
  { purchaseId, providerId, now }: RestoredAttempt,
): Promise<number | undefined> {
  const newest = await findNewestAttempt(tx, purchaseId);
  const attemptNumber = (newest?.attemptNumber ?? 0) + 1;
  const restored = await tx
    .insertInto('paymentAttempt')
    .values({
      purchaseId,
      attemptNumber,
      providerOrderId: providerId,
      createdAt: now,
      nextPollAt: now,
    })
    .onConflict((conflict) => conflict.column('providerOrderId').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (restored)
    await tx
      .updateTable('purchase')
      .set({ state: 'awaiting-approval' })
      .where('id', '=', purchaseId)
      .where('state', '=', 'pending')
      .execute();
  return restored?.id;
}
