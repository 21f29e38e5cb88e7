import { maskEmail } from '#core/kernel/mask-text.ts';
import type { EventDetail } from '../model.ts';
import type { DatabaseOrTx, Purchase } from '../purchase.store.ts';
import { listDocumentsForStaff } from './order-details.store.ts';
import {
  listAuditEntries,
  listCalls,
  listDownloads,
  listEmails,
  listEvents,
} from './timeline.store.ts';
import { sortTimeline, type OrderEntry, type TimelineEntry } from './timeline.model.ts';

/** Facts of an event that name a person are left out for staff who may not see people. */
const personalFacts: ReadonlySet<string> = new Set(['previousEmail']);

/**
 * Everything that happened to an order, oldest first: its own changes, calls to and from the
 * provider, documents, emails, downloads, and what staff did.
 */
export async function readTimeline(
  db: DatabaseOrTx,
  { id, number }: Pick<Purchase, 'id' | 'number'>,
  areMasked: boolean,
): Promise<TimelineEntry[]> {
  const mask = (email: string): string => (areMasked ? maskEmail(email) : email);
  const [events, calls, documents, emails, downloads, audited] = await Promise.all([
    listEvents(db, id),
    listCalls(db, id),
    listDocumentsForStaff(db, id),
    listEmails(db, id),
    listDownloads(db, id),
    listAuditEntries(db, number),
  ]);
  return sortTimeline([
    // The newest are read first: those of one moment keep the order in which they happened.
    ...events.toReversed().map((event) => toOrderEntry(event, areMasked)),
    ...calls.toReversed().map(({ startedAt, ...call }) => ({
      source: 'provider' as const,
      at: startedAt,
      ...call,
    })),
    ...documents.map(({ issuedAt, kind, number: documentNumber }) => ({
      source: 'document' as const,
      at: issuedAt,
      kind,
      number: documentNumber,
    })),
    ...emails.toReversed().map(({ subject, recipient, state, queuedAt, sentAt }) => ({
      source: 'email' as const,
      at: queuedAt,
      subject,
      recipient: mask(recipient),
      state,
      sentAt,
    })),
    ...downloads.toReversed().map(({ downloadedAt, arrivedAt, kind, reader, ...download }) => ({
      source: 'download' as const,
      at: downloadedAt,
      file: `${download.fileTitle ?? kind}, edition ${download.editionNumber}`,
      hasArrived: arrivedAt !== null,
      reader: reader === null ? null : mask(reader),
    })),
    ...audited.toReversed().map((entry) => ({ source: 'staff' as const, ...entry })),
  ]);
}

function toOrderEntry(
  { occurredAt, kind, detail }: { occurredAt: Date; kind: string; detail: EventDetail },
  areMasked: boolean,
): OrderEntry {
  const facts: Record<string, string | number> = {};
  for (const [name, value] of Object.entries(detail)) {
    if (areMasked && personalFacts.has(name)) continue;
    // The provider's whole answer about a mismatch names the payer: its call is listed by itself.
    if (typeof value === 'string' || typeof value === 'number') facts[name] = value;
  }
  return { source: 'order', at: occurredAt, kind, facts };
}
