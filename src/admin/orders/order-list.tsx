import type { Route } from './+types/order-list.ts';
import { formatDay } from '#core/kernel/date.model.ts';
import { formatMoney } from '#core/kernel/money.model.ts';
import { toDay } from '#core/kernel/time-zone.model.ts';
import { orderStates } from '#core/orders/order-states.model.ts';
import type { StaffOrderRow } from '#core/orders/staff/order-list.model.ts';
import { staffContext } from '#admin/context.ts';
import { AdminPage } from '#admin/frame/admin-page.tsx';
import { Badge } from '#admin/frame/blocks.tsx';
import { FilterBar, SelectFilter, TextFilter } from '#admin/frame/filter-bar.tsx';
import { hrefOfSameList, type ListAddress } from '#admin/frame/list-address.ts';
import type { Column } from '#admin/frame/list-table.tsx';
import { List } from '#admin/frame/list.tsx';
import { Time } from '#admin/frame/times.tsx';
import type { AdminHandle } from '#admin/page-handle.ts';
import { addLinkKey } from '#admin/work/send-export.ts';
import { appContext } from '#site/context.ts';
import { readDay } from '#admin/frame/read-day.ts';
import { readOrderFilter, readOrderList, readSort } from './order-filter.ts';
import { DueDay } from './order-delivery.tsx';
import { hrefOfOrder } from './order-links.ts';
import { methodWords, stateWords, viewWords } from './order-words.ts';
import { unwrap } from '#admin/frame/respond.ts';

export const handle: AdminHandle = { verb: 'order.read' };

export async function loader({ context, request }: Route.LoaderArgs) {
  const { actor, may } = context.get(staffContext);
  const { orders, store } = context.get(appContext);
  const site = await store.getSiteInfo();
  const { currency, timeZone } = site;
  const list = readOrderList(request.url, site);
  const page = unwrap(
    await orders.staff.lists.listOrders(actor, {
      ...readOrderFilter(list, site),
      sort: readSort(list),
      after: list.after,
      before: list.before,
    }),
  );
  const today = toDay(new Date(), timeZone);
  return { list, page, currency, today, mayExport: may('order.export') };
}

/** The orders, newest first. */
export default function OrderList({ loaderData }: Route.ComponentProps) {
  const { list, page, currency, today, mayExport } = loaderData;
  const hidden = describeHidden(list);
  const exportHref = addLinkKey(
    `/admin/orders/export${hrefOfSameList(list).slice(list.path.length)}`,
  );
  return (
    <AdminPage
      title="Orders"
      actions={
        mayExport && (
          <>
            <a className="admin-button" href="/admin/orders/books">
              Books
            </a>
            <a className="admin-button" href={exportHref} download>
              Export CSV
            </a>
          </>
        )
      }
    >
      <Filters list={list} currency={currency} />
      {hidden && <p className="admin-count">Only {hidden}.</p>}
      <List
        list={list}
        page={page}
        noun={['order', 'orders']}
        columns={list.filters['view'] === 'to-deliver' ? columnsToDeliver(today) : columns}
        rowKey={({ number }) => number}
        href={({ number }) => hrefOfOrder(number, list)}
        empty={<p>There are no orders yet. The first one is here as soon as somebody buys.</p>}
        {...(isListToDeliver(list) && { emptyView: <p>{nothingToDeliver}</p> })}
      />
    </AdminPage>
  );
}

/** The view alone, without filters of a person's own. */
const isListToDeliver = ({ filters }: ListAddress): boolean =>
  filters['view'] === 'to-deliver' && Object.keys(filters).length === 1;

const nothingToDeliver =
  'Nothing is to be delivered. An order of a report that you deliver yourselves is here once it is paid.';

/** "refunded since 24 Aug 2026, of report QR-1" */
function describeHidden({ filters: { refunded, report } }: ListAddress): string {
  const day = readDay(refunded);
  return [day && `refunded since ${formatDay(day)}`, report && `of report ${report}`]
    .filter(Boolean)
    .join(', ');
}

const views = Object.entries(viewWords).map(([view, label]) => ({ label, filters: { view } }));

/** Filters that only links set: the views, and the figures of the first page. */
const hiddenFilters = ['view', 'refunded', 'report'] as const;

const Filters = ({ list, currency }: { readonly list: ListAddress; readonly currency: string }) => (
  <FilterBar list={list} views={views}>
    <TextFilter list={list} name="q" label="Number, buyer, report or PayPal ID" />
    <SelectFilter
      list={list}
      name="state"
      label="State"
      options={orderStates.map((state) => [state, stateWords[state][0]])}
    />
    <SelectFilter list={list} name="method" label="Method" options={Object.entries(methodWords)} />
    <TextFilter list={list} name="from" label="Placed from" type="date" />
    <TextFilter list={list} name="until" label="Placed until" type="date" />
    <TextFilter list={list} name="paid" label="Paid from" type="date" />
    <TextFilter list={list} name="min" label={`At least, ${currency}`} />
    <TextFilter list={list} name="max" label={`At most, ${currency}`} />
    {hiddenFilters.map((name) => {
      const value = list.filters[name];
      return value && <input key={name} type="hidden" name={name} value={value} />;
    })}
  </FilterBar>
);

const columns: readonly Column<StaffOrderRow>[] = [
  { key: 'number', label: 'Number', isMain: true, render: ({ number }) => number },
  {
    key: 'state',
    label: 'State',
    render: ({ state }) => <Badge tone={stateWords[state][1]}>{stateWords[state][0]}</Badge>,
  },
  {
    key: 'buyer',
    label: 'Buyer',
    render: ({ buyer, buyerKind }) => (
      <>
        {buyer.name}
        <br />
        <span className="admin-by">
          {buyer.companyName || buyer.email}
          {buyerKind === 'person' && ', a person'}
        </span>
      </>
    ),
  },
  {
    key: 'report',
    label: 'Report',
    render: ({ reportTitle, reportCode, licenceName }) => (
      <>
        {reportTitle}
        <br />
        <span className="admin-by">
          {reportCode}, {licenceName}
        </span>
      </>
    ),
  },
  {
    key: 'amount',
    label: 'Amount',
    isNumber: true,
    sort: 'descending',
    render: ({ priceCents, refundedCents, currency }) => (
      <>
        {formatMoney(priceCents, currency)}
        {refundedCents > 0 && (
          <>
            <br />
            <span className="admin-by">−{formatMoney(refundedCents, currency)}</span>
          </>
        )}
      </>
    ),
  },
  { key: 'method', label: 'Method', render: ({ paymentMethod }) => methodWords[paymentMethod] },
  {
    key: 'date',
    label: 'Placed',
    sort: 'descending',
    render: ({ placedAt }) => <Time at={placedAt} />,
  },
];

/** With the day on which each is due, in the place of its state: all of them are paid. */
const columnsToDeliver = (today: string): readonly Column<StaffOrderRow>[] =>
  columns.map((column) =>
    column.key === 'state'
      ? {
          key: 'due',
          label: 'Due',
          sort: 'ascending' as const,
          render: ({ dueOn }) => (dueOn ? <DueDay day={dueOn} today={today} /> : 'Now'),
        }
      : column,
  );
