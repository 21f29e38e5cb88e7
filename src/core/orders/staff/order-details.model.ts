/** An order with all that belongs to it, as staff see it. Safe in the browser. */
import type { DocumentKind } from '../documents/invoice.model.ts';
import type { RefundState } from '../refunds/refund-state.model.ts';
import type { RefundWay } from '../refunds/refund-way.model.ts';
import type { StaffOrderRow } from './order-list.model.ts';
import type { PromisedDelivery } from './promised-delivery.model.ts';
import type { TimelineEntry } from './timeline.model.ts';

export type StaffOrderEmail = {
  readonly id: number;
  readonly subject: string;
  readonly recipient: string;
  readonly state: 'failed' | 'queued' | 'sent';
  readonly queuedAt: Date;
  readonly sentAt: Date | null;
  /** The last answer of the mail server, if it failed. */
  readonly lastError: string | null;
  /** False if its address no longer belongs to the order. */
  readonly canResend: boolean;
};

export type StaffOrder = StaffOrderRow & {
  readonly paidAt: Date | null;
  readonly fulfilledAt: Date | null;
  /** The rights of the licence, spelt out as they were sold. */
  readonly rights: string;
  readonly listCents: number;
  readonly taxCents: number;
  readonly taxName: string;
  readonly editionNumber: number;
  readonly termsTitle: string;
  /** The consumer's consent; '' if nothing was to be agreed to. */
  readonly withdrawalWaiver: string;
  readonly seatLimit: number | null;
  readonly country: string;
  readonly vatNumberStatus: 'unchecked' | 'unknown' | 'valid' | null;
  readonly vatConsultation: string | null;
  /** Undefined for viewers. */
  readonly contact:
    | {
        readonly mobileNo: string;
        readonly jobTitle: string;
        /** Line by line, as on the invoice. */
        readonly address: readonly string[];
        readonly taxId: string | undefined;
      }
    | undefined;
  readonly documents: readonly {
    readonly kind: DocumentKind;
    readonly number: string;
    readonly issuedAt: Date;
    /** The corrected invoice that holds in its place. */
    readonly replacedBy?: string;
    /** The document that takes a credit note back. */
    readonly reversedBy?: string;
    /** The secret in its link; none for viewers. */
    readonly token?: string;
  }[];
  readonly refunds: readonly {
    readonly id: number;
    readonly amountCents: number;
    readonly taxCents: number;
    readonly isTaxAlone: boolean;
    readonly state: RefundState;
    readonly reason: string;
    readonly createdAt: Date;
    /** How it was sent by hand; null if PayPal sends it. */
    readonly way: RefundWay | null;
    readonly sentOn: string | null;
    readonly reference: string;
    /** The number of its credit note; null until it is made. */
    readonly creditNote: string | null;
    /** The number of the document that took it back last. */
    readonly reversal: string | null;
    /** Why the provider took it back. */
    readonly reversalReason: string | null;
    /** It failed, and nobody has dealt with that yet. */
    readonly needsAttention: boolean;
  }[];
  /** The amount that can still be refunded. */
  readonly refundableCents: number;
  /** The tax in it, which can be refunded alone. */
  readonly refundableTaxCents: number;
  /** The place of the next refund; its form sends it back (see Refunds.refundOrder). */
  readonly nextRefundPlace: number;
  /** Undefined for an order that never waited for us. */
  readonly delivery: PromisedDelivery | undefined;
  readonly files: readonly {
    readonly kind: string;
    /** The title of an uploaded file. */
    readonly fileTitle: string | null;
    readonly editionNumber: number;
    /** The reader's email address; null for the buyer. */
    readonly seat: string | null;
    readonly downloadCount: number;
    readonly maxDownloads: number;
    readonly expiresAt: Date;
    readonly isSuspended: boolean;
  }[];
  readonly seats: readonly {
    readonly name: string;
    readonly email: string;
    readonly invitedAt: Date;
    readonly acceptedAt: Date | null;
    readonly revokedAt: Date | null;
  }[];
  readonly emails: readonly StaffOrderEmail[];
  readonly providerIds: readonly {
    readonly providerOrderId: string | null;
    readonly captureId: string | null;
  }[];
  /** The order that this one upgrades, and those that upgrade it. */
  readonly upgradeOf: string | undefined;
  readonly upgrades: readonly string[];
  readonly timeline: readonly TimelineEntry[];
};
