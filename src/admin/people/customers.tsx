import type { Route } from './+types/customers.ts';
import { staffContext } from '#admin/context.ts';
import { AdminPage } from '#admin/frame/admin-page.tsx';
import { Badge } from '#admin/frame/blocks.tsx';
import { FilterBar, SelectFilter, TextFilter, type SavedView } from '#admin/frame/filter-bar.tsx';
import { readListAddress } from '#admin/frame/list-address.ts';
import type { Column } from '#admin/frame/list-table.tsx';
import { List } from '#admin/frame/list.tsx';
import { unwrap } from '#admin/frame/respond.ts';
import type { AdminHandle } from '#admin/page-handle.ts';
import { formatSums } from '#core/kernel/money.model.ts';
import { parseCustomerQuery } from '#core/people/customer.model.ts';
import type { CustomerRow } from '#core/people/customers.ts';
import { appContext } from '#site/context.ts';
import { Day } from '#admin/frame/times.tsx';

export const handle: AdminHandle = { verb: 'customer.read' };

const yesOrNo = ['yes', 'no'] as const;

export async function loader({ context, request }: Route.LoaderArgs) {
  const { actor, may } = context.get(staffContext);
  const { people } = context.get(appContext);
  const list = readListAddress(request.url, {
    filters: { q: 'text', confirmed: yesOrNo, bought: yesOrNo },
    sorts: ['since'],
    defaultSort: 'since',
  });
  const page = unwrap(await people.customers.list(actor, parseCustomerQuery(list)));
  return { list, page, mayErase: may('person.erase') };
}

const views: readonly SavedView[] = [
  { label: 'Buyers', filters: { bought: 'yes' } },
  { label: 'Not confirmed', filters: { confirmed: 'no' } },
];

/** Everybody who has an account, the newest first. */
export default function Customers({ loaderData }: Route.ComponentProps) {
  const { list, page, mayErase } = loaderData;
  return (
    <AdminPage
      title="Customers"
      actions={
        mayErase && (
          <a className="admin-button" href="/admin/customers/person">
            Export or erase a person
          </a>
        )
      }
    >
      <FilterBar list={list} views={views}>
        <TextFilter list={list} name="q" label="Name or email" />
        <SelectFilter
          list={list}
          name="confirmed"
          label="Email confirmed"
          options={[
            ['yes', 'Yes'],
            ['no', 'No'],
          ]}
        />
        <SelectFilter
          list={list}
          name="bought"
          label="Has bought"
          options={[
            ['yes', 'Yes'],
            ['no', 'No'],
          ]}
        />
      </FilterBar>
      <List
        list={list}
        page={page}
        noun={['customer', 'customers']}
        columns={columns}
        rowKey={({ id }) => String(id)}
        href={({ id }) => `/admin/customers/${id}`}
        empty={<p>Nobody has an account yet. Buyers without one are in the list of orders.</p>}
      />
    </AdminPage>
  );
}

const columns: readonly Column<CustomerRow>[] = [
  { key: 'name', label: 'Name', isMain: true, render: ({ name }) => name },
  {
    key: 'email',
    label: 'Email',
    render: ({ email, confirmedAt }) => (
      <span>
        {email} {!confirmedAt && <Badge>Not confirmed</Badge>}
      </span>
    ),
  },
  { key: 'company', label: 'Company', render: ({ company }) => company },
  { key: 'orders', label: 'Orders', isNumber: true, render: ({ orderCount }) => orderCount },
  {
    key: 'spent',
    label: 'Spent',
    isNumber: true,
    render: ({ spent }) => formatSums(spent),
  },
  {
    key: 'since',
    label: 'Since',
    isNumber: true,
    render: ({ createdAt }) => <Day at={createdAt} />,
  },
];
