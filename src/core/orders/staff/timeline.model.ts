/** Everything that happened to an order, in one order. Safe in the browser. */
import type { DocumentKind } from '../documents/invoice.model.ts';
import type { ProviderCallFacts, ProviderCallKind } from '../payment/provider-call.model.ts';

type At = { readonly at: Date };

/** A change of the order itself. */
export type OrderEntry = At & {
  readonly source: 'order';
  readonly kind: string;
  /** Its details by name: "amountCents", "reason", "by". */
  readonly facts: Readonly<Record<string, string | number>>;
};

/** A request to the payment provider with its answer, or a webhook of it. */
export type CallEntry = At & {
  readonly source: 'provider';
  readonly direction: 'sent' | 'received';
  readonly what: ProviderCallKind;
  /** Null if no answer came. */
  readonly status: string | null;
  readonly endedAt: Date | null;
  readonly providerId: string | null;
  readonly requestId: string | null;
  readonly facts: ProviderCallFacts;
  /** How often it was sent with the same answer. */
  readonly times: number;
};

export type EmailEntry = At & {
  readonly source: 'email';
  readonly subject: string;
  readonly recipient: string;
  readonly state: 'failed' | 'queued' | 'sent';
  readonly sentAt: Date | null;
};

export type DownloadEntry = At & {
  readonly source: 'download';
  /** "Report (PDF), edition 2" */
  readonly file: string;
  /** False for one that was begun and cut: it does not count. */
  readonly hasArrived: boolean;
  /** The address of a colleague's seat; null for the buyer. */
  readonly reader: string | null;
};

/** An act of a member of staff or a program, or one that they were refused. */
export type StaffEntry = At & {
  readonly source: 'staff';
  readonly actorName: string;
  readonly verb: string;
  readonly refusal: string | null;
};

export type DocumentEntry = At & {
  readonly source: 'document';
  readonly kind: DocumentKind;
  readonly number: string;
};

export type TimelineEntry =
  | OrderEntry
  | CallEntry
  | EmailEntry
  | DownloadEntry
  | StaffEntry
  | DocumentEntry;

/**
 * Oldest first. Of what happened at the same time, the cause comes before what followed from it.
 */
export const sortTimeline = (entries: readonly TimelineEntry[]): TimelineEntry[] =>
  entries.toSorted((a, b) => a.at.getTime() - b.at.getTime() || rank(a) - rank(b));

const sources = ['provider', 'staff', 'order', 'document', 'email', 'download'] as const;
const rank = ({ source }: TimelineEntry): number => sources.indexOf(source);
