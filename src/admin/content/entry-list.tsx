import type { ReactNode } from 'react';
import {
  entryStateNames,
  entryStates,
  getEntryState,
  type EntryState,
} from '#core/content/entry.model.ts';
import type { ListPage } from '#core/kernel/list-page.ts';
import { AdminPage } from '#admin/frame/admin-page.tsx';
import { Badge } from '#admin/frame/blocks.tsx';
import { FilterBar, SelectFilter } from '#admin/frame/filter-bar.tsx';
import type { ListAddress } from '#admin/frame/list-address.ts';
import type { Column } from '#admin/frame/list-table.tsx';
import { List } from '#admin/frame/list.tsx';
import { FormErrors } from '#admin/frame/admin-form.tsx';
import { ChangedBy } from '#admin/frame/times.tsx';
import type { RejectedForm } from '#site/form-fields.ts';
import { SubmitButton } from '#ui/submit-button.tsx';
import { FormKey } from '#admin/frame/form-key.tsx';

type Entry = {
  readonly id: number;
  readonly isHidden: boolean;
  readonly changedAt: Date | null;
  readonly changedBy: string;
  readonly binnedAt: Date | null;
};

const stateOptions = entryStates.map((state) => [state, entryStateNames[state]] as const);
const stateTones = { shown: 'good', hidden: 'plain', bin: 'bad' } as const satisfies Record<
  EntryState,
  string
>;

/** A list whose order is that of the site; all that is not in the bin can be moved in it. */
export function EntryList<Row extends Entry>(props: {
  readonly title: string;
  readonly noun: readonly [one: string, many: string];
  readonly list: ListAddress;
  readonly page: ListPage<Row>;
  readonly rejected: RejectedForm | undefined;
  readonly getName: (entry: Row) => string;
  readonly columns: readonly Column<Row>[];
  readonly empty: ReactNode;
}) {
  const { title, noun, list, page, rejected, getName, columns, empty } = props;
  const isWhole = Object.keys(list.filters).length === 0;
  return (
    <AdminPage
      title={title}
      actions={
        <a className="button" href={`${list.path}/new`}>
          New {noun[0]}
        </a>
      }
    >
      {rejected && <FormErrors rejected={rejected} />}
      <FilterBar list={list}>
        <SelectFilter list={list} name="state" label="State" options={stateOptions} />
      </FilterBar>
      <List<Row>
        list={list}
        page={page}
        noun={noun}
        rowKey={({ id }) => String(id)}
        href={({ id }) => `${list.path}/${id}`}
        empty={
          <>
            {empty}
            <p>
              <a href={`${list.path}/new`}>Add the first {noun[0]}</a>
            </p>
          </>
        }
        columns={[...columns, ...sharedColumns, ...(isWhole ? [makeOrderColumn(getName)] : [])]}
      />
    </AdminPage>
  );
}

const sharedColumns: readonly Column<Entry>[] = [
  { key: 'state', label: 'State', render: (entry) => <EntryStateBadge entry={entry} /> },
  {
    key: 'changed',
    label: 'Changed',
    render: ({ changedAt, changedBy }) => <ChangedBy at={changedAt} by={changedBy} />,
  },
];

export function EntryStateBadge({ entry }: { readonly entry: Entry }) {
  const state = getEntryState(entry);
  return <Badge tone={stateTones[state]}>{entryStateNames[state]}</Badge>;
}

const makeOrderColumn = <Row extends Entry>(getName: (entry: Row) => string): Column<Row> => ({
  key: 'order',
  label: 'Order',
  render: (entry) => <MoveButtons id={entry.id} name={getName(entry)} />,
});

/** Two buttons that move a row in the order of the site. */
export const MoveButtons = ({
  id,
  name,
}: {
  readonly id: number | string;
  readonly name: string;
}) => (
  <form method="post" className="admin-move">
    <FormKey />
    <input type="hidden" name="intent" value="move" />
    <input type="hidden" name="id" value={id} />
    {(['up', 'down'] as const).map((direction) => (
      <SubmitButton
        key={direction}
        name="direction"
        value={direction}
        className="admin-button"
        busyLabel="…"
        aria-label={`Move ${direction}: ${name}`}
      >
        {direction === 'up' ? '↑' : '↓'}
      </SubmitButton>
    ))}
  </form>
);
