import { toDecimalString } from '#core/kernel/money.model.ts';
import type { Deps } from '#core/deps.ts';
import { findAttemptOfEvent } from './payment-attempt.store.ts';
import type { ProviderCallFacts, ProviderCallKind } from './provider-call.model.ts';
import { insertProviderCall, repeatLastCall, setAnswer } from './provider-call.store.ts';
import type {
  CaptureResult,
  DisputeList,
  PaymentProvider,
  ProviderCapture,
  ProviderOrderCreation,
  ProviderOrderLookup,
  ProviderOrderRequest,
  RefundRequest,
  RefundResult,
  TransactionList,
  WebhookVerification,
} from './provider.ts';

/** The facts of a call before it is answered. */
type SentCall = {
  readonly what: Exclude<ProviderCallKind, 'webhook'>;
  readonly purchaseId: number | undefined;
  readonly providerId: string | undefined;
  readonly requestId: string;
  readonly facts: ProviderCallFacts;
};

type Answer = {
  readonly status: string;
  readonly facts: ProviderCallFacts;
  readonly providerId?: string;
};

type RecordedDeps = Pick<Deps, 'db' | 'clock' | 'log' | 'payments'>;

/**
 * The same provider, with every call about an order and every webhook of it written down: requests
 * that change something before they are sent, so that one that was killed is seen as well. Lists of
 * all payments are not. A call continues even if it can't be recorded.
 */
export class RecordedPayments implements PaymentProvider {
  readonly #deps: RecordedDeps;

  constructor(deps: RecordedDeps) {
    this.#deps = deps;
  }

  supportsCurrency(currency: string): boolean {
    return this.#deps.payments.supportsCurrency(currency);
  }

  listTransactions(from: Date, to: Date): Promise<TransactionList> {
    return this.#deps.payments.listTransactions(from, to);
  }

  listDisputes(updatedAfter: Date): Promise<DisputeList> {
    return this.#deps.payments.listDisputes(updatedAfter);
  }

  findOrderOfCapture(captureId: string): Promise<ProviderOrderLookup> {
    return this.#deps.payments.findOrderOfCapture(captureId);
  }

  createProviderOrder(request: ProviderOrderRequest): Promise<ProviderOrderCreation> {
    const { purchaseId, requestId, amountCents, currency } = request;
    const sent = {
      what: 'create-order',
      purchaseId,
      providerId: undefined,
      requestId,
      facts: { amount: formatAmount(amountCents, currency) },
    } as const;
    const send = () => this.#deps.payments.createProviderOrder(request);
    return this.#recordChange(sent, send, describeCreation);
  }

  async captureProviderOrder(providerId: string, requestId: string): Promise<CaptureResult> {
    const purchaseId = await this.#write(() => this.#findPurchase({ orderId: providerId }));
    const sent = { what: 'capture', purchaseId, providerId, requestId, facts: {} } as const;
    const send = () => this.#deps.payments.captureProviderOrder(providerId, requestId);
    return this.#recordChange(sent, send, describeResult);
  }

  refundCapture(request: RefundRequest): Promise<RefundResult> {
    const send = () => this.#deps.payments.refundCapture(request);
    return this.#recordChange(toSentRefund(request), send, describeRefund);
  }

  async getProviderOrder(providerId: string): Promise<ProviderOrderLookup> {
    const startedAt = this.#deps.clock();
    const found = await this.#deps.payments.getProviderOrder(providerId);
    await this.#recordRead(providerId, startedAt, describeLookup(found));
    return found;
  }

  async verifyWebhook(
    raw: Uint8Array,
    headers: Readonly<Record<string, string | undefined>>,
  ): Promise<WebhookVerification> {
    const webhook = await this.#deps.payments.verifyWebhook(raw, headers);
    if (webhook.kind === 'verified') await this.#recordWebhook(webhook);
    return webhook;
  }

