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
};

export type Look = Seen | { readonly kind: 'missing' } | { readonly kind: 'unknown'; readonly reason: string };

export type Payments = {
  create(request: PaymentRequest): Promise<Created>;
  capture(providerId: string, requestId: string): Promise<CaptureAnswer>;
  look(providerId: string): Promise<Look>;
};
