/** The record of calls to and from the payment provider. Safe in the browser. */

export type ProviderCallKind = 'create-order' | 'capture' | 'read-order' | 'refund' | 'webhook';

/** A payment or refund as the provider told of it: its id, its status and "10.00 USD". */
export type ProviderPayment = {
  readonly id: string;
  readonly status: string;
  readonly amount: string;
};

/** A call's values by name. Never tokens, and nothing about the person who paid. */
export type ProviderCallFacts = {
  /** "10.00 USD": what was asked for. */
  readonly amount?: string;
  /** Why it was refused, or why the answer was not clear. */
  readonly reason?: string;
  /** The provider's own status of its order or refund. */
  readonly providerStatus?: string;
  readonly captures?: readonly ProviderPayment[];
  readonly refunds?: readonly ProviderPayment[];
  readonly refundId?: string;
  /** A webhook's type, and what it says of a dispute. */
  readonly eventType?: string;
  readonly dispute?: string;
};
