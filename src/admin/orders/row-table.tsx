import type { ReactNode } from 'react';

/** A column's name, and what it shows of a row. */
export type RowColumn<Row> = readonly [label: string, render: (row: Row) => ReactNode];

/** A short table inside a page: no paging and no order to choose. On a phone each row is a block. */
export function RowTable<Row>(props: {
  readonly caption: string;
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  readonly columns: readonly RowColumn<Row>[];
  readonly empty: string;
}) {
  const { caption, rows, rowKey, columns, empty } = props;
  if (rows.length === 0) return <p className="admin-by">{empty}</p>;
  return (
    <table className="admin-table">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          {columns.map(([label]) => (
            <th key={label}>{label}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={rowKey(row)}>
            {columns.map(([label, render]) => (
              <td key={label} data-label={label}>
                <div>{render(row)}</div>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
