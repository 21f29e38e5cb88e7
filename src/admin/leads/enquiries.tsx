import { toDay } from '#core/kernel/time-zone.model.ts';
import { useStoreZone } from '#ui/store-zone.tsx';
import { formatDate } from '#ui/format.ts';
import type { Route } from './+types/enquiries.ts';
import { staffContext } from '#admin/context.ts';
import { AdminPage } from '#admin/frame/admin-page.tsx';
import { Badge } from '#admin/frame/blocks.tsx';
import { BulkBar } from '#admin/frame/bulk-bar.tsx';
import { FilterBar, SelectFilter, TextFilter, type SavedView } from '#admin/frame/filter-bar.tsx';
import { hrefOfSameList, refuseUnread } from '#admin/frame/list-address.ts';
import type { Column } from '#admin/frame/list-table.tsx';
import { List } from '#admin/frame/list.tsx';
import { unwrap } from '#admin/frame/respond.ts';
import { readSelection } from '#admin/frame/selection.ts';
import { formatAge } from '#admin/frame/times.tsx';
import type { AdminHandle } from '#admin/page-handle.ts';
import type { EnquiryRow } from '#core/leads/inbox/list-enquiries.ts';
import { enquiryStates, parseEnquiryQuery } from '#core/leads/inbox/enquiry.model.ts';
import { leadKindNames, shortKindNames } from '#core/leads/lead-labels.model.ts';
import { finishWork } from '#admin/work/finish-work.ts';
import { addLinkKey } from '#admin/work/send-export.ts';
import { appContext } from '#site/context.ts';
import { findByName } from '#site/form-fields.ts';
import { respondRejected, unknownForm } from '#site/refusal-response.ts';
import { Alert } from '#ui/alert.tsx';
import { hrefOfEnquiry, readEnquiryList, stateNames, stateTones } from './enquiry-list.ts';

export const handle: AdminHandle = { verb: 'enquiry.read' };

export async function loader({ context, request }: Route.LoaderArgs) {
  const { actor, may } = context.get(staffContext);
  const { inbox } = context.get(appContext).leads;
  const list = readEnquiryList(request.url);
  const page = unwrap(await inbox.enquiries.list(actor, parseEnquiryQuery(list, actor.staffId)));
  const owners = unwrap(await inbox.enquiries.listOwners(actor));
  const mayExport = may('enquiry.export');
  return { list, page, owners, mayWork: may('enquiry.work'), mayExport, now: Date.now() };
}

/** Changes of many: `assign-to-me`, `close` and `spam` over the chosen rows or all that match. */
export async function action({ context, request }: Route.ActionArgs) {
  const { actor, form } = context.get(staffContext);
  const { inbox } = context.get(appContext).leads;
  const list = readEnquiryList(request.url);
  const changes = {
    'assign-to-me': { ownerId: actor.staffId },
    close: { state: 'closed' },
    spam: { state: 'spam' },
  } as const;
  const change = findByName(changes, form.fields['intent']);
  if (!change) return respondRejected(unknownForm, {});
  const chosen = readSelection(form.fields);
  const refusal = chosen.kind === 'some' ? undefined : refuseUnread(list);
  if (refusal) return respondRejected(refusal, {});
  const selection =
    chosen.kind === 'some'
      ? { ids: chosen.keys.map(Number).filter(Number.isInteger) }
      : { ...chosen, filter: parseEnquiryQuery(list, actor.staffId) };
  const begun = await inbox.bulk.changeMany(actor, selection, change);
  return finishWork(context, begun, () => hrefOfSameList(list));
}

const views: readonly SavedView[] = [
  { label: 'Open', filters: { state: 'open' } },
  { label: 'Mine', filters: { owner: 'mine', state: 'open' } },
  { label: 'Unassigned', filters: { owner: 'nobody', state: 'open' } },
  { label: 'Due today', filters: { due: 'today' } },
  { label: 'Spam', filters: { state: 'spam' } },
];

const bulkActions = [
  { intent: 'assign-to-me', label: 'Assign to me', busyLabel: 'Assigning…' },
  { intent: 'close', label: 'Close', busyLabel: 'Closing…' },
  { intent: 'spam', label: 'Mark as spam', busyLabel: 'Marking…' },
];

