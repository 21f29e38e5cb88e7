/** The port of a payment provider. Every answer is a value; nothing is thrown. */
import type { Cents } from '#core/kernel/money.model.ts';

export type ProviderOrderRequest = {
  /** Stored with the attempt: the provider answers a repetition with the same order. */
  readonly requestId: string;
  /** Says which order of which store it is (custom-id.model.ts); the provider returns it. */
  readonly customId: string;
  /** Begins with our order's number; the provider takes one payment for each. */
  readonly invoiceId: string;
  /** Our order, for our own record of the call: the provider is not told. */
  readonly purchaseId?: number;
  readonly description: string;
  /** The buyer's text on the provider's page: the report, and what of it they buy. */
  readonly item: { readonly name: string; readonly description: string; readonly sku?: string };
  /** The total, and the tax in it. */
  readonly amountCents: Cents;
  readonly taxCents: Cents;
  readonly currency: string;
  readonly brandName: string;
  readonly returnUrl: string;
  readonly cancelUrl: string;
};

export type ProviderOrderCreation =
  | {
      readonly kind: 'created';
      readonly providerId: string;
      readonly approvalUrl: string;
      /**
       * Of the order that is answered: a request id that was used before is answered with its own.
       */
      readonly customId: string | undefined;
    }
  /** The request id was used before, for an order that can't be approved any more. */
  | {
      readonly kind: 'used';
      readonly providerId: string;
      readonly status: string;
      readonly customId: string | undefined;
    }
  /**
   * Nothing was created; with `isNumberTaken` never will be, since something is paid under our
   * number. With `isOurFault` it is our account or our request that is refused, not the payer.
   */
  | {
      readonly kind: 'rejected';
      readonly issue: string;
      readonly isOurFault: boolean;
      readonly isNumberTaken: boolean;
    }
  /** No answer, or an unreadable one: the provider may have created the order. */
  | { readonly kind: 'unknown'; readonly reason: string };

export type CaptureResult =
  /** Captured; getProviderOrder says what. */
  | { readonly kind: 'captured' }
  /** Captured before, or about to be: getProviderOrder says whether. */
  | { readonly kind: 'ask'; readonly issue: string }
  /**
   * Nothing was captured. It ends the payer's `approval`, so that they may give another one; the
   * whole `attempt`; or the `order`, whose number the provider doesn't take any more. With
   * `isOurFault` our account or our request is refused, so that no other card helps; with
   * `isRepeated` a request under the same id gets the same answer, however late it arrives.
   */
  | {
      readonly kind: 'declined';
      readonly issue: string;
      readonly isOurFault: boolean;
      readonly ends: 'approval' | 'attempt' | 'order';
      readonly isRepeated: boolean;
    }
  | { readonly kind: 'not-approved' }
  | { readonly kind: 'unknown'; readonly reason: string };

export type ProviderCapture = {
  readonly id: string;
  /** COMPLETED, PENDING, DECLINED, … */
  readonly status: string;
  readonly value: string;
  readonly currency: string;
  /** Why it is pending or was declined, in the provider's word (ECHECK); often there is none. */
  readonly reason?: string | undefined;
};

/** An amount as the provider writes it. */
export type ProviderMoney = { readonly value: string; readonly currency: string };

export type ProviderPayer = {
  readonly id: string;
  readonly email: string;
  readonly name?: string;
  /** Two letters, ISO 3166. */
  readonly countryCode?: string | undefined;
};

/** The provider's record of an order. */
export type ProviderOrder = {
  readonly kind: 'found';
  readonly providerId: string;
  /** CREATED, PAYER_ACTION_REQUIRED, APPROVED, COMPLETED, VOIDED, … */
  readonly status: string;
  readonly customId: string | undefined;
  readonly invoiceId: string | undefined;
  /** Who paid, as far as the provider says. */
  readonly payer: ProviderPayer | undefined;
  /** Its name in our request: what of which report was bought. */
  readonly sku?: string | undefined;
  /** The total, and the tax in it. */
  readonly total?: ProviderMoney | undefined;
  readonly tax?: ProviderMoney | undefined;
  readonly captures: readonly ProviderCapture[];
  readonly refunds: readonly ProviderRefund[];
  /** Refunds that could not be read, and are left out. */
  readonly unreadableRefunds?: number;
};

/** A full or partial refund, made by us or on the provider's own pages. */
export type ProviderRefund = {
  readonly id: string;
  readonly captureId: string | undefined;
  /** COMPLETED, PENDING, FAILED, CANCELLED. */
  readonly status: string;
  /** Why it is pending or failed, in the provider's word (ECHECK); often there is none. */
  readonly reason?: string | undefined;
  /** The request id of a refund that we asked for; something else, or none, for other ones. */
  readonly customId?: string | undefined;
  readonly value: string;
  readonly currency: string;
};

