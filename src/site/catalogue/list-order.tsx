import { sortOptions, type SortOption } from '#core/catalogue/model.ts';
import { paths } from '#src/paths.ts';
import { Icon } from '#ui/icon.tsx';
import { changeFilter, sortLabels, type FilterValues } from './list-filters.ts';

/** The order of a list, and links to the same list in another one. */
export function ListOrder({
  sort,
  query = '',
  filters = {},
}: {
  sort: SortOption;
  query?: string;
  filters?: FilterValues;
}) {
  const options = sortOptions.filter((option) => option !== 'match' || query.trim() !== '');
  return (
    <details className="list-order">
      <summary>
        {sortLabels[sort]} <Icon name="down" />
      </summary>
      <ul>
        {options.map((option) => (
          <li key={option}>
            <a
              href={paths.search(query, changeFilter(filters, 'sort', option))}
              aria-current={option === sort ? 'true' : undefined}
            >
              {sortLabels[option]}
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}
