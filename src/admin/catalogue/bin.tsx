import type { Route } from './+types/bin.ts';
import { appContext } from '#site/context.ts';
import { staffContext } from '#admin/context.ts';
import { AdminPage } from '#admin/frame/admin-page.tsx';
import { FilterBar, TextFilter } from '#admin/frame/filter-bar.tsx';
import type { Column } from '#admin/frame/list-table.tsx';
import { List } from '#admin/frame/list.tsx';
import { Time } from '#admin/frame/times.tsx';
import type { AdminHandle } from '#admin/page-handle.ts';
import type { StaffReportRow } from '#core/catalogue/index.ts';
import { reportPaths } from './report-paths.ts';
import { readReportList, toReportQuery } from './reports-list.ts';
import { unwrap } from '#admin/frame/respond.ts';

export const handle: AdminHandle = { verb: 'report.read' };

export async function loader({ context, request }: Route.LoaderArgs) {
  const { catalogue, store } = context.get(appContext);
  const { actor } = context.get(staffContext);
  const list = readReportList(request.url);
  const { currency } = await store.getSettings();
  const query = toReportQuery(list, currency, 'bin');
  return { list, page: unwrap(await catalogue.editing.list.list(actor, query)) };
}

/** Reports that were thrown away; each can be taken out again from its page. */
export default function Bin({ loaderData: { list, page } }: Route.ComponentProps) {
  return (
    <AdminPage title="Bin" back={{ label: 'Reports', href: reportPaths.list }}>
      <p>
        Reports stay here for 30 days. Then the ones that were never ordered are deleted; the others
        are kept for their buyers.
      </p>
      <FilterBar list={list}>
        <TextFilter list={list} name="words" label="Title or code" />
      </FilterBar>
      <List
        list={list}
        page={page}
        noun={['report', 'reports']}
        columns={columns}
        rowKey={({ id }) => String(id)}
        href={({ id }) => reportPaths.versions(id)}
        empty={<p>The bin is empty.</p>}
      />
    </AdminPage>
  );
}

const columns: Column<StaffReportRow>[] = [
  { key: 'title', label: 'Title', sort: 'ascending', isMain: true, render: ({ title }) => title },
  { key: 'code', label: 'Code', sort: 'ascending', render: ({ code }) => code },
  { key: 'sold', label: 'Sold', isNumber: true, render: ({ sold }) => sold ?? 0 },
  {
    key: 'binned',
    label: 'In the bin since',
    render: ({ binnedAt }) => binnedAt && <Time at={binnedAt} />,
  },
];
