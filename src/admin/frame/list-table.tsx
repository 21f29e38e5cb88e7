import type { ReactNode } from 'react';
import { hrefOfList, type ListAddress } from './list-address.ts';

export type Column<Row> = {
  readonly key: string;
  readonly label: string;
  readonly render: (row: Row) => ReactNode;
  /** Can be sorted by its key, in this order first. */
  readonly sort?: 'ascending' | 'descending';
  /** Figures stand under each other, at the right. */
  readonly isNumber?: boolean;
  /** Left out on a narrow screen, if the others would have no room for their words. */
  readonly isMinor?: boolean;
  /** The name of the row: its link, and its heading on a phone. */
  readonly isMain?: boolean;
};

type TableProps<Row> = {
  readonly list: ListAddress;
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  readonly href?: (row: Row) => string;
  readonly isSelectable: boolean;
};

/** Rows as a table; on a phone each row is a block with the columns' names beside its values. */
export function ListTable<Row>(props: TableProps<Row>) {
  const { list, caption, columns, rows, rowKey, href, isSelectable } = props;
  return (
    <table className="admin-table">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          {isSelectable && (
            <th className="admin-box with-script">
              <input type="checkbox" data-select-all aria-label={`Choose all ${caption} shown`} />
            </th>
          )}
          {columns.map((column) => (
            <HeaderCell key={column.key} list={list} column={column} />
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={rowKey(row)} data-row>
            {isSelectable && (
              <td className="admin-box">
                <input
                  type="checkbox"
                  name={`pick.${rowKey(row)}`}
                  value="1"
                  data-select-row
                  aria-label={`Choose ${rowKey(row)}`}
                />
              </td>
            )}
            {columns.map((column) => (
              <Cell key={column.key} column={column} row={row} href={href?.(row)} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type HeaderProps<Row> = { readonly list: ListAddress; readonly column: Column<Row> };

function HeaderCell<Row>({ list, column }: HeaderProps<Row>) {
  const { key, label, sort } = column;
  const className = listClasses(column);
  if (!sort) return <th className={className}>{label}</th>;
  const current = { [key]: 'ascending', [`-${key}`]: 'descending' } as const;
  const order = current[list.sort];
  const next = order === undefined ? sort : opposite[order];
  return (
    <th className={className} aria-sort={order}>
      <a href={hrefOfList(list, { sort: next === 'ascending' ? key : `-${key}` })}>{label}</a>
    </th>
  );
}

const listClasses = ({ isNumber, isMinor }: Pick<Column<never>, 'isNumber' | 'isMinor'>) =>
  [isNumber && 'admin-number', isMinor && 'admin-minor-column'].filter(Boolean).join(' ') ||
  undefined;

const opposite = { ascending: 'descending', descending: 'ascending' } as const;

type CellProps<Row> = {
  readonly column: Column<Row>;
  readonly row: Row;
  readonly href: string | undefined;
};

function Cell<Row>({ column, row, href }: CellProps<Row>) {
  const { label, isMain, render } = column;
  if (isMain)
    return (
      <th scope="row" className="admin-main-cell">
        {href === undefined ? render(row) : <a href={href}>{render(row)}</a>}
      </th>
    );
  return (
    <td className={listClasses(column)} data-label={label}>
      {/* One box beside the column's name, on a phone. */}
      <div>{render(row)}</div>
    </td>
  );
}
