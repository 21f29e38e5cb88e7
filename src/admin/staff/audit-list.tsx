import type { Route } from './+types/audit-list.ts';
import { staffContext } from '#admin/context.ts';
import { unwrap } from '#admin/frame/respond.ts';
import { AdminPage } from '#admin/frame/admin-page.tsx';
import { Badge } from '#admin/frame/blocks.tsx';
import { FilterBar, SelectFilter, TextFilter } from '#admin/frame/filter-bar.tsx';
import { hrefOfList, readListAddress, type ListAddress } from '#admin/frame/list-address.ts';
import { List } from '#admin/frame/list.tsx';
import type { Column } from '#admin/frame/list-table.tsx';
import { Time } from '#admin/frame/times.tsx';
import type { AdminHandle } from '#admin/page-handle.ts';
import type { ListedAuditEntry } from '#core/staff/audit-log.ts';
import { addLinkKey } from '#admin/work/send-export.ts';
import { appContext } from '#site/context.ts';
import { auditListOptions, auditOutcomes, auditVerbs, toAuditFilter } from './audit-filters.ts';
import {
  auditOutcomeWords,
  auditThings,
  auditVerbWords,
  describeAuditVerb,
} from './audit-words.ts';
import { OutcomeBadge, ThingLink } from './audit-thing.tsx';

export const handle: AdminHandle = { verb: 'audit.read' };

export async function loader({ context, request }: Route.LoaderArgs) {
  const { actor } = context.get(staffContext);
  const list = readListAddress(request.url, auditListOptions);
  const { auditLog } = context.get(appContext).staff;
  const zone = await context.get(appContext).store.getTimeZone();
  const page = unwrap(await auditLog.search(actor, toAuditFilter(list, zone), list));
  return { list, page };
}

const columns: readonly Column<ListedAuditEntry>[] = [
  { key: 'at', label: 'Time', isMain: true, render: ({ at }) => <Time at={at} /> },
  {
    key: 'who',
    label: 'Who',
    render: ({ actorName, role }) => (role ? `${actorName}, ${role}` : actorName),
  },
  { key: 'verb', label: 'What', render: ({ verb }) => describeAuditVerb(verb) },
  { key: 'thing', label: 'To which', render: (entry) => <ThingLink entry={entry} /> },
  {
    key: 'outcome',
    label: 'Outcome',
    render: (entry) => (
      <>
        <OutcomeBadge entry={entry} /> {entry.isUndone && <Badge>Undone</Badge>}
        {entry.undoOf !== null && <Badge>Undo</Badge>}
      </>
    ),
  },
];

/** The acts of people, programs and jobs in the back office, and those that they were refused. */
export default function AuditList({ loaderData }: Route.ComponentProps) {
  const { list, page } = loaderData;
  const csv = addLinkKey(hrefOfList({ ...list, path: '/admin/audit.csv' }));
  return (
    <AdminPage
      title="Audit log"
      actions={
        <a className="admin-button" href={csv}>
          Export CSV
        </a>
      }
    >
      <AuditFilters list={list} />
      <List
        list={list}
        page={page}
        noun={['entry', 'entries']}
        columns={columns}
        rowKey={({ id }) => String(id)}
        href={({ id }) => `/admin/audit/${id}`}
        empty={<p>Nothing has been done yet. Every change in the back office is recorded here.</p>}
      />
    </AdminPage>
  );
}

const AuditFilters = ({ list }: { readonly list: ListAddress }) => (
  <FilterBar
    list={list}
    views={[
      { label: 'Refused', filters: { outcome: 'refused' } },
      { label: 'Sign-ins', filters: { verb: 'session.start' } },
    ]}
  >
    <TextFilter list={list} name="who" label="Who" />
    <SelectFilter
      list={list}
      name="verb"
      label="What"
      options={auditVerbs.map((verb) => [verb, auditVerbWords[verb]])}
    />
    <SelectFilter
      list={list}
      name="kind"
      label="Kind of thing"
      options={Object.entries(auditThings).map(([kind, { label }]) => [kind, label])}
    />
    <TextFilter list={list} name="thing" label="Code or number" />
    <SelectFilter
      list={list}
      name="outcome"
      label="Outcome"
      options={auditOutcomes.map((outcome) => [outcome, auditOutcomeWords[outcome].text])}
    />
    <TextFilter list={list} name="from" label="From" type="date" />
    <TextFilter list={list} name="until" label="Until" type="date" />
  </FilterBar>
);