export type RefundRequest = {
  readonly captureId: string;
  /** For 45 days a repeated one gets the same answer. The refund's `customId` says it. */
  readonly requestId: string;
  readonly amountCents: Cents;
  readonly currency: string;
  /** Our order, for our own record of the call: the provider is not told. */
  readonly purchaseId?: number;
};

export type RefundResult =
  | { readonly kind: 'refunded'; readonly refundId: string; readonly status: string }
  /**
   * With `mayBeRefunded` somebody else may have sent the money back: getProviderOrder says. With
   * `isLasting` the provider will not refund this payment: money goes back in another way alone.
   */
  | {
      readonly kind: 'rejected';
      readonly issue: string;
      readonly mayBeRefunded: boolean;
      readonly isLasting: boolean;
    }
  | { readonly kind: 'unknown'; readonly reason: string };

/** A payment that the provider tells of: by its own id of it, or by ours of the order. */
export type NamedPayment = {
  readonly captureId: string | undefined;
  readonly customId: string | undefined;
};

/** Where a dispute stands; of a lost one the buyer gets so many cents back, as far as is told. */
export type DisputeState =
  | { readonly kind: 'opened' }
  | { readonly kind: 'lost'; readonly refundCents: number | undefined }
  /** It is over, and the seller keeps the money that was not refunded. */
  | { readonly kind: 'ended' };

/**
 * A webhook, `verified` where its signature is valid. Only its ids are used, and the provider is
 * asked for the facts; except for disputes, which its record of an order does not show.
 */
export type WebhookVerification =
  | {
      readonly kind: 'verified';
      readonly eventId: string;
      readonly type: string;
      readonly orderId: string | undefined;
      /** A dispute may be about several; none if the event names none. */
      readonly payments: readonly NamedPayment[];
      readonly dispute: DisputeState | undefined;
      /** None for a reversal, which names no dispute. */
      readonly disputeId: string | undefined;
      readonly at: Date;
    }
  | { readonly kind: 'rejected'; readonly reason: string };

/** One capture in the provider's list of transactions. */
export type ProviderTransaction = {
  readonly captureId: string;
  readonly customId: string | undefined;
  readonly invoiceId: string | undefined;
  readonly value: string;
  readonly currency: string;
  /** S (completed), V (refunded in full), P (pending), D (denied). */
  readonly status: string | undefined;
  readonly at: Date | undefined;
};

/** One refund in the provider's list of transactions. */
export type ListedRefund = {
  readonly refundId: string;
  readonly captureId: string;
  /** S (completed), P (pending), D (failed), V (taken back). */
  readonly status: string | undefined;
};

/** The unreadable part of a list, and whether it was read to its end. */
export type ListLimits = {
  /** The ids of entries that were left out, or what they lack. */
  readonly unreadable: readonly string[];
  readonly isWhole: boolean;
};

export type TransactionList =
  | (ListLimits & {
      readonly kind: 'listed';
      readonly captures: readonly ProviderTransaction[];
      readonly refunds: readonly ListedRefund[];
    })
  | { readonly kind: 'unknown'; readonly reason: string };

export type ProviderDispute = {
  readonly id: string;
  readonly payments: readonly NamedPayment[];
  readonly state: DisputeState;
  readonly updatedAt: Date | undefined;
};

export type DisputeList =
  | (ListLimits & { readonly kind: 'listed'; readonly disputes: readonly ProviderDispute[] })
  | { readonly kind: 'unknown'; readonly reason: string };

export type ProviderOrderLookup =
  | ProviderOrder
  | { readonly kind: 'missing' }
  | { readonly kind: 'unknown'; readonly reason: string };

export type PaymentProvider = {
  /** Whether payments in a currency (ISO 4217) can be made at all. */
  readonly supportsCurrency: (currency: string) => boolean;
  readonly createProviderOrder: (request: ProviderOrderRequest) => Promise<ProviderOrderCreation>;
  readonly captureProviderOrder: (providerId: string, requestId: string) => Promise<CaptureResult>;
  readonly getProviderOrder: (providerId: string) => Promise<ProviderOrderLookup>;
  /** The provider's order that a capture belongs to. */
  readonly findOrderOfCapture: (captureId: string) => Promise<ProviderOrderLookup>;
  /** Refunds a part or all of a capture. */
  readonly refundCapture: (request: RefundRequest) => Promise<RefundResult>;
  /**
   * Checks the signature of a webhook's raw bytes; header names in lower case. Fetches nothing but
   * the certificate, and that from the provider's own hosts alone.
   */
  readonly verifyWebhook: (
    raw: Uint8Array,
    headers: Readonly<Record<string, string | undefined>>,
  ) => Promise<WebhookVerification>;
  /** The captures and refunds between two times, at most 31 days apart. */
  readonly listTransactions: (from: Date, to: Date) => Promise<TransactionList>;
  /** Disputes that were opened, changed or ended since a time. */
  readonly listDisputes: (updatedAfter: Date) => Promise<DisputeList>;
};
