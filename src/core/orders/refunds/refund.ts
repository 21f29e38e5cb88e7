import { Invoices } from '../documents/invoices.ts';
import { OrderStateSync } from './order-state.ts';
import { PaymentMismatches } from './payment-mismatch.ts';
import { parseCents as cents } from '#core/kernel/money.ts';
import { formatDollars } from '#core/kernel/money.ts';
import { ok, fail, type Outcome } from '#core/kernel/outcome.ts';
import { queueEmail } from '#core/kernel/outbox.ts';
import type { Tx } from '#core/deps.ts';
import type { OrderDeps, Publisher } from '../deps.ts';
import { refundEmail } from '../emails/refund.ts';
import { statesWithAccess } from '../model.ts';
import type { ProviderOrder } from '../payment/provider.ts';
import { lockUpgradeChain } from './order-state.ts';
import { recordEvent, getPurchase, type Purchase } from '../purchase.store.ts';

/** Money of an order that can go back: what is delivered, and what a dispute or a closed order before it has paused. */
const refundableStates: readonly string[] = [...statesWithAccess, 'suspended'];

type RefundStep = { readonly refundId: number } | 'booked';

export class Refunds {
  readonly #deps: OrderDeps;
  readonly #invoices: Invoices;
  readonly #orderStateSync: OrderStateSync;
  readonly #paymentMismatches: PaymentMismatches;

  constructor(deps: OrderDeps) {
    this.#deps = deps;
    this.#invoices = new Invoices(deps);
    this.#orderStateSync = new OrderStateSync(deps);
    this.#paymentMismatches = new PaymentMismatches(deps);
  }

  /**
   * Gives money back: row first, then the provider, under a derived request id. A transfer's goes back by hand: it is booked at once. Full where the
   * rest is given back: the grants are closed then. The same refund that is still being asked for is taken up again, never doubled. A held payment goes
   * back whole (held.ts). 404 for no such order, 409 where it has no money of ours to give, 422 for more than is left, 502 where the provider gave no
   * clear answer (the reconciler goes on).
   */
  async refundOrder(
    number: string,
    amountCents: number,
    reason: string,
  ): Promise<Outcome<undefined>> {
    const found = await this.#deps.db
      .selectFrom('purchase')
      .select(['id', 'state'])
      .where('number', '=', number)
      .executeTakeFirst();
    if (!found) return fail('not-found', 'There is no such order.');
    if (found.state === 'mismatch')
      return this.#paymentMismatches.refundMismatch(found.id, amountCents);
    const site = await this.#deps.getPublisher();
    const step = await this.#deps.db
      .transaction()
      .execute(async (tx): Promise<Outcome<RefundStep>> => {
        const order = await lockUpgradeChain(tx, found.id);
        const attempt = await tx
          .selectFrom('paymentAttempt')
          .selectAll()
          .where('purchaseId', '=', order.id)
          .where('captureId', 'is not', null)
          .executeTakeFirst();
        const source = order.paymentMethod === 'bank' ? `bank-${number}` : attempt?.captureId;
        if (!refundableStates.includes(order.state) || !source)
          return fail('conflict', 'This order was not paid, or is refunded already.');
        const open = await tx
          .selectFrom('refund')
          .select('id')
          .where('purchaseId', '=', order.id)
          .where('state', '=', 'requested')
          .where('amountCents', '=', amountCents)
          .where('reason', '=', reason.slice(0, 300))
          .executeTakeFirst();
        if (open) return ok({ refundId: open.id });
        const { taken, count } = await tx
          .selectFrom('refund')
          .select((eb) => [
            eb.fn
              .coalesce(
                eb.fn.sum<number>('amountCents').filterWhere('state', '!=', 'refused'),
                eb.val(0),
              )
              .as('taken'),
            eb.fn.countAll<number>().as('count'),
          ])
          .where('purchaseId', '=', order.id)
          .executeTakeFirstOrThrow();
        const left = order.priceCents - Number(taken);
        if (!Number.isInteger(amountCents) || amountCents < 1 || amountCents > left)
          return fail('invalid', `At most ${formatDollars(left)} can be given back.`, {
            amount: [`At most ${formatDollars(left)} can be given back.`],
          });
        const requestId = Number(count) === 0 ? `r-${source}` : `r-${source}-${Number(count) + 1}`;
        const refund = await tx
          .insertInto('refund')
          .values({
            purchaseId: order.id,
            requestId,
            amountCents,
            reason: reason.slice(0, 300),
            createdAt: this.#deps.clock(),
          })
          .returningAll()
          .executeTakeFirstOrThrow();
        if (order.paymentMethod !== 'bank') return ok({ refundId: refund.id });
        await this.#recordRefund(site, tx, order, refund, requestId);
        await this.#orderStateSync.syncOrderState(tx, order.id);
        return ok('booked');
      });
    if (!step.ok) return step;
    return step.value === 'booked' ? ok(undefined) : this.requestRefund(step.value.refundId);
  }

