import type { Route } from './+types/search-page.ts';
import { sortOptions } from '#core/catalogue/model.ts';
import { paths } from '#src/paths.ts';
import { appContext, visitContext } from '#site/context.ts';
import { PageHead } from '#site/layout/page-head.tsx';
import { useSite } from '#site/layout/use-site.ts';
import { texts } from '#site/texts.ts';
import { Pagination } from '#ui/pagination.tsx';
import { formatCount } from '#ui/format.ts';
import { ReportRows } from './report-list.tsx';
import { filterNames, SearchFilters, type SearchFilterValues } from './search-filters.tsx';

const maxDollars = 1_000_000;

const parseBoundedInteger = (text: string | undefined, max: number): number | undefined =>
  text !== undefined && /^\d{1,7}$/.test(text) ? Math.min(Number(text), max) : undefined;

function parsePriceCents(text: string | undefined): number | undefined {
  const dollars = parseBoundedInteger(text, maxDollars);
  return dollars === undefined ? undefined : dollars * 100;
}

const readFilters = (params: URLSearchParams): SearchFilterValues =>
  Object.fromEntries(
    filterNames.flatMap((name) => {
      const value = params.get(name);
      return value ? [[name, value.slice(0, 100)]] : [];
    }),
  );

export async function loader({ context, request }: Route.LoaderArgs) {
  const { catalogue, content } = context.get(appContext);
  const params = new URL(request.url).searchParams;
  const query = (params.get('q') ?? '').slice(0, 200).replaceAll('\0', '');
  const filters = readFilters(params);
  const [reports, suggestions, services, industries] = await Promise.all([
    catalogue.searchReports({
      words: query,
      industrySlug: filters.industry,
      minPriceCents: parsePriceCents(filters.price_from),
      maxPriceCents: parsePriceCents(filters.price_to),
      minPages: parseBoundedInteger(filters.pages_from, 10_000),
      year: parseBoundedInteger(filters.year, 9999) || undefined,
      sort: sortOptions.find((option) => option === filters.sort) ?? 'newest',
      page: parseBoundedInteger(params.get('page') ?? undefined, 100_000) || 1,
    }),
    catalogue.suggest(query),
    content.searchServices(query),
    catalogue.listIndustries(),
  ]);
  return {
    query,
    filters,
    reports,
    suggestions,
    services,
    industries: industries.map(({ slug, name, reports: total }) => ({ slug, name, total })),
    origin: context.get(visitContext).origin,
  };
}

/** The advanced search: its whole state is in the address. */
export default function SearchPage({ loaderData }: Route.ComponentProps) {
  const { query, filters, industries, origin } = loaderData;
  const isSearch = query.trim() !== '' || Object.keys(filters).length > 0;
  return (
    <div className="wrap py-12">
      <PageHead
        title={query ? `Search: ${query}` : 'Advanced search'}
        siteName={useSite().siteName}
        description="Find reports by keywords, industry, price, pages and year."
        canonical={origin + paths.search()}
        noIndex={isSearch}
      />
      <h1 className="text-[40px]">{texts.customSearch}</h1>
      <div className="mt-6 grid gap-10 lg:grid-cols-[280px_1fr]">
        <SearchFilters query={query} filters={filters} industries={industries} />
        <SearchResults search={loaderData} />
      </div>
    </div>
  );
}

type Search = Route.ComponentProps['loaderData'];

function SearchResults({ search }: { search: Search }) {
  const { query, filters, reports, suggestions } = search;
  const trimmedQuery = query.trim();
  return (
    <div className="min-w-0">
      <p className="label" role="status">
        {formatCount(reports.total, 'report')}
        {trimmedQuery === '' ? '' : ` for “${trimmedQuery}”`}
      </p>
      <OtherMatches search={search} />
      {reports.total === 0 && <NoResults suggestions={suggestions} />}
      <ReportRows reports={reports.items} />
      <Pagination
        page={reports.pageNumber}
        pageCount={reports.pageCount}
        href={(page) => paths.search(query, filters, page)}
      />
    </div>
  );
}

/** Industries and services whose names match. */
function OtherMatches({ search: { suggestions, services } }: { search: Search }) {
  const matches = [
    ...suggestions.industries.map(({ slug, name }) => [paths.industry(slug), name] as const),
    ...services.map(({ id, name }) => [`${paths.services()}#service-${id}`, name] as const),
  ];
  if (matches.length === 0) return null;
  return (
    <p className="mt-2 flex flex-wrap gap-x-4">
      {matches.map(([href, label]) => (
        <a key={href} className="link inline-block py-1" href={href}>
          {label}
        </a>
      ))}
    </p>
  );
}

function NoResults({ suggestions }: Pick<Search, 'suggestions'>) {
  return (
    <div className="mt-4 grid gap-3">
      <p>
        {texts.noResults} Try fewer filters or other keywords.{' '}
        <a className="link" href={paths.search()}>
          Clear all
        </a>
      </p>
      {suggestions.reports.length > 0 && (
        <>
          <p>{suggestions.nearest ? 'Did you mean one of these?' : 'Without the filters:'}</p>
          <ul>
            {suggestions.reports.map(({ slug, title }) => (
              <li key={slug}>
                <a className="link inline-block py-1" href={paths.report(slug)}>
                  {title}
                </a>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
