import type { Deps } from '#core/deps.ts';
import { toDecimalString } from '#core/kernel/money.model.ts';
import type {
  CaptureResult,
  ProviderOrderCreation,
  RefundRequest,
  RefundResult,
  WebhookVerification,
} from '#core/orders/payment/provider.ts';

type Provider = Deps['payments'];
type SampleWebhook = Extract<WebhookVerification, { kind: 'verified' }>;
type Refund = { readonly id: string; readonly status: string; readonly value: string };

/** A payment as the demo's PayPal keeps it. */
export type SamplePayment = {
  readonly id: string;
  readonly status: 'APPROVED' | 'CREATED' | 'COMPLETED' | 'VOIDED';
  readonly unit: {
    readonly custom_id: string;
    readonly invoice_id: string;
    readonly amount: { readonly currency_code: string; readonly value: string };
  };
  readonly brand: string;
  readonly returnUrl: string;
  readonly cancelUrl: string;
  readonly badCard: boolean;
  readonly createdAt: string;
  readonly approvedAt: string;
  readonly capture?: { readonly id: string; readonly status: string };
  readonly capturedAt?: string;
  readonly refunds?: readonly (Refund & { readonly refundedAt: string })[];
};

/** How the next payment ends, if it is not simply taken. */
export type PlannedPayment = 'differs' | 'in-review' | 'no-answer';

/**
 * A payment provider for samples alone, which takes every payment at once. `keep` gives the store's
 * own provider what becomes of each, so that staff can refund samples like any other order.
 */
export class SamplePayments {
  readonly #clock: () => Date;
  readonly #keep: (payment: SamplePayment) => void;
  readonly #payments = new Map<string, SamplePayment>();
  #planned: PlannedPayment | undefined;
  #isRefundRefused = false;

  constructor(clock: () => Date, keep: (payment: SamplePayment) => void) {
    this.#clock = clock;
    this.#keep = keep;
  }

  createProvider(real: Provider): Provider {
    return {
      ...real,
      createProviderOrder: async (request) => this.#create(request),
      captureProviderOrder: async (id) => this.#capturePlanned(id),
      getProviderOrder: async (id) => {
        const payment = this.#payments.get(id);
        return payment ? toProviderOrder(payment) : { kind: 'missing' };
      },
      refundCapture: async (request) => this.#refundCapture(request),
      // Samples are told in words, with nobody's signature.
      verifyWebhook: async (raw) => {
        const told = JSON.parse(new TextDecoder().decode(raw)) as Omit<
          SampleWebhook,
          'kind' | 'at' | 'payments'
        >;
        return { kind: 'verified', payments: [], ...told, at: this.#clock() };
      },
    };
  }

  /** How the next payment ends. */
  planNext(planned: PlannedPayment): void {
    this.#planned = planned;
  }

  /** The buyer pays on the provider's pages, and never comes back to the store. */
  payUnseen(providerId: string): void {
    this.#capture(providerId, 'COMPLETED');
  }

  /** The buyer went away without paying. */
  abandon(providerId: string): void {
    this.#save({ ...this.#get(providerId), status: 'VOIDED' });
  }

  /** The bank of the buyer takes the payment back. */
  refundWhole(providerId: string): void {
    const payment = this.#get(providerId);
    this.#refund(payment, `REFUND${providerId}`, payment.unit.amount.value);
  }

  refuseNextRefund(): void {
    this.#isRefundRefused = true;
  }

  #create(request: Parameters<Provider['createProviderOrder']>[0]): ProviderOrderCreation {
    const { customId, invoiceId, brandName, returnUrl, cancelUrl, currency, requestId } = request;
    const attempt = requestId.split('-')[2] ?? '';
    const number = invoiceId.replace(/-[0-9a-f]{6}$/, '');
    const id = `SAMPLE${number}N${attempt}`.replaceAll(/\W/g, '');
    const now = this.#clock().toISOString();
    const value = toDecimalString(request.amountCents, currency);
    const amount = { currency_code: currency, value };
    this.#save({
      id,
      status: 'CREATED',
      brand: brandName,
      returnUrl,
      cancelUrl,
      badCard: false,
      unit: { custom_id: customId, invoice_id: invoiceId, amount },
      createdAt: now,
      approvedAt: now,
    });
    return { kind: 'created', providerId: id, approvalUrl: 'https://paypal.example/', customId };
  }

  #capturePlanned(id: string): CaptureResult {
    const planned = this.#planned;
    this.#planned = undefined;
    if (planned === 'no-answer') {
      this.#save({ ...this.#get(id), status: 'APPROVED' });
      return { kind: 'unknown', reason: 'no answer within 20 seconds' };
    }
    if (planned === 'differs') this.#save(withOtherAmount(this.#get(id)));
    this.#capture(id, planned === 'in-review' ? 'PENDING' : 'COMPLETED');
    return { kind: 'captured' };
  }

  #refundCapture({ captureId, requestId, amountCents, currency }: RefundRequest): RefundResult {
    if (this.#isRefundRefused) {
      this.#isRefundRefused = false;
      return {
        kind: 'rejected',
        issue: 'TRANSACTION_REFUSED',
        mayBeRefunded: false,
        isLasting: false,
      };
    }
    const refundId = `REFUND${requestId.replaceAll(/\W/g, '')}`.slice(0, 60);
    const payment = this.#get(captureId.slice(0, -1));
    this.#refund(payment, refundId, toDecimalString(amountCents, currency));
    return { kind: 'refunded', refundId, status: 'COMPLETED' };
  }

  #capture(id: string, status: string): void {
    const capturedAt = this.#clock().toISOString();
    const capture = { id: `${id}C`, status };
    this.#save({ ...this.#get(id), status: 'COMPLETED', capturedAt, capture });
  }

  #refund(payment: SamplePayment, id: string, value: string): void {
    const made = { id, status: 'COMPLETED', value, refundedAt: this.#clock().toISOString() };
    this.#save({ ...payment, refunds: [...(payment.refunds ?? []), made] });
  }

  #get(id: string): SamplePayment {
    const payment = this.#payments.get(id);
    if (!payment) throw new Error(`there is no sample payment ${id}`);
    return payment;
  }

  #save(payment: SamplePayment): void {
    this.#payments.set(payment.id, payment);
    this.#keep(payment);
  }
}

/** The bank of the buyer kept a fee for itself. */
const withOtherAmount = (payment: SamplePayment): SamplePayment => {
  const { amount } = payment.unit;
  const value = (Number(amount.value) - 25).toFixed(2);
  return { ...payment, unit: { ...payment.unit, amount: { ...amount, value } } };
};

function toProviderOrder({ id, status, unit, capture, refunds = [] }: SamplePayment) {
  const { value, currency_code: currency } = unit.amount;
  return {
    kind: 'found' as const,
    providerId: id,
    status,
    customId: unit.custom_id,
    invoiceId: unit.invoice_id,
    payer: { id: 'SAMPLEPAYER', email: 'payer@sample.example' },
    captures: capture ? [{ ...capture, value, currency }] : [],
    refunds: refunds.map((one) => ({ ...one, captureId: capture?.id, currency })),
  };
}
