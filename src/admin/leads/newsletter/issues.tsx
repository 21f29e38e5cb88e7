import type { Route } from './+types/issues.ts';
import { staffContext } from '#admin/context.ts';
import { AdminPage } from '#admin/frame/admin-page.tsx';
import { FilterBar, SelectFilter, type SavedView } from '#admin/frame/filter-bar.tsx';
import { readListAddress, type ListOptions } from '#admin/frame/list-address.ts';
import type { Column } from '#admin/frame/list-table.tsx';
import { List } from '#admin/frame/list.tsx';
import { unwrap } from '#admin/frame/respond.ts';
import { Time } from '#admin/frame/times.tsx';
import type { AdminHandle } from '#admin/page-handle.ts';
import { issueStates, stateNames, type IssueRow } from '#core/leads/issues/issue.model.ts';
import { appContext } from '#site/context.ts';
import { formatNumber } from '#ui/format.ts';
import { describeAudience, IssueBadge } from './issue-words.tsx';

export const handle: AdminHandle = { verb: 'newsletter.edit' };

const options: ListOptions = {
  filters: { state: issueStates },
  sorts: ['newest'],
  defaultSort: 'newest',
};

export async function loader({ context, request }: Route.LoaderArgs) {
  const { actor } = context.get(staffContext);
  const { issues } = context.get(appContext).leads;
  const list = readListAddress(request.url, options);
  return {
    list,
    page: unwrap(await issues.editing.list(actor, list)),
    industries: unwrap(await issues.editing.listIndustries(actor)),
  };
}

const views: readonly SavedView[] = [
  { label: 'Drafts', filters: { state: 'draft' } },
  { label: 'Scheduled', filters: { state: 'scheduled' } },
  { label: 'Being sent', filters: { state: 'sending' } },
  { label: 'Sent', filters: { state: 'sent' } },
];

/** The issues of the newsletter, newest first. */
export default function Issues({ loaderData }: Route.ComponentProps) {
  const { list, page, industries } = loaderData;
  return (
    <AdminPage
      title="Newsletter issues"
      actions={
        <a className="button" href="/admin/issues/new">
          New issue
        </a>
      }
    >
      <FilterBar list={list} views={views}>
        <SelectFilter
          list={list}
          name="state"
          label="State"
          options={issueStates.map((state) => [state, stateNames[state]])}
        />
      </FilterBar>
      <List
        list={list}
        page={page}
        noun={['issue', 'issues']}
        columns={listColumns(industries)}
        rowKey={({ id }) => String(id)}
        href={({ id }) => `/admin/issues/${id}`}
        empty={
          <p>
            Nothing was written yet. <a href="/admin/issues/new">Write the first issue</a>: it is a
            draft until you send or schedule it.
          </p>
        }
      />
    </AdminPage>
  );
}

const listColumns = (
  industries: Route.ComponentProps['loaderData']['industries'],
): Column<IssueRow>[] => [
  { key: 'subject', label: 'Subject', isMain: true, render: ({ subject }) => subject },
  { key: 'state', label: 'State', render: ({ state }) => <IssueBadge state={state} /> },
  {
    key: 'for',
    label: 'For',
    render: ({ industryIds }) => describeAudience(industryIds, industries),
  },
  {
    key: 'when',
    label: 'When',
    render: ({ sendAt, startedAt, finishedAt, changedAt }) => (
      <Time at={sendAt ?? finishedAt ?? startedAt ?? changedAt} />
    ),
  },
  number('sent', 'Sent', ({ counts }) => counts.sent),
  number('bounced', 'Bounced', ({ counts }) => counts.bounced),
  number('failed', 'Failed', ({ counts }) => counts.failed),
];

function number(key: string, label: string, read: (row: IssueRow) => number): Column<IssueRow> {
  return {
    key,
    label,
    isNumber: true,
    render: (row) => (row.startedAt ? formatNumber(read(row)) : '–'),
  };
}
