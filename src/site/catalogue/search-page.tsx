import type { Route } from './+types/search-page.ts';
import { sortOptions } from '#core/catalogue/model.ts';
import { paths } from '#src/paths.ts';
import { appContext, visitContext } from '#site/context.ts';
import { PageHead } from '#site/layout/page-head.tsx';
import { useSite } from '#site/layout/use-site.ts';
import { texts } from '#site/texts.ts';
import { Pagination } from '#ui/pagination.tsx';
import { formatCount } from '#ui/format.ts';
import { ReportCard } from './report-card.tsx';
import { filterNames, SearchFilters, type SearchFilterValues } from './search-filters.tsx';

const parseBoundedInteger = (text: string | undefined, max: number): number | undefined =>
  text !== undefined && /^\d{1,7}$/.test(text) ? Math.min(Number(text), max) : undefined;

export async function loader({ context, request }: Route.LoaderArgs) {
  const { catalogue, content } = context.get(appContext);
  const params = new URL(request.url).searchParams;
  const words = (params.get('q') ?? '').slice(0, 200).replaceAll('\0', '');
  const filters: SearchFilterValues = Object.fromEntries(
    filterNames.flatMap((name) =>
      params.get(name) ? [[name, String(params.get(name)).slice(0, 100)]] : [],
    ),
  );
  const parsePriceCents = (text: string | undefined): number | undefined => {
    const dollars = parseBoundedInteger(text, 1_000_000);
    return dollars === undefined ? undefined : dollars * 100;
  };
  const [reports, near, services, industries] = await Promise.all([
    catalogue.searchReports({
      words,
      industrySlug: filters.industry,
      minPriceCents: parsePriceCents(filters.price_from),
      maxPriceCents: parsePriceCents(filters.price_to),
      minPages: parseBoundedInteger(filters.pages_from, 10_000),
      year: parseBoundedInteger(filters.year, 9999) || undefined,
      sort: sortOptions.find((one) => one === filters.sort) ?? 'newest',
      page: parseBoundedInteger(params.get('page') ?? undefined, 100_000) || 1,
    }),
    catalogue.suggest(words),
    content.searchServices(words),
    catalogue.listIndustries(),
  ]);
  return {
    words,
    filters,
    reports,
    near,
    services,
    industries: industries.map(({ slug, name, reports: total }) => ({ slug, name, total })),
    origin: context.get(visitContext).origin,
  };
}

/** The advanced search: its whole state stands in the address, and its counts are true. */
export default function SearchPage({
  loaderData: { words, filters, reports, near, services, industries, origin },
}: Route.ComponentProps) {
  const hasQuery = words.trim() !== '' || Object.keys(filters).length > 0;
  const otherMatches = [
    ...near.industries.map(({ slug, name }) => [paths.industry(slug), name] as const),
    ...services.map(({ id, name }) => [`${paths.services()}#service-${id}`, name] as const),
  ];
  return (
    <div className="wrap py-12">
      <PageHead
        title={words ? `Search: ${words}` : 'Advanced search'}
        siteName={useSite().siteName}
        description="Find reports by words, industry, price, pages and year."
        canonical={origin + paths.search()}
        noIndex={hasQuery}
      />
      <h1 className="text-[40px]">{texts.customSearch}</h1>
      <div className="mt-6 grid gap-10 lg:grid-cols-[280px_1fr]">
        <SearchFilters words={words} filters={filters} industries={industries} />
        <div className="min-w-0">
          <p className="label" role="status">
            {formatCount(reports.total, 'report')}
            {words.trim() === '' ? '' : ` for “${words.trim()}”`}
          </p>
          {otherMatches.length > 0 && (
            <p className="mt-2 flex flex-wrap gap-x-4">
              {otherMatches.map(([href, label]) => (
                <a key={href} className="link inline-block py-1" href={href}>
                  {label}
                </a>
              ))}
            </p>
          )}
          {reports.total === 0 && (
            <div className="mt-4 grid gap-3">
              <p>
                {texts.noResults} Fewer filters or other words may help.{' '}
                <a className="link" href={paths.search()}>
                  Clear all
                </a>
              </p>
              {near.reports.length > 0 && (
                <>
                  <p>{near.nearest ? 'Names that are spelt nearly so:' : 'Without the filters:'}</p>
                  <ul>
                    {near.reports.map(({ slug, title }) => (
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
          )}
          <div className="mt-4 grid gap-5">
            {reports.items.map((report) => (
              <ReportCard key={report.id} report={report} />
            ))}
          </div>
          <Pagination
            page={reports.pageNumber}
            pages={reports.pageCount}
            href={(page) => paths.search(words, filters, page)}
          />
        </div>
      </div>
    </div>
  );
}
