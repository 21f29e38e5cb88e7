import type { ReactNode } from 'react';

type Row = readonly [name: string, value: ReactNode];

/** The rows of a `dl` that is a grid of two columns: names muted, values beside them. */
export function DefinitionRows({
  rows,
  valueClassName,
}: {
  rows: readonly Row[];
  valueClassName?: string;
}) {
  return rows.map(([name, value]) => (
    <div key={name} className="contents">
      <dt className="text-muted">{name}</dt>
      <dd className={valueClassName}>{value}</dd>
    </div>
  ));
}
