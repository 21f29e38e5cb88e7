import { getActorName, type Actor } from '#core/kernel/audit.ts';
import { parseAmount } from '#core/kernel/money.model.ts';
import { fail, ok, type Outcome } from '#core/kernel/outcome.model.ts';
import type { OrderDeps } from '../deps.ts';
import {
  findDifference,
  settleDifference,
  takeRefundRequestId,
} from '../payment/payment-difference.store.ts';
import type { ProviderCapture, ProviderOrder } from '../payment/provider.ts';
import type { TransactionDifference } from '../payment/reconciliation.model.ts';
import type { AttemptSync } from '../payment/sync-attempt.ts';
import { RecreatedOrders } from './recreate-order.ts';
import type { StaffVerb } from '#core/staff/verbs.model.ts';

const paymentAttemptOf = (verb: StaffVerb, captureId: string) =>
  ({ verb, thing: { kind: 'payment', id: captureId } }) as const;

type LostPayment = {
  readonly differenceId: number;
  readonly providerOrder: ProviderOrder;
  readonly capture: ProviderCapture;
};

/** Staff's verbs on payments that differ from the orders. */
export class LostPayments {
  readonly #deps: OrderDeps;
  readonly #attemptSync: AttemptSync;
  readonly #recreatedOrders: RecreatedOrders;

  constructor(deps: OrderDeps, parts: { readonly attemptSync: AttemptSync }) {
    this.#deps = deps;
    this.#attemptSync = parts.attemptSync;
    this.#recreatedOrders = new RecreatedOrders(deps);
  }

  /**
   * The order of a payment whose order a restored database lost exists again, with what the provider
   * knows of it, and is paid and delivered: its buyer gets the files once more. `forbidden`,
   * `proof-needed`, `not-found`, `conflict` if it can't be told what was bought,
   * `provider-failed` without a clear answer.
   */
  async recreateOrder(actor: Actor, captureId: string): Promise<Outcome<{ number: string }>> {
    const attempt = paymentAttemptOf('order.mark-paid', captureId);
    const refused = await this.#deps.staffActs.refuse(actor, attempt);
    if (refused) return refused;
    const found = await this.#findLostPayment(captureId);
    if (!found.ok) return found;
    const { differenceId, providerOrder } = found.value;
    const draft = await this.#recreatedOrders.describe(providerOrder);
    if (!draft.ok) return draft;
    const recreated = await this.#deps.staffActs.perform(actor, attempt, async (tx, audit) => {
      const by = getActorName(actor);
      const order = await this.#recreatedOrders.insert(tx, draft.value, { providerOrder, by });
      await settleDifference(tx, differenceId, 'recreated', this.#deps.clock());
      audit({ after: { order: order.number, captureId } });
      return ok(order);
    });
    if (!recreated.ok) return recreated;
    const { attemptId, number } = recreated.value;
    await this.#attemptSync
      .syncAttempt(attemptId)
      .catch((error: unknown) =>
        this.#deps.log.warn({ order: number, error }, 'a recreated order is not paid yet'),
      );
    return ok({ number });
  }

  /**
   * Sends a payment back whose order was lost, whole and once. `forbidden`, `proof-needed`,
   * `not-found`, `conflict` if the provider refuses, `provider-failed` without a clear answer:
   * it may be tried again.
   */
  async refundLostPayment(actor: Actor, captureId: string): Promise<Outcome<undefined>> {
    const attempt = paymentAttemptOf('order.refund', captureId);
    const refused = await this.#deps.staffActs.refuse(actor, attempt);
    if (refused) return refused;
    const found = await this.#findLostPayment(captureId);
    if (!found.ok) return found;
    const { differenceId, capture, providerOrder } = found.value;
    const leftCents = countLeftCents(capture, providerOrder);
    const newId = `r-${captureId}-${this.#deps.generateSecret().slice(0, 16)}`;
    const requestId = await takeRefundRequestId(this.#deps.db, differenceId, newId);
    const { currency, value } = capture;
    const answer = await this.#deps.payments.refundCapture({
      captureId,
      requestId,
      amountCents: leftCents,
      currency,
    });
    if (answer.kind === 'unknown')
      return fail(
        'provider-failed',
        'PayPal gave no clear answer. Try it again: nothing is refunded twice.',
      );
    const refusal =
      answer.kind === 'rejected'
        ? fail('conflict', `PayPal refused the refund (${answer.issue}).`)
        : undefined;
    await this.#deps.db.transaction().execute(async (tx) => {
      if (!refusal) await settleDifference(tx, differenceId, 'refunded', this.#deps.clock());
      const change = { after: { refunded: `${value} ${currency}` } };
      await this.#deps.audit.record(tx, {
        ...attempt,
        actor,
        ...(refusal ? { refusal } : { change }),
      });
    });
    return refusal ?? ok(undefined);
  }

  /**
   * Staff have looked at a difference and dealt with it elsewhere: nobody is told of it again.
   * `forbidden`, `not-found`.
   */
  async settleDifference(
    actor: Actor,
    captureId: string,
    kind: TransactionDifference['kind'],
  ): Promise<Outcome<undefined>> {
    const attempt = paymentAttemptOf('order.reconcile', captureId);
    return this.#deps.staffActs.perform(actor, attempt, async (tx, audit) => {
      const difference = await findDifference(tx, captureId, kind);
      if (!difference || difference.settledAt) return failSettled();
      await settleDifference(tx, difference.id, 'staff', this.#deps.clock());
      audit({ after: { settled: kind } });
      return ok(undefined);
    });
  }

  async #findLostPayment(captureId: string): Promise<Outcome<LostPayment>> {
    const difference = await findDifference(this.#deps.db, captureId, 'unknown order');
    if (!difference || difference.settledAt) return failSettled();
    const providerOrder = await this.#deps.payments.findOrderOfCapture(captureId);
    if (providerOrder.kind === 'unknown')
      return fail('provider-failed', 'PayPal gave no clear answer. Please try it again.');
    const capture =
      providerOrder.kind === 'found'
        ? providerOrder.captures.find(({ id }) => id === captureId)
        : undefined;
    if (providerOrder.kind === 'missing' || !capture)
      return fail('conflict', 'PayPal does not know this payment any more.');
    return ok({ differenceId: difference.id, providerOrder, capture });
  }
}

const failSettled = () => fail('not-found', 'This payment needs nobody any more.');

/** The part of a capture that was not sent back yet. */
const countLeftCents = (capture: ProviderCapture, { refunds }: ProviderOrder): number =>
  refunds
    .filter(
      ({ status, captureId }) => status === 'COMPLETED' && (captureId ?? capture.id) === capture.id,
    )
    .reduce(
      (left, { value, currency }) => left - parseAmount(value, currency),
      parseAmount(capture.value, capture.currency),
    );
