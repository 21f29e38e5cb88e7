import { type Facets, facetPageBounds } from '#core/catalogue/search/facets.model.ts';
import type { Source, SourceId } from '#core/catalogue/figures/figures.model.ts';
import { pickLargest, type Industry } from '#core/catalogue/model.ts';
import { formatMoney } from '#core/kernel/money.model.ts';
import { paths } from '#src/paths.ts';
import { useSite } from '#site/layout/use-site.ts';
import { texts } from '#site/texts.ts';
import { formatCount } from '#ui/format.ts';
import { Icon } from '#ui/icon.tsx';
import { formatReportCount } from './list-paging.tsx';
import {
  changeFilter,
  splitChoices,
  toPlaceChoice,
  type FilterValues,
  type FilterName,
} from './list-filters.ts';

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
        </div>
        <p className="facets-foot">
          <a className="button quiet" href={query ? paths.search(query) : paths.reportStore()}>
            Clear
          </a>
          <button className="button">
            <span className="facets-wide">Apply filters</span>
            <span className="facets-narrow">Show {formatReportCount(facets)}</span>
          </button>
        </p>
      </form>
    </aside>
  );
}

/** Facets of the reports' subjects, dates and prices. */
function DataFacets({ facets, sources, filters = {} }: Props) {
  return (
    <>
      <Choices
        title="Geography"
        name="geography"
        filters={filters}
        choices={toChoices(facets.geographies, { toValue: toPlaceChoice })}
      />
      <Choices
        title="Kind of data"
        name="data"
        filters={filters}
        choices={toChoices(facets.sources, { toLabel: (value) => nameDataKind(value, sources) })}
      />
      <PriceRange steps={facets.priceSteps} filters={filters} />
      <Choices
        title="Published in"
        name="year"
        filters={filters}
        choices={toChoices(facets.years)}
      />
      <Choices
        title="Data up to"
        name="data_year"
        filters={filters}
        choices={groupYears(facets.dataYears, splitChoices(filters.data_year))}
      />
      <Choices
        title="Pages"
        name="pages"
        filters={filters}
        choices={toChoices(facets.pageRanges, { toLabel: (value) => namePageRange(Number(value)) })}
      />
      <Choices
        title="Format"
        name="format"
        filters={filters}
        choices={toChoices(facets.formats, { toLabel: (value) => formatNames[value] ?? value })}
      />
    </>
  );
}

/** The industries in a store's list, the largest of many; in a search those with results. */
function Categories({ industries, facets, query, filters, categoryHref }: Props) {
  const counts = new Map(facets.industries.map(({ value, reports }) => [value, reports]));
  const isSearch = query !== undefined;
  const shown = pickLargest(
    isSearch
      ? industries.flatMap((one) => {
          const reports = counts.get(one.slug);
          return reports === undefined ? [] : [{ ...one, reports }];
        })
      : industries,
    filters?.industry,
  );
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
              <span>{reports}</span>
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

/** The filters that the form doesn't ask for, but must not forget. */
function KeptFilters({ query, filters }: { query: string; filters: FilterValues }) {
  const kept = [
    ['q', query],
    ['industry', filters.industry],
    ['pages_from', filters.pages_from],
    ['sort', filters.sort],
    ['exact', filters.exact],
  ] as const;
  return kept.map(
    ([name, value]) => value && <input key={name} type="hidden" name={name} value={value} />,
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

/** Buyers' names for the data of sources that we know well. */
const kindLabels = new Map<SourceId, string>([
  ['bea', 'Industry output, U.S.'],
  ['usgs', 'Mining and minerals'],
  ['psd', 'World crops and livestock'],
  ['pink', 'Commodity prices'],
  ['wdi', 'Country indicators'],
  ['cms', 'Medicines, U.S. Medicare'],
  ['iea', 'Electric vehicles'],
]);

/** The kind of a source's data; of another publisher's source its own name. */
const nameDataKind = (
  id: SourceId,
  sources: readonly { readonly id: SourceId; readonly name: string }[],
): string => kindLabels.get(id) ?? sources.find((source) => source.id === id)?.name ?? id;

const maxYears = 4;

/** Years between the newest and the earliest group. */
const singleYears = 2;

/**
 * Many years as four choices: "2025 or later" and "2021 or earlier" stand for several, whose years
 * their values list. Each year alone if an address has chosen a part of such a group.
 */
export function groupYears(counts: Facets['dataYears'], chosen: readonly string[]): Choice[] {
  const groups = [
    counts.slice(0, 2),
    ...counts.slice(2, 2 + singleYears).map((count) => [count]),
    counts.slice(2 + singleYears),
  ];
  const isPart = (group: Facets['dataYears']): boolean => {
    const ticked = group.filter(({ value }) => chosen.includes(String(value))).length;
    return ticked > 0 && ticked < group.length;
  };
  const areGrouped = counts.length > maxYears && !groups.some(isPart);
  const shown = areGrouped ? groups : counts.map((count) => [count]);
  return shown.map((group, index) => ({
    value: group.map(({ value }) => value).join(','),
    label: nameGroup(group, index === 0),
    reports: group.reduce((sum, { reports }) => sum + reports, 0),
  }));
}

function nameGroup(years: Facets['dataYears'], isNewest: boolean): string {
  const [first, last] = [years[0]?.value, years.at(-1)?.value];
  if (first === last) return String(first);
  return isNewest ? `${last} or later` : `${first} or earlier`;
}

/** A box to tick; a value with commas chooses several at once. */
type Choice = { readonly value: string; readonly label: string; readonly reports: number };

/** The counts of a facet as boxes to tick, under what they are called. */
const toChoices = (
  counts: readonly { readonly value: string | number; readonly reports: number }[],
  {
    toLabel = (value) => value,
    toValue = (value) => value,
  }: { toLabel?: (value: string) => string; toValue?: (value: string) => string } = {},
): Choice[] =>
  counts.map(({ value, reports }) => ({
    value: toValue(String(value)),
    label: toLabel(String(value)),
    reports,
  }));

const formatNames: Readonly<Record<string, string>> = {
  pdf: 'PDF',
  xlsx: 'Excel',
  pptx: 'PowerPoint',
  docx: 'Word',
  csv: 'CSV',
  zip: 'ZIP',
};

/** "Up to 24", "25 to 49", "200 and more". */
function namePageRange(range: number): string {
  const from = facetPageBounds[range - 1];
  const end = facetPageBounds[range];
  if (from === undefined) return `Up to ${(end ?? 1) - 1}`;
  return end === undefined ? `${from} and more` : `${from} to ${end - 1}`;
}

type ChoicesProps = {
  readonly title: string;
  readonly name: FilterName;
  readonly filters: FilterValues;
  readonly choices: readonly Choice[];
};

/** Boxes to tick; nothing if there is no choice. */
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
            defaultChecked={splitChoices(value).every((one) => chosen.includes(one))}
          />
          <span>{label}</span>
          <span>{reports}</span>
        </label>
      ))}
    </fieldset>
  );
}
