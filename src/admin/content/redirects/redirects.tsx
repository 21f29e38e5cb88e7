import type { Route } from './+types/redirects.ts';
import { isOwnPath } from '#core/store/redirects/redirect.model.ts';
import { staffContext } from '#admin/context.ts';
import { AdminPage } from '#admin/frame/admin-page.tsx';
import { Badge } from '#admin/frame/blocks.tsx';
import { FilterBar, TextFilter } from '#admin/frame/filter-bar.tsx';
import { readListAddress } from '#admin/frame/list-address.ts';
import type { Column } from '#admin/frame/list-table.tsx';
import { List } from '#admin/frame/list.tsx';
import { unwrap } from '#admin/frame/respond.ts';
import { Time } from '#admin/frame/times.tsx';
import type { AdminHandle } from '#admin/page-handle.ts';
import { appContext } from '#site/context.ts';
import { formatNumber } from '#ui/format.ts';

export const handle: AdminHandle = { verb: 'redirect.edit' };

export async function loader({ context, request }: Route.LoaderArgs) {
  const { actor, findStatus } = context.get(staffContext);
  const list = readListAddress(request.url, {
    filters: { text: 'text', unused: ['1'] },
    sorts: ['created', 'hits'],
    defaultSort: '-created',
  });
  const listed = unwrap(await context.get(appContext).redirects.list(actor, list));
  const rows = await Promise.all(
    listed.rows.map(async (row) => ({ ...row, problem: await findProblem(row, findStatus) })),
  );
  return { list, page: { ...listed, rows } };
}

type Row = Route.ComponentProps['loaderData']['page']['rows'][number];

/** Why a redirect does nothing good; undefined for one that works. */
async function findProblem(
  { from, to }: { readonly from: string; readonly to: string },
  findStatus: (path: string) => Promise<number>,
): Promise<string | undefined> {
  if (isOwnPath(to) && (await findStatus(to)) >= 400) return 'Its target has no page';
  return (await findStatus(from)) < 400 ? 'Not followed: there is a page' : undefined;
}

const columns: readonly Column<Row>[] = [
  { key: 'from', label: 'From', isMain: true, render: ({ from }) => from },
  {
    key: 'to',
    label: 'To',
    render: ({ to, problem }) => (
      <>
        <span className="admin-long">{to}</span> {problem && <Badge tone="bad">{problem}</Badge>}
      </>
    ),
  },
  {
    key: 'hits',
    label: 'Followed',
    isNumber: true,
    sort: 'descending',
    render: ({ hits }) => formatNumber(hits),
  },
  {
    key: 'last',
    label: 'Last',
    render: ({ lastHitAt }) => (lastHitAt ? <Time at={lastHitAt} /> : 'never'),
  },
  {
    key: 'created',
    label: 'Created',
    sort: 'descending',
    render: ({ createdAt, createdBy }) => (
      <>
        <Time at={createdAt} />, {createdBy}
      </>
    ),
  },
];

/** Addresses that lead to others, as staff made them. */
export default function Redirects({ loaderData: { list, page } }: Route.ComponentProps) {
  return (
    <AdminPage
      title="Redirects"
      actions={
        <>
          <a className="admin-button" href="/admin/content/redirects/import">
            Import many
          </a>
          <a className="button" href="/admin/content/redirects/new">
            New redirect
          </a>
        </>
      }
    >
      <FilterBar list={list} views={[{ label: 'Never followed', filters: { unused: '1' } }]}>
        <TextFilter list={list} name="text" label="Address" />
      </FilterBar>
      <List<Row>
        list={list}
        page={page}
        noun={['redirect', 'redirects']}
        rowKey={({ id }) => String(id)}
        href={({ id }) => `/admin/content/redirects/${id}`}
        empty={
          <>
            <p>
              There is no redirect yet. Former addresses of reports and industries lead to their new
              ones by themselves; add here what another system or a printed page links to.
            </p>
            <p>
              <a className="button" href="/admin/content/redirects/new">
                Add the first redirect
              </a>
            </p>
          </>
        }
        columns={columns}
      />
    </AdminPage>
  );
}
