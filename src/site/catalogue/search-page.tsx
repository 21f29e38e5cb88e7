import { redirect } from 'react-router';
import type { Route } from './+types/search-page.ts';
import type { App } from '#core/app.ts';
import type { Understood } from '#core/catalogue/search/plan.model.ts';
import { joinIndustryLines } from '#core/catalogue/figures/industry-lines.model.ts';
import {
  reportsPerPage,
  splitTitle,
  sumReports,
  type Industry,
  type Report,
} from '#core/catalogue/model.ts';
import { paths } from '#src/paths.ts';
import { appContext, visitContext } from '#site/context.ts';
import { skipSerialization } from '#site/skip-serialization.ts';
import { PageHead } from '#site/layout/page-head.tsx';
import { useSite } from '#site/layout/use-site.ts';
import { handleLeadFormPost } from '#site/leads/lead-form-action.ts';
import { describeItemList, toListItems } from '#site/structured-data/site.ts';
import { texts } from '#site/texts.ts';
import { readFilters, toReportQuery } from './list-filters.ts';
import { SearchEmpty, type NearIndustry } from './search-empty.tsx';
import { SearchHead } from './search-head.tsx';
import { SearchResults } from './search-results.tsx';
import { findOwnPages } from './site-pages.ts';

const nearIndustryCount = 3;
const linesPerIndustry = 16;

const shownChapters = 4;

/** Lists the parts by name of the chapter that has most of them. */
function listChapters(contents: Report['contents']): string[] {
  const [richest] = contents.toSorted(
    (a, b) => (b.children?.length ?? 0) - (a.children?.length ?? 0),
  );
  const chapters = richest?.children?.length ? richest.children : contents;
  return chapters.slice(0, shownChapters).map(({ title }) => title);
}

export async function loader({ context, request }: Route.LoaderArgs) {
  const { catalogue, content, store } = context.get(appContext);
  const params = new URL(request.url).searchParams;
  const query = (params.get('q') ?? '').slice(0, 200).replaceAll('\0', '').trim();
  const filters = readFilters(params);
  const page = params.get('page') ?? undefined;
  // A form without script sends its empty fields, too.
  if ([...params.values()].includes(''))
    throw redirect(paths.search(query || undefined, filters, Number(page) || undefined));
  const settings = await store.getSettings();
  const asked = toReportQuery(query, filters, { currency: settings.currency, page });
  const [reports, { pages, services }, industries, sources] = await Promise.all([
    catalogue.search.find(asked),
    findOwnPages(content, settings, { words: query }),
    catalogue.industries.list(),
    catalogue.reports.listSources(),
  ]);
  const isMissed = query !== '' && reports.isNowhere && pages.length === 0;
  if (isMissed && reports.pageNumber === 1) await catalogue.search.missed.note(query);
  const [first] = reports.items;
  const hasBestMatch = asked.sort === 'match' && reports.pageNumber === 1 && first;
  const best = hasBestMatch ? await catalogue.reports.get(first.slug) : undefined;
  return skipSerialization({
    query,
    filters,
    reports,
    pages,
    services,
    facets: reports.facets,
    words: reports.understood.words,
    marks: listMarks(reports.understood),
    sort: asked.sort,
    chapters: best && listChapters(best.contents),
    industries: industries.map(({ slug, name, reports: total }) => ({
      slug,
      name,
      reports: total,
    })),
    sources: sources.map(({ id, name }) => ({ id, name })),
    empty: reports.isNowhere
      ? await loadNextSteps(context.get(appContext), query, industries)
      : undefined,
    origin: context.get(visitContext).origin,
  });
}

/** The words that are marked in what was found: also those that mean the same. */
const listMarks = ({ words, parts }: Understood): string =>
  [words, ...parts.flatMap(({ as }) => as)].join(' ');

/** Loads the next steps of a visitor whose words are nowhere. */
async function loadNextSteps({ catalogue, content }: App, query: string, all: readonly Industry[]) {
  const slugs = await catalogue.search.listNearestIndustries(query, nearIndustryCount);
  const [reports, countries] = await Promise.all([
    catalogue.industries.listOverview(linesPerIndustry, slugs),
    content.listCountries(),
  ]);
  const lines = joinIndustryLines(reports);
  const industries = slugs.flatMap((slug): NearIndustry[] => {
    const industry = all.find((one) => one.slug === slug);
    if (!industry) return [];
    const own = reports.filter(({ industrySlug }) => industrySlug === slug);
    const { name, pictogram, reports: total } = industry;
    return [
      {
        slug,
        name,
        pictogram,
        reports: total,
        lines: lines.get(slug) ?? '',
        subjects: own.slice(0, 2).map(({ title }) => splitTitle(title)[0]),
      },
    ];
  });
  return {
    industries,
    countries,
    reportCount: sumReports(all),
  };
}

/** The reports that the page shows. */
const describeResults = ({ reports, origin }: Route.ComponentProps['loaderData']): object[] =>
  describeItemList(toListItems(reports.items), {
    origin,
    start: (reports.pageNumber - 1) * reportsPerPage + 1,
  });

/** The request of a visitor whose words found nothing, sent without script. */
export const action = ({ request, context }: Route.ActionArgs) =>
  handleLeadFormPost('contact', request, context);

/** The advanced search: its whole state is in the address. */
export default function SearchPage({ loaderData, actionData }: Route.ComponentProps) {
  const { query, words, reports, filters, empty, origin } = loaderData;
  const isSearch = query !== '' || Object.keys(filters).length > 0;
  return (
    <>
      <PageHead
        title={query ? `Search: ${query}` : 'Advanced search'}
        siteName={useSite().siteName}
        description="Find reports by keywords, industry, price, pages and year."
        canonical={origin + paths.search()}
        noIndex={isSearch}
        way={[[texts.customSearch, paths.search()]]}
        structuredData={describeResults(loaderData)}
      />
      <SearchHead
        {...{ query, words, filters }}
        total={reports.total}
        pageCount={loaderData.pages.length}
        isMentioned={reports.mentioned.length > 0}
        isAtLeast={reports.isAtLeast}
        parts={reports.understood.parts}
      />
      {empty ? (
        <SearchEmpty
          {...empty}
          query={query}
          marks={loaderData.marks}
          pages={loaderData.pages}
          mentioned={reports.mentioned}
          rejected={actionData}
        />
      ) : (
        <SearchResults search={loaderData} />
      )}
    </>
  );
}
