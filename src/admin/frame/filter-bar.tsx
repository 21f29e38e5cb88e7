import { Children, isValidElement, type ReactNode } from 'react';
import { hrefOfList, quote, type ListAddress } from './list-address.ts';

/** A list's filters: a plain form whose state is the address. The order is kept. */
export function FilterBar(props: {
  readonly list: ListAddress;
  readonly children: ReactNode;
  /** Filters that are used often, as links. */
  readonly views?: readonly SavedView[];
}) {
  const { list, children, views = [] } = props;
  const isFiltered = Object.keys(list.filters).length > 0;
  // What was typed into a field is told there.
  const unread = list.unread.filter((name) => list.filters[name] === undefined);
  const given = Children.toArray(children);
  const filters = given.filter((child) => !isHidden(child));
  return (
    <>
      {views.length > 0 && <SavedViews list={list} views={views} />}
      {unread.length > 0 && (
        <p className="error">
          The list is not narrowed by {quote(unread)}: it has no such filter, or no such value.
        </p>
      )}
      <form className="admin-filters" role="search" aria-label="Filter the list" action={list.path}>
        {filters.slice(0, filtersOnPhone)}
        {filters.length > filtersOnPhone && (
          <MoreFilters list={list} filters={filters.slice(filtersOnPhone)} />
        )}
        {given.filter(isHidden)}
        {list.sort !== list.defaultSort && <input type="hidden" name="sort" value={list.sort} />}
        <button type="submit" className="admin-button">
          Filter
        </button>
        {isFiltered && <a href={list.path}>Clear</a>}
      </form>
    </>
  );
}

const isHidden = (child: ReactNode): boolean =>
  isValidElement<{ type?: string }>(child) && child.props.type === 'hidden';

/** A row of a phone has as many; the others would move the list out of its first screen. */
const filtersOnPhone = 2;

/** On a phone a list opens with these folded unless one is set; elsewhere they are in the row. */
function MoreFilters({
  list,
  filters,
}: {
  readonly list: ListAddress;
  readonly filters: readonly ReactNode[];
}) {
  const isSet = filters.some(
    (filter) =>
      isValidElement<{ name?: string }>(filter) &&
      list.filters[filter.props.name ?? ''] !== undefined,
  );
  return (
    <details className="admin-more-filters" open={isSet}>
      <summary>More filters</summary>
      <div>{filters}</div>
    </details>
  );
}

export type SavedView = {
  readonly label: string;
  readonly filters: Readonly<Record<string, string>>;
};

function SavedViews({ list, views }: { list: ListAddress; views: readonly SavedView[] }) {
  const all: SavedView = { label: 'All', filters: {} };
  return (
    <nav className="admin-tabs" aria-label="Views">
      {[all, ...views].map(({ label, filters }) => (
        <a
          key={label}
          href={hrefOfList({ ...list, filters })}
          aria-current={isSameView(list.filters, filters) ? 'page' : undefined}
        >
          {label}
        </a>
      ))}
    </nav>
  );
}

const isSameView = (
  a: Readonly<Record<string, string>>,
  b: Readonly<Record<string, string>>,
): boolean =>
  Object.keys(a).length === Object.keys(b).length &&
  Object.entries(a).every(([name, value]) => b[name] === value);

type FilterProps = {
  readonly list: ListAddress;
  readonly name: string;
  readonly label: string;
};

/** A filter of known values. */
export function SelectFilter({
  list,
  name,
  label,
  options,
}: FilterProps & { readonly options: readonly (readonly [value: string, label: string])[] }) {
  return (
    <label className="admin-filter">
      <span>{label}</span>
      <select name={name} defaultValue={list.filters[name] ?? ''}>
        <option value="">All</option>
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}

/** A filter of free text, such as a name or a number; `/` moves the focus to the first one. */
export function TextFilter({
  list,
  name,
  label,
  type = 'search',
}: FilterProps & { readonly type?: 'search' | 'date' }) {
  const text = list.filters[name] ?? '';
  const isUnread = text !== '' && list.unread.includes(name);
  return (
    <label className="admin-filter">
      <span>{label}</span>
      <input
        name={name}
        type={type}
        maxLength={type === 'search' ? 200 : undefined}
        defaultValue={text}
        aria-invalid={isUnread ? true : undefined}
      />
      {isUnread && (
        <span className="error">
          {text} {type === 'date' ? 'is no day' : 'can’t be read'}: the list is not narrowed by it.
        </span>
      )}
    </label>
  );
}
