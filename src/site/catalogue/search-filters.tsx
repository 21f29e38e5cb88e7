import { sortOptions, type SortOption } from '#core/catalogue/model.ts';
import { paths } from '#src/paths.ts';
import { Field } from '#ui/field.tsx';

/** The query names of the filters; `q` and `page` come beside them. */
export const filterNames = [
  'industry',
  'price_from',
  'price_to',
  'pages_from',
  'year',
  'sort',
] as const;
export type SearchFilterValues = Readonly<Partial<Record<(typeof filterNames)[number], string>>>;

const sortLabels: Readonly<Record<SortOption, string>> = {
  newest: 'Newest first',
  cheapest: 'Price, low to high',
  dearest: 'Price, high to low',
  longest: 'Most pages first',
  title: 'Title A–Z',
};

type Props = {
  readonly query: string;
  readonly filters: SearchFilterValues;
  readonly industries: readonly {
    readonly slug: string;
    readonly name: string;
    readonly total: number;
  }[];
};

/** The form of the advanced search: its choices become the address, so that links to it work. */
export function SearchFilters({ query, filters, industries }: Props) {
  return (
    <form
      action={paths.search()}
      className="sheet grid content-start gap-4 self-start p-5"
      role="search"
      aria-label="Search the catalogue"
    >
      <Field name="q" label="Keywords" type="search" maxLength={200} defaultValue={query} />
      <div className="field">
        <label htmlFor="industry">Industry</label>
        <select id="industry" name="industry" defaultValue={filters.industry ?? ''}>
          <option value="">All industries</option>
          {industries.map(({ slug, name, total }) => (
            <option key={slug} value={slug}>
              {name} ({total})
            </option>
          ))}
        </select>
      </div>
      <NumberFilters filters={filters} />
      <div className="field">
        <label htmlFor="sort">Sort by</label>
        <select id="sort" name="sort" defaultValue={filters.sort ?? 'newest'}>
          {sortOptions.map((sort) => (
            <option key={sort} value={sort}>
              {sortLabels[sort]}
            </option>
          ))}
        </select>
      </div>
      <p className="flex flex-wrap items-center gap-4">
        <button className="button">Search</button>
        <a className="link py-2" href={paths.search()}>
          Clear all
        </a>
      </p>
    </form>
  );
}

const numberField = { inputMode: 'numeric', pattern: '[0-9]*' } as const;

function NumberFilters({ filters }: Pick<Props, 'filters'>) {
  return (
    <div className="grid grid-cols-2 gap-3">
      <Field
        name="price_from"
        label="Price from ($)"
        {...numberField}
        maxLength={7}
        defaultValue={filters.price_from}
      />
      <Field
        name="price_to"
        label="to ($)"
        {...numberField}
        maxLength={7}
        defaultValue={filters.price_to}
      />
      <Field
        name="pages_from"
        label="Minimum pages"
        {...numberField}
        maxLength={4}
        defaultValue={filters.pages_from}
      />
      <Field
        name="year"
        label="Published in"
        inputMode="numeric"
        pattern="[0-9]{4}"
        maxLength={4}
        placeholder="2026"
        defaultValue={filters.year}
      />
    </div>
  );
}
