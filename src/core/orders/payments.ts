/** The port to the payment provider: orders are created, captured and looked at; every answer is a value. */
import type { Cents } from '../kernel/cents.ts';

export type PaymentRequest = {
  /** Derived from order and attempt, never random: the provider answers a repetition with the same order. */
  readonly requestId: string;
  /** Our order's id, and its number: the provider gives both back. */
  readonly customId: string;
  readonly invoiceId: string;
  readonly description: string;
  readonly amount: Cents;
  readonly currency: string;
  readonly brand: string;
  readonly returnUrl: string;
  readonly cancelUrl: string;
};

export type Created =
  | { readonly kind: 'created'; readonly providerId: string; readonly approvalUrl: string }
  | { readonly kind: 'refused'; readonly issue: string }
  /** No answer, or one that can't be understood: the order may exist there. */
  | { readonly kind: 'unknown'; readonly reason: string };

export type CaptureAnswer =
  /** Done, or done before: look before anything is called paid. */
  | { readonly kind: 'done' }
  | { readonly kind: 'declined'; readonly issue: string }
  | { readonly kind: 'not-approved'; readonly issue: string }
  | { readonly kind: 'unknown'; readonly reason: string };

export type Capture = {
  readonly id: string;
  /** COMPLETED, PENDING, DECLINED, … as the provider says. */
  readonly status: string;
  readonly value: string;
  readonly currency: string;
};

/** The order as the provider keeps it. */
export type Seen = {
  readonly kind: 'seen';
  readonly providerId: string;
  /** CREATED, PAYER_ACTION_REQUIRED, APPROVED, COMPLETED, VOIDED, … */
  readonly status: string;
  readonly customId: string | undefined;
  readonly invoiceId: string | undefined;
  readonly payer: { readonly id: string; readonly email: string } | undefined;
  readonly captures: readonly Capture[];
  readonly refunds: readonly Refund[];
};

/** Money that went back, whole or in part, by us or through the provider's own pages. */
export type Refund = {
  readonly id: string;
  readonly captureId: string | undefined;
  readonly status: string;
  readonly value: string;
  readonly currency: string;
};

export type Refunded =
  | { readonly kind: 'done'; readonly refundId: string; readonly status: string }
  | { readonly kind: 'refused'; readonly issue: string }
  | { readonly kind: 'unknown'; readonly reason: string };

/** A webhook whose signature holds. It is a poke: its ids are used and the provider is asked what is true, except for disputes, of which a payment shows nothing. */
export type Heard =
  | {
      readonly kind: 'heard';
      readonly eventId: string;
      readonly type: string;
      readonly orderId: string | undefined;
      readonly captureId: string | undefined;
      readonly dispute: 'opened' | 'ended' | undefined;
      readonly at: Date;
    }
  | { readonly kind: 'refused'; readonly reason: string };

/** One capture as the provider's books list it. */
export type Booked = {
  readonly captureId: string;
  readonly customId: string | undefined;
  readonly invoiceId: string | undefined;
  readonly value: string;
  readonly currency: string;
  readonly status: string;
  readonly at: string;
};
export type Books =
  | { readonly kind: 'listed'; readonly captures: readonly Booked[] }
  | { readonly kind: 'unknown'; readonly reason: string };

export type Look =
  | Seen
  | { readonly kind: 'missing' }
  | { readonly kind: 'unknown'; readonly reason: string };

export type Payments = {
  create(request: PaymentRequest): Promise<Created>;
  capture(providerId: string, requestId: string): Promise<CaptureAnswer>;
  look(providerId: string): Promise<Look>;
  /** Gives money back: `amount` of a capture, under a derived request id that the provider answers the same way for 45 days. */
  refund(captureId: string, requestId: string, amount: Cents, currency: string): Promise<Refunded>;
  /** Checks a webhook by its raw bytes and header fields (lower-case names). Nothing but the certificate is fetched, from an allowed host alone. */
  hear(raw: Uint8Array, headers: Readonly<Record<string, string | undefined>>): Promise<Heard>;
  /** The provider's list of captures between two times, at most 31 days apart. */
  books(from: Date, to: Date): Promise<Books>;
};
