import type { Facets } from '#core/catalogue/facets.model.ts';
import type { Source } from '#core/catalogue/figures.model.ts';
import type { Industry } from '#core/catalogue/model.ts';
import { formatMoney } from '#core/kernel/money.model.ts';
import { paths } from '#src/paths.ts';
import { useSite } from '#site/layout/use-site.ts';
import { texts } from '#site/texts.ts';
import { formatCount } from '#ui/format.ts';
import { Icon } from '#ui/icon.tsx';
import { nameDataKind } from './data-kinds.ts';
import { changeFilter, splitChoices, type FilterName, type FilterValues } from './list-filters.ts';

type Props = {
  readonly facets: Facets;
  readonly industries: readonly Pick<Industry, 'slug' | 'name' | 'reports'>[];
  readonly sources: readonly Pick<Source, 'id' | 'name'>[];
  readonly query?: string;
  readonly filters?: FilterValues;
  /** Where a category leads: to its own page, or in a search to its part of the results. */
  readonly categoryHref: (slug: string) => string;
};

/** The button that opens the sheet of filters on a narrow screen. */
export function FiltersButton() {
  return (
    <button type="button" className="button quiet filters-button" popoverTarget="filters">
      Categories, filters
    </button>
  );
}

/**
 * By what a list can be narrowed, each choice with its count. It is a form whose answer is the
 * search page, so it needs no script. On a narrow screen it is a sheet that FiltersButton opens.
 */
export function ListFacets(props: Props) {
  const { facets, query = '', filters = {} } = props;
  return (
    <aside id="filters" popover="auto" aria-label="Filters" className="list-facets no-print">
      <form action={paths.search()} role="search" aria-label="Narrow the list">
        <p className="facets-head">
          <strong>Filters</strong>
          <button
            type="button"
            popoverTarget="filters"
            popoverTargetAction="hide"
            aria-label="Close the filters"
          >
            <Icon name="close" size={20} />
          </button>
        </p>
        <div className="facets-body">
          <Categories {...props} />
          <KeptFilters query={query} filters={filters} />
          <DataFacets {...props} />
          <MoreFilters filters={filters} />
        </div>
        <p className="facets-foot">
          <a className="button quiet" href={query ? paths.search(query) : paths.reportStore()}>
            Clear
          </a>
          <button className="button">
            <span className="facets-wide">Apply filters</span>
            <span className="facets-narrow">Show {formatCount(facets.total, 'report')}</span>
          </button>
        </p>
      </form>
    </aside>
  );
}

/** Kind of data, price and newest year. */
function DataFacets({ facets, sources, filters = {} }: Props) {
  return (
    <>
      <Choices
        title="Kind of data"
        name="data"
        filters={filters}
        choices={facets.sources.map(({ value, reports }) => ({
          ...{ value, reports },
          label: nameDataKind(value, sources),
        }))}
      />
      <PriceRange steps={facets.priceSteps} filters={filters} />
      <Choices
        title="Data up to"
        name="data_year"
        filters={filters}
        choices={facets.dataYears.map(({ value, reports }) => ({
          ...{ value: String(value), label: String(value), reports },
        }))}
      />
    </>
  );
}

/** All industries in a store's list; in a search those with results. */
function Categories({ industries, facets, query, filters, categoryHref }: Props) {
  const counts = new Map(facets.industries.map(({ value, reports }) => [value, reports]));
  const isSearch = query !== undefined;
  const shown = isSearch ? industries.filter(({ slug }) => counts.has(slug)) : industries;
  return (
    <section aria-labelledby="categories">
      <h2 id="categories" className="categories-title">
        {texts.allCategories}
      </h2>
      {industries.length === 0 && <p>{texts.loadingIndustries}</p>}
      <ul className="categories">
        {isSearch && filters?.industry !== undefined && (
          <li>
            <a href={paths.search(query, changeFilter(filters, 'industry', undefined))}>
              <span>All industries</span>
            </a>
          </li>
        )}
        {shown.map(({ slug, name, reports }) => (
          <li key={slug}>
            <a
              href={categoryHref(slug)}
              aria-current={slug === filters?.industry ? 'page' : undefined}
            >
              <span>{name}</span>
              <span>{isSearch ? counts.get(slug) : reports}</span>
            </a>
          </li>
        ))}
      </ul>
      {shown.length > 6 && (
        <a className="action-link categories-more" href={paths.industries()}>
          All {formatCount(industries.length, 'category', 'categories')}
        </a>
      )}
    </section>
  );
}

/** What the form doesn't ask for, but must not forget. */
function KeptFilters({ query, filters }: { query: string; filters: FilterValues }) {
  const kept = [
    ['q', query],
    ['industry', filters.industry],
    ['sort', filters.sort],
    ['exact', filters.exact],
  ] as const;
  return kept.map(
    ([name, value]) => value && <input key={name} type="hidden" name={name} value={value} />,
  );
}

type ChoicesProps = {
  readonly title: string;
  readonly name: FilterName;
  readonly filters: FilterValues;
  readonly choices: readonly { value: string; label: string; reports: number }[];
};

/** Boxes to tick; nothing where there is no choice. */
function Choices({ title, name, filters, choices }: ChoicesProps) {
  const chosen = splitChoices(filters[name]);
  if (choices.length < 2 && chosen.length === 0) return null;
  return (
    <fieldset className="facet">
      <legend className="categories-title">{title}</legend>
      {choices.map(({ value, label, reports }) => (
        <label key={value}>
          <input
            type="checkbox"
            name={name}
            value={value}
            defaultChecked={chosen.includes(value)}
          />
          <span>{label}</span>
          <span>{reports}</span>
        </label>
      ))}
    </fieldset>
  );
}

const numberField = { inputMode: 'numeric', pattern: '[0-9]*', maxLength: 7 } as const;

function PriceRange({ steps, filters }: { steps: Facets['priceSteps']; filters: FilterValues }) {
  const { currency } = useSite();
  const largest = Math.max(...steps.map(({ reports }) => reports), 1);
  const [first, last] = [steps[0], steps.at(-1)];
  return (
    <fieldset className="facet">
      <legend className="categories-title">Price, smallest licence</legend>
      <div className="facet-bars" aria-hidden="true">
        {steps.map(({ fromCents, reports }) => (
          <span key={fromCents} style={{ height: `${Math.ceil((reports / largest) * 100)}%` }} />
        ))}
      </div>
      <div className="facet-range">
        <input
          aria-label={`Price from, in ${currency}`}
          name="price_from"
          {...numberField}
          placeholder={first && formatMoney(first.fromCents, currency)}
          defaultValue={filters.price_from}
        />
        <input
          aria-label={`Price to, in ${currency}`}
          name="price_to"
          {...numberField}
          placeholder={last && formatMoney(last.toCents, currency)}
          defaultValue={filters.price_to}
        />
      </div>
    </fieldset>
  );
}

/** Filters that few people need; open where one is set. */
function MoreFilters({ filters }: { filters: FilterValues }) {
  return (
    <details
      className="facet facet-more"
      open={filters.pages_from !== undefined || filters.year !== undefined}
    >
      <summary>Pages and date</summary>
      <div className="facet-range">
        <label>
          Minimum pages
          <input name="pages_from" {...numberField} defaultValue={filters.pages_from} />
        </label>
        <label>
          Published in
          <input
            name="year"
            {...numberField}
            pattern="[0-9]{4}"
            maxLength={4}
            placeholder="2026"
            defaultValue={filters.year}
          />
        </label>
      </div>
    </details>
  );
}
