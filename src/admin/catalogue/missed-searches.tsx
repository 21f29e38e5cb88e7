import type { Route } from './+types/missed-searches.ts';
import { staffContext } from '#admin/context.ts';
import { AdminPage } from '#admin/frame/admin-page.tsx';
import { Tabs } from '#admin/frame/blocks.tsx';
import { FormErrors } from '#admin/frame/admin-form.tsx';
import { IntentButton } from '#admin/frame/intent-button.tsx';
import { readListAddress } from '#admin/frame/list-address.ts';
import type { Column } from '#admin/frame/list-table.tsx';
import { List } from '#admin/frame/list.tsx';
import { redirectWithMessage, unwrap } from '#admin/frame/respond.ts';
import { Time } from '#admin/frame/times.tsx';
import { homePeriods, readHomePeriod } from '#admin/home/home-period.ts';
import type { AdminHandle } from '#admin/page-handle.ts';
import { paths } from '#src/paths.ts';
import { appContext } from '#site/context.ts';
import { respondRejected } from '#site/refusal-response.ts';
import { formatCount } from '#ui/format.ts';
import { SearchWordTabs } from './search-word-tabs.tsx';

export const handle: AdminHandle = { verb: 'search.use' };

const path = '/admin/synonyms/missed';

export async function loader({ context, request }: Route.LoaderArgs) {
  const { actor, may } = context.get(staffContext);
  const { catalogue, store } = context.get(appContext);
  const list = readListAddress(request.url, {
    filters: { weeks: homePeriods.map(([weeks]) => String(weeks)) },
    sorts: [],
    defaultSort: 'searches',
  });
  const { from, weeks } = readHomePeriod(request.url, new Date(), await store.getTimeZone());
  const { after, before } = list;
  return {
    list,
    weeks,
    page: unwrap(await catalogue.search.missed.list(actor, { from, after, before })),
    mayEdit: may('synonym.edit'),
  };
}

export async function action({ context }: Route.ActionArgs) {
  const { actor, form } = context.get(staffContext);
  const { words = '' } = form.fields;
  const { missed: missedSearches } = context.get(appContext).catalogue.search;
  const removed = await missedSearches.remove(actor, words);
  if (!removed.ok) return respondRejected(removed, {});
  return redirectWithMessage(
    context,
    path,
    `“${words}” was removed from the list until somebody searches for it again.`,
  );
}

/** Searches of visitors that found nothing: to write about, or to find under another word. */
export default function MissedSearchesPage({ loaderData, actionData }: Route.ComponentProps) {
  const { list, page, mayEdit } = loaderData;
  return (
    <AdminPage
      title="Searches that found nothing"
      facts={page.searches > 0 && formatCount(page.searches, 'search', 'searches')}
    >
      {mayEdit && <SearchWordTabs current="missed" />}
      {actionData && <FormErrors rejected={actionData} />}
      <Tabs
        label="Period"
        tabs={homePeriods.map(([weeks, label]) => ({
          label,
          href: `${path}?weeks=${weeks}`,
          isCurrent: weeks === loaderData.weeks,
        }))}
      />
      <List
        list={list}
        page={page}
        noun={['subject', 'subjects']}
        columns={mayEdit ? [...columns, editColumn] : columns}
        rowKey={({ words }) => words}
        empty={<p>Every search found something. Searches that find nothing are listed here.</p>}
      />
    </AdminPage>
  );
}

type Row = Route.ComponentProps['loaderData']['page']['rows'][number];

const columns: readonly Column<Row>[] = [
  { key: 'words', label: 'Looked for', isMain: true, render: ({ words }) => words },
  { key: 'searches', label: 'Searches', isNumber: true, render: ({ searches }) => searches },
  { key: 'last', label: 'Last', render: ({ lastAt }) => <Time at={lastAt} /> },
  {
    key: 'search',
    label: 'Site',
    render: ({ words }) => (
      <a href={paths.search(words)} aria-label={`Search the site for ${words}`}>
        Search
      </a>
    ),
  },
];

const editColumn: Column<Row> = {
  key: 'edit',
  label: 'Change',
  render: ({ words }) => (
    <div className="admin-buttons">
      <a
        className="admin-button"
        href={`/admin/synonyms?${new URLSearchParams({ missed: words })}#new`}
        aria-label={`Add a synonym of ${words}`}
      >
        Add a synonym
      </a>
      <a
        className="admin-button"
        href={`/admin/synonyms/reports?${new URLSearchParams({ term: words })}#new`}
        aria-label={`Place a report for ${words}`}
      >
        Place a report
      </a>
      <IntentButton
        intent="remove"
        label="Remove"
        busyLabel="Removing…"
        name={`Remove ${words}`}
        fields={{ words }}
      />
    </div>
  ),
};