  /** In `tx`: a refund that was made has its credit note, its line and its letter. */
  async #recordRefund(
    site: Publisher,
    tx: Tx,
    order: Purchase,
    { id, amountCents, reason }: { id: number; amountCents: number; reason: string },
    providerId: string,
  ): Promise<void> {
    await tx
      .updateTable('refund')
      .set({ state: 'completed', providerRefundId: providerId })
      .where('id', '=', id)
      .execute();
    const credit = await this.#invoices.issueDocument(site, tx, order, {
      kind: 'credit-note',
      cents: amountCents,
      refundId: id,
      reason,
    });
    await recordEvent(tx, order.id, this.#deps.clock(), 'refunded', {
      amountCents,
      creditNote: credit.number,
    });
    await queueEmail(
      this.#deps,
      tx,
      refundEmail({
        order,
        amountCents,
        creditNote: credit,
        publisher: site.siteName,
        origin: this.#deps.origin,
        refundKey: providerId,
      }),
    );
  }

  /** Asks the provider for a refund whose row stands; repeating it asks with the same request id. */
  async requestRefund(refundId: number): Promise<Outcome<undefined>> {
    const refund = await this.#deps.db
      .selectFrom('refund')
      .selectAll()
      .where('id', '=', refundId)
      .executeTakeFirstOrThrow();
    if (refund.state !== 'requested' || refund.requestId === null) return ok(undefined);
    const attempt = await this.#deps.db
      .selectFrom('paymentAttempt')
      .selectAll()
      .where('purchaseId', '=', refund.purchaseId)
      .where('captureId', 'is not', null)
      .executeTakeFirstOrThrow();
    const order = await getPurchase(this.#deps.db, refund.purchaseId);
    const answer = await this.#deps.payments.refundCapture(
      String(attempt.captureId),
      refund.requestId,
      refund.amountCents,
      order.currency,
    );
    if (answer.kind === 'unknown')
      return fail(
        'provider-failed',
        'The provider gave no clear answer. We keep asking, and asking again is safe: nothing is given back twice.',
      );
    const isMade = answer.kind === 'done' && !['FAILED', 'CANCELLED'].includes(answer.status);
    if (isMade) await this.#linkProviderRefund(order.id, refundId, answer.refundId);
    const providerOrder = await this.#deps.payments.getProviderOrder(
      String(attempt.providerOrderId),
    );
    if (providerOrder.kind === 'seen') await this.syncRefunds(order.id, providerOrder);
    if (isMade) return ok(undefined);
    const issue = answer.kind === 'done' ? answer.status : answer.issue;
    return this.#recordRefusedRefund(
      order.id,
      refundId,
      issue,
      `reversal-${String(attempt.captureId)}`,
    );
  }

  /** The provider's refund belongs to the row that asked for it. Where another row of the same sum was taken for it, the two change places: that one is asked for next. */
  async #linkProviderRefund(
    purchaseId: number,
    refundId: number,
    providerId: string,
  ): Promise<void> {
    await this.#deps.db.transaction().execute(async (tx) => {
      await lockUpgradeChain(tx, purchaseId);
      const other = await tx
        .selectFrom('refund')
        .selectAll()
        .where('providerRefundId', '=', providerId)
        .where('id', '!=', refundId)
        .executeTakeFirst();
      if (!other) {
        await tx
          .updateTable('refund')
          .set({ providerRefundId: providerId })
          .where('id', '=', refundId)
          .where('providerRefundId', 'is', null)
          .execute();
        return;
      }
      const { requestId } = await tx
        .selectFrom('refund')
        .select('requestId')
        .where('id', '=', refundId)
        .executeTakeFirstOrThrow();
      await tx.updateTable('refund').set({ requestId: null }).where('id', '=', refundId).execute();
      await tx.updateTable('refund').set({ requestId }).where('id', '=', other.id).execute();
      await tx
        .updateTable('refund')
        .set({ requestId: other.requestId ?? `${String(requestId)}-again` })
        .where('id', '=', refundId)
        .execute();
    });
  }

  /**
   * A refund that the provider will not make. Where the payment is all gone already without a refund of ours (a dispute was lost), it is booked as what it
   * is; else it is refused, and another may be asked for.
   */
  async #recordRefusedRefund(
    purchaseId: number,
    refundId: number,
    issue: string,
    reversalId: string,
  ): Promise<Outcome<undefined>> {
    const site = await this.#deps.getPublisher();
    return this.#deps.db.transaction().execute(async (tx): Promise<Outcome<undefined>> => {
      const order = await lockUpgradeChain(tx, purchaseId);
      const row = await tx
        .selectFrom('refund')
        .selectAll()
        .where('id', '=', refundId)
        .executeTakeFirstOrThrow();
      if (row.state === 'completed') return ok(undefined);
      if (
        issue === 'CAPTURE_FULLY_REFUNDED' &&
        order.state === 'suspended' &&
        row.amountCents === order.priceCents - order.refundedCents
      ) {
        await this.#recordRefund(site, tx, order, row, reversalId);
        await this.#orderStateSync.syncOrderState(tx, purchaseId);
        return ok(undefined);
      }
      await tx.updateTable('refund').set({ state: 'refused' }).where('id', '=', refundId).execute();
      await recordEvent(tx, purchaseId, this.#deps.clock(), 'refund-refused', { issue });
      return fail('conflict', `The provider refused the refund (${issue}).`);
    });
  }

  /**
   * Ours follows what the provider keeps: each refund is one row, one credit note and one letter, whoever made it; a dispute suspends the grants,
   * its end opens them again (the newest event by the provider's time counts). Any number of calls, in any order, end the same.
   */
  async syncRefunds(purchaseId: number, providerOrder: ProviderOrder): Promise<void> {
    const site = await this.#deps.getPublisher();
    await this.#deps.db.transaction().execute(async (tx) => {
      const order = await lockUpgradeChain(tx, purchaseId);
      const paid = await tx
        .selectFrom('paymentAttempt')
        .select('captureId')
        .where('purchaseId', '=', purchaseId)
        .where('captureId', 'is not', null)
        .executeTakeFirst();
      if (
        !paid ||
        !['paid', 'fulfilled', 'partly-refunded', 'refunded', 'suspended'].includes(order.state)
      )
        return;
      for (const one of providerOrder.refunds) {
        if (
          one.status !== 'COMPLETED' ||
          (one.captureId !== undefined && one.captureId !== paid.captureId)
        )
          continue;
        const known =
          (await tx
            .selectFrom('refund')
            .selectAll()
            .where('providerRefundId', '=', one.id)
            .executeTakeFirst()) ??
          (await tx
            .selectFrom('refund')
            .selectAll()
            .where('purchaseId', '=', purchaseId)
            .where('state', '=', 'requested')
            .where('providerRefundId', 'is', null)
            .where('amountCents', '=', cents(one.value))
            .executeTakeFirst()) ??
          (await tx
            .insertInto('refund')
            .values({
              purchaseId,
              providerRefundId: one.id,
              amountCents: cents(one.value),
              reason: 'Given back at the payment provider.',
              createdAt: this.#deps.clock(),
            })
            .returningAll()
            .executeTakeFirstOrThrow());
        if (known.state === 'completed') continue;
        await this.#recordRefund(site, tx, order, known, one.id);
      }
      await this.#orderStateSync.syncOrderState(tx, purchaseId);
    });
  }
}
