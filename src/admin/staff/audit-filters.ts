import type { ListAddress, ListOptions } from '#admin/frame/list-address.ts';
import type { AuditFilter } from '#core/staff/audit-log.store.ts';
import { allVerbs } from '#core/staff/verbs.model.ts';
import { isDay } from '#core/kernel/time-zone.model.ts';
import { readDaySpan, toInstants } from '#admin/frame/read-day.ts';
import { auditVerbWords } from './audit-words.ts';

/** In the order of their words. */
export const auditVerbs = allVerbs.toSorted((a, b) =>
  auditVerbWords[a].localeCompare(auditVerbWords[b]),
);

/** How entries end, in the order of the filter. */
export const auditOutcomes = ['done', 'refused', 'proof-asked'] as const;

/** The filters of the audit log in its address. */
export const auditListOptions: ListOptions = {
  filters: {
    who: 'text',
    staff: (id) => /^\d{1,9}$/.test(id),
    verb: auditVerbs,
    kind: 'text',
    thing: 'text',
    outcome: auditOutcomes,
    batch: 'text',
    from: isDay,
    until: isDay,
  },
  sorts: ['at'],
  defaultSort: '-at',
};

/** The filters of an address as the core takes them; days are the store's, the last one included. */
export function toAuditFilter({ filters }: ListAddress, zone: string): AuditFilter {
  const { who, staff, verb, kind, thing, outcome, batch } = filters;
  const { from, before } = toInstants(readDaySpan(filters), zone);
  return {
    actorName: who,
    staffId: staff !== undefined && /^\d{1,9}$/.test(staff) ? Number(staff) : undefined,
    verb,
    thingKind: kind,
    thingId: thing,
    outcome: auditOutcomes.find((known) => known === outcome),
    batch,
    from,
    until: before,
  };
}
