import type { Deps } from '#core/deps.ts';
import { toDecimalString } from '#core/kernel/money.model.ts';

type Provider = Deps['payments'];
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

/** How the next payment ends, where it is not simply taken. */
export type PlannedPayment = 'differs' | 'in-review' | 'no-answer';

export type SamplePayments = {
  readonly provider: Provider;
  readonly planNext: (planned: PlannedPayment) => void;
  /** The buyer pays on the provider's pages, and never comes back to the store. */
  readonly payUnseen: (providerId: string) => void;
  /** The buyer went away without paying. */
  readonly abandon: (providerId: string) => void;
  /** The bank of the buyer takes the payment back. */
  readonly refundWhole: (providerId: string) => void;
  readonly refuseNextRefund: () => void;
};

/**
 * A payment provider for samples alone, which takes every payment at once. `keep` gives the store's
 * own provider what becomes of each, so that staff can refund samples like any other order.
 */
export function createSamplePayments(
  real: Provider,
  clock: () => Date,
  keep: (payment: SamplePayment) => void,
): SamplePayments {
  const payments = new Map<string, SamplePayment>();
  let planned: PlannedPayment | undefined;
  let isRefundRefused = false;
  const save = (payment: SamplePayment): void => {
    payments.set(payment.id, payment);
    keep(payment);
  };
  const get = (id: string): SamplePayment => {
    const payment = payments.get(id);
    if (!payment) throw new Error(`there is no sample payment ${id}`);
    return payment;
  };
  const capture = (id: string, status = 'COMPLETED'): void => {
    const capturedAt = clock().toISOString();
    save({ ...get(id), status: 'COMPLETED', capturedAt, capture: { id: `${id}C`, status } });
  };
  const refund = (payment: SamplePayment, id: string, value: string): void => {
    const made = { id, status: 'COMPLETED', value, refundedAt: clock().toISOString() };
    save({ ...payment, refunds: [...(payment.refunds ?? []), made] });
  };
  const provider: Provider = {
    ...real,
    createProviderOrder: async (request) => {
      const id = `SAMPLE${`${request.invoiceId}N${request.requestId.split('-')[2]}`.replaceAll(/\W/g, '')}`;
      const now = clock().toISOString();
      const { customId, invoiceId, brandName, returnUrl, cancelUrl, currency } = request;
      const value = toDecimalString(request.amountCents, currency);
      save({
        ...{ id, status: 'CREATED', brand: brandName, returnUrl, cancelUrl, badCard: false },
        unit: {
          custom_id: customId,
          invoice_id: invoiceId,
          amount: { currency_code: currency, value },
        },
        ...{ createdAt: now, approvedAt: now },
      });
      return { kind: 'created', providerId: id, approvalUrl: 'https://paypal.example/' };
    },
    captureProviderOrder: async (id) => {
      const plan = planned;
      planned = undefined;
      if (plan === 'no-answer') save({ ...get(id), status: 'APPROVED' });
      if (plan === 'no-answer') return { kind: 'unknown', reason: 'no answer within 20 seconds' };
      if (plan === 'differs') save(withOtherAmount(get(id)));
      capture(id, plan === 'in-review' ? 'PENDING' : 'COMPLETED');
      return { kind: 'captured' };
    },
    getProviderOrder: async (id) => {
      const payment = payments.get(id);
      return payment ? describe(payment) : { kind: 'missing' };
    },
    refundCapture: async ({ captureId, requestId, amountCents, currency }) => {
      const payment = get(captureId.slice(0, -1));
      if (isRefundRefused) {
        isRefundRefused = false;
        return { kind: 'rejected', issue: 'TRANSACTION_REFUSED' };
      }
      const refundId = `REFUND${requestId.replaceAll(/\W/g, '')}`.slice(0, 60);
      refund(payment, refundId, toDecimalString(amountCents, currency));
      return { kind: 'refunded', refundId, status: 'COMPLETED' };
    },
    // Samples are told in words, with nobody's signature.
    verifyWebhook: async (raw) => ({
      kind: 'verified',
      ...JSON.parse(new TextDecoder().decode(raw)),
      at: clock(),
    }),
  };
  return {
    provider,
    planNext: (next) => void (planned = next),
    payUnseen: (id) => capture(id),
    abandon: (id) => save({ ...get(id), status: 'VOIDED' }),
    refundWhole: (id) => refund(get(id), `REFUND${id}`, get(id).unit.amount.value),
    refuseNextRefund: () => void (isRefundRefused = true),
  };
}

/** The bank of the buyer kept a fee for itself. */
const withOtherAmount = (payment: SamplePayment): SamplePayment => {
  const { amount } = payment.unit;
  const value = (Number(amount.value) - 25).toFixed(2);
  return { ...payment, unit: { ...payment.unit, amount: { ...amount, value } } };
};

function describe({ id, status, unit, capture, refunds = [] }: SamplePayment) {
  const { value, currency_code: currency } = unit.amount;
  return {
    ...{ kind: 'found' as const, providerId: id, status },
    ...{ customId: unit.custom_id, invoiceId: unit.invoice_id },
    payer: { id: 'SAMPLEPAYER', email: 'payer@sample.example' },
    captures: capture ? [{ ...capture, value, currency }] : [],
    refunds: refunds.map((one) => ({ ...one, captureId: capture?.id, currency })),
  };
}