  /** Writes a request down, sends it, and adds what it was answered. */
  async #recordChange<Result>(
    sent: SentCall,
    send: () => Promise<Result>,
    describe: (result: Result) => Answer,
  ): Promise<Result> {
    const { db, clock } = this.#deps;
    const { what, purchaseId, providerId, requestId, facts } = sent;
    const id = await this.#write(() =>
      insertProviderCall(db, {
        direction: 'sent',
        what,
        requestId,
        facts,
        startedAt: clock(),
        purchaseId: purchaseId ?? null,
        providerId: providerId ?? null,
      }),
    );
    const result = await send();
    if (id !== undefined)
      await this.#write(() => setAnswer(db, id, { endedAt: clock(), ...describe(result) }));
    return result;
  }

  /** Writes down that the provider's record of an order was read. The same answer again is counted. */
  async #recordRead(providerId: string, startedAt: Date, answer: Answer): Promise<void> {
    const { db, clock } = this.#deps;
    await this.#write(async () => {
      const call = {
        ...({ direction: 'sent', what: 'read-order', providerId, startedAt, ...answer } as const),
        purchaseId: (await this.#findPurchase({ orderId: providerId })) ?? null,
        endedAt: clock(),
      };
      if (!(await repeatLastCall(db, call))) await insertProviderCall(db, call);
    });
  }

  /** Writes a webhook down, at the order that it is about. */
  async #recordWebhook(webhook: WebhookVerification & { kind: 'verified' }): Promise<void> {
    const { eventId, type, orderId, payments, dispute } = webhook;
    const captureId = payments[0]?.captureId;
    const now = this.#deps.clock();
    await this.#write(async () =>
      insertProviderCall(this.#deps.db, {
        direction: 'received',
        what: 'webhook',
        requestId: eventId,
        status: 'verified',
        purchaseId: (await this.#findPurchase({ orderId, captureId })) ?? null,
        providerId: orderId ?? captureId ?? null,
        facts: { eventType: type, ...(dispute ? { dispute: dispute.kind } : {}) },
        startedAt: now,
        endedAt: now,
      }),
    );
  }

  async #findPurchase({ orderId, captureId }: ProviderIds): Promise<number | undefined> {
    const ids = { providerOrderId: orderId ?? null, captureId: captureId ?? null };
    return (await findAttemptOfEvent(this.#deps.db, ids))?.purchaseId;
  }

  /** The log of calls must stop no payment: where it can't be written, that is logged instead. */
  async #write<T>(write: () => Promise<T>): Promise<T | undefined> {
    try {
      return await write();
    } catch (error) {
      this.#deps.log.error({ error }, 'a call of the payment provider could not be written down');
      return undefined;
    }
  }
}

const toSentRefund = (request: RefundRequest): SentCall => ({
  what: 'refund',
  purchaseId: request.purchaseId,
  providerId: request.captureId,
  requestId: request.requestId,
  facts: { amount: formatAmount(request.amountCents, request.currency) },
});

type ProviderIds = {
  readonly orderId?: string | undefined;
  readonly captureId?: string | undefined;
};

const formatAmount = (cents: number, currency: string): string =>
  `${toDecimalString(cents, currency)} ${currency}`;

const describeResult = (result: CaptureResult | RefundResult | ProviderOrderCreation): Answer => ({
  status: result.kind,
  facts: readReason(result),
});

const describeCreation = (result: ProviderOrderCreation): Answer => ({
  ...describeResult(result),
  ...('providerId' in result ? { providerId: result.providerId } : {}),
});

const describeRefund = (result: RefundResult): Answer =>
  result.kind === 'refunded'
    ? { status: result.kind, facts: { refundId: result.refundId, providerStatus: result.status } }
    : describeResult(result);

function describeLookup(found: ProviderOrderLookup): Answer {
  if (found.kind !== 'found') return { status: found.kind, facts: readReason(found) };
  const toPayment = ({ id, status, value, currency, reason }: ProviderCapture) => ({
    id,
    status: reason === undefined ? status : `${status} (${reason})`,
    amount: `${value} ${currency}`,
  });
  return {
    status: found.kind,
    facts: {
      providerStatus: found.status,
      ...(found.captures.length > 0 ? { captures: found.captures.map(toPayment) } : {}),
      ...(found.refunds.length > 0 ? { refunds: found.refunds.map(toPayment) } : {}),
      ...(found.unreadableRefunds ? { reason: `${found.unreadableRefunds} not readable` } : {}),
    },
  };
}

function readReason(result: object): { reason?: string } {
  if ('issue' in result) return { reason: String(result.issue) };
  return 'reason' in result ? { reason: String(result.reason).slice(0, 300) } : {};
}
