import { toDecimalString } from '#core/kernel/money.model.ts';
import type { Deps } from '#core/deps.ts';
import { findAttemptOfEvent } from './payment-attempt.store.ts';
import type { ProviderCallFacts, ProviderCallKind } from './provider-call.model.ts';
import { insertProviderCall, repeatLastCall, setAnswer } from './provider-call.store.ts';
import type {
  CaptureResult,
  PaymentProvider,
  ProviderCapture,
  ProviderOrderCreation,
  ProviderOrderLookup,
  RefundRequest,
  RefundResult,
  WebhookVerification,
} from './provider.ts';

/** What is known of a call before it is answered. */
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

/**
 * The same provider, with every call about an order and every webhook of it written down: requests
 * that change something before they are sent, so that one that was killed is seen as well. Lists of
 * all payments are not. A call continues even if it can't be recorded.
 */
export function recordProviderCalls(
  deps: Pick<Deps, 'db' | 'clock' | 'log' | 'payments'>,
): PaymentProvider {
  const { payments } = deps;
  const recorder = new CallRecorder(deps);
  return {
    supportsCurrency: (currency) => payments.supportsCurrency(currency),
    listTransactions: (from, to) => payments.listTransactions(from, to),
    listDisputes: (updatedAfter) => payments.listDisputes(updatedAfter),
    createProviderOrder: (request) => {
      const { purchaseId, requestId, amountCents, currency } = request;
      const sent = {
        what: 'create-order',
        purchaseId,
        providerId: undefined,
        requestId,
        facts: { amount: formatAmount(amountCents, currency) },
      } as const;
      const send = () => payments.createProviderOrder(request);
      return recorder.recordChange(sent, send, describeCreation);
    },
    captureProviderOrder: async (providerId, requestId) => {
      const purchaseId = await recorder.findPurchaseId({ orderId: providerId });
      const sent = { what: 'capture', purchaseId, providerId, requestId, facts: {} } as const;
      const send = () => payments.captureProviderOrder(providerId, requestId);
      return recorder.recordChange(sent, send, describeResult);
    },
    refundCapture: (request) => {
      const send = () => payments.refundCapture(request);
      return recorder.recordChange(toSentRefund(request), send, describeRefund);
    },
    getProviderOrder: async (providerId) => {
      const startedAt = deps.clock();
      const found = await payments.getProviderOrder(providerId);
      await recorder.recordRead(providerId, startedAt, describeLookup(found));
      return found;
    },
    findOrderOfCapture: (captureId) => payments.findOrderOfCapture(captureId),
    verifyWebhook: async (raw, headers) => {
      const webhook = await payments.verifyWebhook(raw, headers);
      if (webhook.kind === 'verified') await recorder.recordWebhook(webhook);
      return webhook;
    },
  };
}

const toSentRefund = (request: RefundRequest): SentCall => ({
  what: 'refund',
  purchaseId: request.purchaseId,
  providerId: request.captureId,
  requestId: request.requestId,
  facts: { amount: formatAmount(request.amountCents, request.currency) },
});

class CallRecorder {
  readonly #deps: Pick<Deps, 'db' | 'clock' | 'log'>;

  constructor(deps: Pick<Deps, 'db' | 'clock' | 'log'>) {
    this.#deps = deps;
  }

  /** Writes a request down, sends it, and adds what it was answered. */
  async recordChange<Result>(
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

  /** The provider's record of an order was read. The same answer again is counted. */
  async recordRead(providerId: string, startedAt: Date, answer: Answer): Promise<void> {
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

  async recordWebhook(webhook: WebhookVerification & { kind: 'verified' }): Promise<void> {
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

  findPurchaseId(provider: ProviderIds): Promise<number | undefined> {
    return this.#write(() => this.#findPurchase(provider));
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
