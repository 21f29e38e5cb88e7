import { sortOptions, type SortOption } from '#core/catalogue/model.ts';
import { paths } from '#src/paths.ts';
import { Field } from '#ui/field.tsx';

/** The query names of the filters, beside the words and the page. */
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
  cheapest: 'Lowest price first',
  dearest: 'Highest price first',
  longest: 'Most pages first',
  title: 'By title',
};

/** A plain form: each choice becomes part of the address, so that back, bookmarks and letters work. */
export function SearchFilters({
  words,
  filters,
  industries,
}: {
  words: string;
  filters: SearchFilterValues;
  industries: readonly { slug: string; name: string; total: number }[];
}) {
  return (
    <form
      action={paths.search()}
      className="sheet grid content-start gap-4 self-start p-5"
      role="search"
      aria-label="Search the catalogue"
    >
      <Field name="q" label="Words" type="search" maxLength={200} defaultValue={words} />
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
      <div className="grid grid-cols-2 gap-3">
        <Field
          name="price_from"
          label="Price from ($)"
          inputMode="numeric"
          pattern="[0-9]*"
          maxLength={7}
          defaultValue={filters.price_from}
        />
        <Field
          name="price_to"
          label="to ($)"
          inputMode="numeric"
          pattern="[0-9]*"
          maxLength={7}
          defaultValue={filters.price_to}
        />
        <Field
          name="pages_from"
          label="Pages, at least"
          inputMode="numeric"
          pattern="[0-9]*"
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
      <div className="field">
        <label htmlFor="sort">Order</label>
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