/** The inbox: what visitors sent, those first whose follow-up day has come. */
export default function Enquiries({ loaderData, actionData }: Route.ComponentProps) {
  const { list, page, mayWork, mayExport, now } = loaderData;
  const exportHref = addLinkKey(
    `/admin/enquiries/export${hrefOfSameList(list).slice(list.path.length)}`,
  );
  return (
    <AdminPage
      title="Enquiries"
      actions={
        <>
          {mayWork && (
            <a className="admin-button" href="/admin/enquiries/templates">
              Answer templates
            </a>
          )}
          {mayExport && (
            <a className="admin-button" href={exportHref} download>
              Export CSV
            </a>
          )}
        </>
      }
    >
      {actionData && <Alert>{actionData.message}</Alert>}
      <Filters {...loaderData} />
      <List
        list={list}
        page={page}
        noun={['enquiry', 'enquiries']}
        columns={listColumns(now)}
        rowKey={({ id }) => String(id)}
        href={({ id }) => hrefOfEnquiry(id, list)}
        empty={
          <p>Nobody has asked anything yet. What visitors send with a form appears here at once.</p>
        }
        bulk={mayWork && <BulkBar actions={bulkActions} page={page} newestId={page.newestId} />}
      />
      <p className="admin-by">
        Answers are sent from here, and replies to them go to the sales address. Incoming email is
        not read here.
      </p>
    </AdminPage>
  );
}

function Filters({ list, owners }: Route.ComponentProps['loaderData']) {
  const ownerOptions = [
    ['mine', 'Me'],
    ['nobody', 'Nobody'],
    ...owners.map(({ id, name }) => [String(id), name] as const),
  ] as const;
  return (
    <FilterBar list={list} views={views}>
      <TextFilter list={list} name="q" label="Name, email, company or report code" />
      <SelectFilter list={list} name="kind" label="Kind" options={Object.entries(leadKindNames)} />
      <SelectFilter
        list={list}
        name="state"
        label="State"
        options={enquiryStates.map((state) => [state, stateNames[state]])}
      />
      <SelectFilter list={list} name="owner" label="Owner" options={ownerOptions} />
      <SelectFilter
        list={list}
        name="due"
        label="Follow-up"
        options={[['today', 'Due today or earlier']]}
      />
      <SelectFilter
        list={list}
        name="answer"
        label="First answer"
        options={[
          ['yes', 'Sent'],
          ['no', 'Not yet'],
        ]}
      />
      <TextFilter list={list} name="from" label="Received from" type="date" />
      <TextFilter list={list} name="until" label="Received until" type="date" />
    </FilterBar>
  );
}

/** A follow-up that waits is seen among those to come. */
function FollowUp({ day, now }: { readonly day: string; readonly now: number }) {
  const today = toDay(new Date(now), useStoreZone());
  return (
    <>
      <span className="admin-nowrap">{formatDate(day)}</span>{' '}
      {day <= today && (
        <Badge tone={day < today ? 'bad' : 'open'}>{day < today ? 'Overdue' : 'Today'}</Badge>
      )}
    </>
  );
}

const listColumns = (now: number): Column<EnquiryRow>[] => [
  { key: 'who', label: 'Who', isMain: true, render: ({ name }) => name },
  { key: 'company', label: 'Company', render: ({ company, email }) => company || email },
  {
    key: 'kind',
    label: 'Kind',
    render: ({ kind }) => <span className="admin-nowrap">{shortKindNames[kind]}</span>,
  },
  {
    key: 'report',
    label: 'Report',
    render: ({ report }) => report && <span className="admin-nowrap">{report.code}</span>,
  },
  {
    key: 'state',
    label: 'State',
    render: ({ state, sameCount }) => (
      <span>
        <Badge tone={stateTones[state]}>{stateNames[state]}</Badge>
        {sameCount > 0 && <span className="admin-by"> asked {sameCount + 1} times</span>}
      </span>
    ),
  },
  { key: 'owner', label: 'Owner', render: ({ owner }) => owner?.name ?? '' },
  {
    key: 'due',
    label: 'Follow-up',
    sort: 'ascending',
    render: ({ followUpOn }) => followUpOn && <FollowUp day={followUpOn} now={now} />,
  },
  {
    key: 'answered',
    label: 'First answer',
    isNumber: true,
    render: ({ createdAt, firstAnsweredAt }) =>
      firstAnsweredAt && `after ${formatAge(firstAnsweredAt.getTime() - createdAt.getTime())}`,
  },
  {
    key: 'received',
    label: 'Age',
    sort: 'descending',
    isNumber: true,
    render: ({ createdAt }) => formatAge(now - createdAt.getTime()),
  },
];
