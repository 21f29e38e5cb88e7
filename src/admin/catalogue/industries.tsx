import type { Route } from './+types/industries.ts';
import { staffContext } from '#admin/context.ts';
import { AdminPage } from '#admin/frame/admin-page.tsx';
import { readListAddress } from '#admin/frame/list-address.ts';
import { List } from '#admin/frame/list.tsx';
import { unwrap } from '#admin/frame/respond.ts';
import type { AdminHandle } from '#admin/page-handle.ts';
import { appContext } from '#site/context.ts';
import { Pictogram } from '#ui/pictogram.tsx';
import { industryHueProps } from '#ui/hue.ts';
import { formatNumber } from '#ui/format.ts';

export const handle: AdminHandle = { verb: 'industry.edit' };

export async function loader({ context, request }: Route.LoaderArgs) {
  const { industryEditing } = context.get(appContext).catalogue;
  const rows = unwrap(await industryEditing.list(context.get(staffContext).actor));
  const list = readListAddress(request.url, { filters: {}, sorts: [], defaultSort: 'position' });
  return { list, page: { rows, total: rows.length, isTotalCapped: false } };
}

type Row = Route.ComponentProps['loaderData']['page']['rows'][number];

/** All industries, in the order of the site. */
export default function Industries({ loaderData: { list, page } }: Route.ComponentProps) {
  return (
    <AdminPage
      title="Industries"
      actions={
        <a className="admin-button" href="/admin/industries/new">
          Add an industry
        </a>
      }
    >
      <List<Row>
        list={list}
        page={page}
        noun={['industry', 'industries']}
        rowKey={({ id }) => String(id)}
        href={({ id }) => `/admin/industries/${id}`}
        empty={<p>There are no industries yet. An import adds those that its reports name.</p>}
        columns={[
          { key: 'name', label: 'Name', isMain: true, render: (row) => <NameWithMark {...row} /> },
          { key: 'slug', label: 'Address', render: ({ slug }) => `/industries/${slug}` },
          {
            key: 'position',
            label: 'Order',
            isNumber: true,
            render: ({ position }) => position ?? 'by name',
          },
          {
            key: 'published',
            label: 'Published reports',
            isNumber: true,
            render: ({ publishedReports }) => formatNumber(publishedReports),
          },
          {
            key: 'reports',
            label: 'All reports',
            isNumber: true,
            render: ({ reports }) => formatNumber(reports),
          },
        ]}
      />
    </AdminPage>
  );
}

const NameWithMark = ({ name, slug, pictogram }: Row) => (
  <span {...withClass(industryHueProps(slug))}>
    <Pictogram name={pictogram} size={20} />
    {name}
  </span>
);

const withClass = ({ className, ...rest }: ReturnType<typeof industryHueProps>) => ({
  ...rest,
  className: `${className} admin-marked`,
});
