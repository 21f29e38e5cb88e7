import type { Route } from './+types/custom-search.ts';
import { sorts } from '#core/catalogue/model.ts';
import { paths } from '#src/paths.ts';
import { shopContext, visitContext } from '#site/context.ts';
import { Head } from '#site/layout/head.tsx';
import { useSite } from '#site/layout/use-site.ts';
import { texts } from '#site/texts.ts';
import { PageLinks } from '#ui/page-links.tsx';
import { counted } from '#ui/words.ts';
import { ReportCard } from './report-card.tsx';
import { filterNames, SearchFilters, type Filters } from './search-filters.tsx';

const number = (text: string | undefined, most: number): number | undefined =>
  text !== undefined && /^\d{1,7}$/.test(text) ? Math.min(Number(text), most) : undefined;

export async function loader({ context, request }: Route.LoaderArgs) {
  const { catalogue, content } = context.get(shopContext);
  const given = new URL(request.url).searchParams;
  const words = (given.get('q') ?? '').slice(0, 200).replaceAll('\0', '');
  const filters: Filters = Object.fromEntries(
    filterNames.flatMap((name) =>
      given.get(name) ? [[name, String(given.get(name)).slice(0, 100)]] : [],
    ),
  );
  const price = (text: string | undefined): number | undefined => {
    const dollars = number(text, 1_000_000);
    return dollars === undefined ? undefined : dollars * 100;
  };
  const [reports, near, services, industries] = await Promise.all([
    catalogue.search({
      words,
      industry: filters.industry,
      priceFrom: price(filters.price_from),
      priceTo: price(filters.price_to),
      pagesFrom: number(filters.pages_from, 10_000),
      year: number(filters.year, 9999) || undefined,
      sort: sorts.find((one) => one === filters.sort) ?? 'newest',
      page: number(given.get('page') ?? undefined, 100_000) || 1,
    }),
    catalogue.find(words),
    content.findServices(words),
    catalogue.industries(),
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
export default function CustomSearch({
  loaderData: { words, filters, reports, near, services, industries, origin },
}: Route.ComponentProps) {
  const asked = words.trim() !== '' || Object.keys(filters).length > 0;
  const others = [
    ...near.industries.map(({ slug, name }) => [paths.industry(slug), name] as const),
    ...services.map(({ id, name }) => [`${paths.services()}#service-${id}`, name] as const),
  ];
  return (
    <div className="wrap py-12">
      <Head
        title={words ? `Search: ${words}` : 'Advanced search'}
        siteName={useSite().siteName}
        description="Find reports by words, industry, price, pages and year."
        canonical={origin + paths.search()}
        hidden={asked}
      />
      <h1 className="text-[40px]">{texts.customSearch}</h1>
      <div className="mt-6 grid gap-10 lg:grid-cols-[280px_1fr]">
        <SearchFilters words={words} filters={filters} industries={industries} />
        <div className="min-w-0">
          <p className="label" role="status">
            {counted(reports.total, 'report')}
            {words.trim() === '' ? '' : ` for “${words.trim()}”`}
          </p>
          {others.length > 0 && (
            <p className="mt-2 flex flex-wrap gap-x-4">
              {others.map(([href, label]) => (
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
          <PageLinks
            page={reports.page}
            pages={reports.pages}
            href={(page) => paths.search(words, filters, page)}
          />
        </div>
      </div>
    </div>
  );
}
