import type { Route } from './+types/authors.ts';
import { staffContext } from '#admin/context.ts';
import { AdminPage } from '#admin/frame/admin-page.tsx';
import { FilterBar, TextFilter, type SavedView } from '#admin/frame/filter-bar.tsx';
import { readListAddress } from '#admin/frame/list-address.ts';
import type { Column } from '#admin/frame/list-table.tsx';
import { List } from '#admin/frame/list.tsx';
import { unwrap } from '#admin/frame/respond.ts';
import type { AdminHandle } from '#admin/page-handle.ts';
import { appContext } from '#site/context.ts';
import { formatNumber } from '#ui/format.ts';
import { authorKinds } from './author-kinds.ts';

export const handle: AdminHandle = { verb: 'author.edit' };

export async function loader({ context, request }: Route.LoaderArgs) {
  const { authorEditing } = context.get(appContext).catalogue;
  const list = readListAddress(request.url, {
    filters: { q: 'text', about: ['missing', 'there'] },
    sorts: [],
    defaultSort: 'name',
  });
  return { list, page: unwrap(await authorEditing.list(context.get(staffContext).actor, list)) };
}

type Row = Route.ComponentProps['loaderData']['page']['rows'][number];

const views: readonly SavedView[] = [
  { label: 'No description yet', filters: { about: 'missing' } },
  { label: 'Described', filters: { about: 'there' } },
];

const columns: readonly Column<Row>[] = [
  { key: 'name', label: 'Name', isMain: true, render: ({ name }) => name },
  { key: 'kind', label: 'Kind', render: ({ kind }) => (kind ? authorKinds[kind] : 'Not set') },
  {
    key: 'about',
    label: 'About',
    render: ({ about }) => (about.length > 80 ? `${about.slice(0, 80)}…` : about),
  },
  {
    key: 'reports',
    label: 'Published reports',
    isNumber: true,
    render: ({ reports }) => formatNumber(reports),
  },
];

/** Everybody whom a report names as its author, by name. */
export default function Authors({ loaderData: { list, page } }: Route.ComponentProps) {
  return (
    <AdminPage title="Authors">
      <FilterBar list={list} views={views}>
        <TextFilter list={list} name="q" label="Name" />
      </FilterBar>
      <List
        list={list}
        page={page}
        noun={['author', 'authors']}
        rowKey={({ id }) => String(id)}
        href={({ id }) => `/admin/authors/${id}`}
        empty={<p>No report names an author yet. Name them in the report’s editor.</p>}
        columns={columns}
      />
    </AdminPage>
  );
}
