import type { ReactNode } from 'react';
import type { ListPage } from '#core/kernel/list-page.ts';
import { formatNumber } from '#ui/format.ts';
import { FormKey } from './form-key.tsx';
import { hrefOfList, type ListAddress } from './list-address.ts';
import { ListTable, type Column } from './list-table.tsx';

type ListProps<Row> = {
  readonly list: ListAddress;
  readonly page: ListPage<Row>;
  /** "order" and "orders". */
  readonly noun: readonly [one: string, many: string];
  readonly columns: readonly Column<Row>[];
  readonly rowKey: (row: Row) => string;
  /** The page of a row; a row without one is no link. */
  readonly href?: (row: Row) => string;
  /** The purpose of the list and how its first row comes about, shown if it has none. */
  readonly empty: ReactNode;
  /** The same if the list is one view of several, and that has none. */
  readonly emptyView?: ReactNode;
  /** The bar of actions for chosen rows; without it there are no boxes. */
  readonly bulk?: ReactNode;
};

/** A list with its count, table and paging, or the words for an empty one. */
export function List<Row>({ list, page, noun, empty, emptyView, bulk, ...table }: ListProps<Row>) {
  if (page.rows.length === 0)
    return <NoRows list={list} noun={noun} empty={empty} emptyView={emptyView} />;
  const content = (
    <>
      <p className="admin-count">{describeTotal(page, noun)}</p>
      {bulk}
      <ListTable list={list} caption={noun[1]} rows={page.rows} isSelectable={!!bulk} {...table} />
      <ListPaging list={list} page={page} />
    </>
  );
  if (!bulk) return <div className="admin-list">{content}</div>;
  return (
    <form method="post" className="admin-list" data-selection>
      <FormKey />
      {content}
    </form>
  );
}

/** "598 orders", "1 order", "10,000+ orders". */
export function describeTotal(
  { total, isTotalCapped }: Pick<ListPage<unknown>, 'total' | 'isTotalCapped'>,
  [one, many]: readonly [one: string, many: string],
): string {
  if (isTotalCapped) return `${formatNumber(total)}+ ${many}`;
  return `${formatNumber(total)} ${total === 1 ? one : many}`;
}

function NoRows<Row>({
  list,
  noun,
  empty,
  emptyView,
}: Pick<ListProps<Row>, 'list' | 'noun' | 'empty' | 'emptyView'>) {
  if (emptyView && !list.after && !list.before)
    return <div className="admin-empty">{emptyView}</div>;
  const isFiltered = Object.keys(list.filters).length > 0;
  if (!isFiltered && !list.after && !list.before) return <div className="admin-empty">{empty}</div>;
  return (
    <div className="admin-empty">
      <p>{isFiltered ? `No ${noun[1]} match these filters.` : `There are no more ${noun[1]}.`}</p>
      <p>
        <a href={list.path}>Show all {noun[1]}</a>
      </p>
    </div>
  );
}

function ListPaging<Row>({ list, page }: Pick<ListProps<Row>, 'list' | 'page'>) {
  if (page.next === undefined && page.previous === undefined) return null;
  return (
    <nav className="admin-paging" aria-label="Pages">
      {page.previous !== undefined && (
        <>
          <a href={hrefOfList(list)}>First</a>
          <a rel="prev" href={hrefOfList(list, { before: page.previous })}>
            Previous
          </a>
        </>
      )}
      {page.next !== undefined && (
        <a rel="next" href={hrefOfList(list, { after: page.next })}>
          Next
        </a>
      )}
    </nav>
  );
}
