/** The port to the payment provider: orders are created, captured and looked at; every answer is a value. */
import type { Cents } from '#core/kernel/money.model.ts';

export type ProviderOrderRequest = {
  /** Derived from order and attempt, never random: the provider answers a repetition with the same order. */
  readonly requestId: string;
  /** Our order's id, and its number: the provider gives both back. */
  readonly customId: string;
  readonly invoiceId: string;
  readonly description: string;
  readonly amountCents: Cents;
  readonly currency: string;
  readonly brandName: string;
  readonly returnUrl: string;
  readonly cancelUrl: string;
};

export type ProviderOrderCreation =
  | { readonly kind: 'created'; readonly providerId: string; readonly approvalUrl: string }
  | { readonly kind: 'rejected'; readonly issue: string }
  /** No answer, or one that can't be understood: the order may exist there. */
  | { readonly kind: 'unknown'; readonly reason: string };

export type CaptureResult =
  /** Done, or done before: look before anything is called paid. */
  | { readonly kind: 'captured' }
  | { readonly kind: 'declined'; readonly issue: string }
  | { readonly kind: 'not-approved'; readonly issue: string }
  | { readonly kind: 'unknown'; readonly reason: string };

export type ProviderCapture = {
  readonly id: string;
  /** COMPLETED, PENDING, DECLINED, … as the provider says. */
  readonly status: string;
  readonly value: string;
  readonly currency: string;
};

/** The order as the provider keeps it. */
export type ProviderOrder = {
  readonly kind: 'found';
  readonly providerId: string;
  /** CREATED, PAYER_ACTION_REQUIRED, APPROVED, COMPLETED, VOIDED, … */
  readonly status: string;
  readonly customId: string | undefined;
  readonly invoiceId: string | undefined;
  readonly payer: { readonly id: string; readonly email: string } | undefined;
  readonly captures: readonly ProviderCapture[];
  readonly refunds: readonly ProviderRefund[];
};

/** Money that went back, whole or in part, by us or through the provider's own pages. */
export type ProviderRefund = {
  readonly id: string;
  readonly captureId: string | undefined;
  readonly status: string;
  readonly value: string;
  readonly currency: string;
};

export type RefundResult =
  | { readonly kind: 'refunded'; readonly refundId: string; readonly status: string }
  | { readonly kind: 'rejected'; readonly issue: string }
  | { readonly kind: 'unknown'; readonly reason: string };

/** A webhook whose signature holds. It is a poke: its ids are used and the provider is asked what is true, except for disputes, of which a payment shows nothing. */
export type WebhookVerification =
  | {
      readonly kind: 'verified';
      readonly eventId: string;
      readonly type: string;
      readonly orderId: string | undefined;
      readonly captureId: string | undefined;
      readonly dispute: 'opened' | 'ended' | undefined;
      readonly at: Date;
    }
  | { readonly kind: 'rejected'; readonly reason: string };

/** One capture as the provider's books list it. */
export type ProviderTransaction = {
  readonly captureId: string;
  readonly customId: string | undefined;
  readonly invoiceId: string | undefined;
  readonly value: string;
  readonly currency: string;
  readonly status: string;
  readonly at: string;
};
export type TransactionList =
  | { readonly kind: 'listed'; readonly captures: readonly ProviderTransaction[] }
  | { readonly kind: 'unknown'; readonly reason: string };

export type ProviderOrderLookup =
  | ProviderOrder
  | { readonly kind: 'missing' }
  | { readonly kind: 'unknown'; readonly reason: string };

export type PaymentProvider = {
  createProviderOrder(request: ProviderOrderRequest): Promise<ProviderOrderCreation>;
  captureProviderOrder(providerId: string, requestId: string): Promise<CaptureResult>;
  getProviderOrder(providerId: string): Promise<ProviderOrderLookup>;
  /** Gives money back: `amount` of a capture, under a derived request id that the provider answers the same way for 45 days. */
  refundCapture(
    captureId: string,
    requestId: string,
    amountCents: Cents,
    currency: string,
  ): Promise<RefundResult>;
  /** Checks a webhook by its raw bytes and header fields (lower-case names). Nothing but the certificate is fetched, from an allowed host alone. */
  verifyWebhook(
    raw: Uint8Array,
    headers: Readonly<Record<string, string | undefined>>,
  ): Promise<WebhookVerification>;
  /** The provider's list of captures between two times, at most 31 days apart. */
  listTransactions(from: Date, to: Date): Promise<TransactionList>;
};
