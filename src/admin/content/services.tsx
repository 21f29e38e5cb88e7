import type { Route } from './+types/services.ts';
import { staffContext } from '#admin/context.ts';
import { AdminPage } from '#admin/frame/admin-page.tsx';
import { readListAddress } from '#admin/frame/list-address.ts';
import { List } from '#admin/frame/list.tsx';
import { unwrap } from '#admin/frame/respond.ts';
import type { AdminHandle } from '#admin/page-handle.ts';
import { appContext } from '#site/context.ts';
import { excerptHtml } from '#ui/html-excerpt.ts';

export const handle: AdminHandle = { verb: 'service.edit' };

export async function loader({ context, request }: Route.LoaderArgs) {
  const { serviceEditing } = context.get(appContext).content;
  const rows = unwrap(await serviceEditing.list(context.get(staffContext).actor));
  const list = readListAddress(request.url, { filters: {}, sorts: [], defaultSort: 'position' });
  return { list, page: { rows, total: rows.length, isTotalCapped: false } };
}

type Row = Route.ComponentProps['loaderData']['page']['rows'][number];

/** All services, in the order of the site. */
export default function Services({ loaderData: { list, page } }: Route.ComponentProps) {
  return (
    <AdminPage
      title="Services"
      actions={
        <a className="button" href="/admin/services/new">
          New service
        </a>
      }
    >
      <List<Row>
        list={list}
        page={page}
        noun={['service', 'services']}
        rowKey={({ id }) => String(id)}
        href={({ id }) => `/admin/services/${id}`}
        empty={
          <p>
            There are no services yet, and the site’s services page says so.{' '}
            <a href="/admin/services/new">Add the first service</a>
          </p>
        }
        columns={[
          { key: 'name', label: 'Name', isMain: true, render: ({ name }) => name },
          {
            key: 'order',
            label: 'Order',
            isNumber: true,
            render: ({ priority }) => priority ?? 'last',
          },
          {
            key: 'text',
            label: 'Text',
            render: ({ description }) => excerptHtml(description, 100),
          },
          { key: 'image', label: 'Picture', render: ({ image }) => image ?? 'none' },
        ]}
      />
    </AdminPage>
  );
}
