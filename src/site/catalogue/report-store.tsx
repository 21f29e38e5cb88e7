import { data } from 'react-router';
import type { Route } from './+types/report-store.ts';
import type { Source } from '#core/catalogue/figures/figures.model.ts';
import { placeGrowthDots } from '#core/catalogue/drawing/growth-dots.model.ts';
import { reportsPerPage } from '#core/catalogue/model.ts';
import { paths } from '#src/paths.ts';
import { appContext, visitContext } from '#site/context.ts';
import { PageHead } from '#site/layout/page-head.tsx';
import { useSite } from '#site/layout/use-site.ts';
import { describeItemList, toListItems } from '#site/structured-data/site.ts';
import { texts } from '#site/texts.ts';
import { Breadcrumb } from '#ui/breadcrumb.tsx';
import { formatCount } from '#ui/format.ts';
import { GrowthInterlude } from './growth-interlude.tsx';
import { FiltersButton, ListFacets } from './list-facets.tsx';
import { ListOrder } from './list-order.tsx';
import { readPageNumber } from './page-number.ts';
import { describePage, ListCount, ListPaging } from './list-paging.tsx';
import { groupByMonth, monthOf, ReportColumns, ReportMonth, ReportRows } from './report-list.tsx';

const interludeReportsPerIndustry = 16;
const rowsBeforeInterlude = 8;

export async function loader({ context, request }: Route.LoaderArgs) {
  const { catalogue } = context.get(appContext);
  const visit = context.get(visitContext);
  visit.cacheTags('catalogue');
  const [industries, list, facets, sources] = await Promise.all([
    catalogue.listIndustries(),
    catalogue.listReports(readPageNumber(request)),
    catalogue.search.countFacets(),
    catalogue.listSources(),
  ]);
  if (list.pageNumber > list.pageCount) throw data(null, { status: 404 });
  const months = await catalogue.countReportsByMonth([
    ...new Set(list.items.map(({ publishedOn }) => monthOf(publishedOn))),
  ]);
  const isFirst = list.pageNumber === 1;
  const series = isFirst ? await catalogue.listMainSeries(interludeReportsPerIndustry) : [];
  return {
    industries,
    list,
    months,
    facets,
    interlude: buildInterlude(series, sources),
    sources: sources.map(({ id, name }) => ({ id, name })),
    origin: visit.origin,
  };
}

/** The growth of all industries of one source; undefined where a store has too few. */
function buildInterlude(
  series: Parameters<typeof placeGrowthDots>[0],
  sources: readonly Pick<Source, 'id' | 'attribution'>[],
) {
  const [wide, narrow] = [912, 350].map((width) => placeGrowthDots(series, 'bea', width));
  const source = sources.find(({ id }) => id === 'bea')?.attribution;
  return wide && narrow && source ? { wide, narrow, source } : undefined;
}

/** All reports, newest first. */
export default function ReportStore({ loaderData }: Route.ComponentProps) {
  const { industries, list, facets, sources, origin } = loaderData;
  return (
    <div className="wrap">
      <PageHead
        title={`Report store${list.pageNumber > 1 ? `, page ${list.pageNumber}` : ''}`}
        siteName={useSite().siteName}
        canonical={origin + paths.reportStore(list.pageNumber)}
        way={[['Report Store', paths.reportStore()]]}
        noIndex={list.items.length === 0}
        structuredData={describeItemList(toListItems(list.items), {
          origin,
          start: (list.pageNumber - 1) * reportsPerPage + 1,
        })}
        description={
          `${formatCount(list.total, 'market report')} with prices, page counts and key figures. ` +
          'By download, minutes after payment.' +
          describePage(list)
        }
      />
      <header className="list-head">
        <div>
          <Breadcrumb steps={[['Home', paths.home()]]} current="Report Store" />
          <h1>Report Store</h1>
        </div>
        <p>
          {formatCount(list.total, 'report')} on{' '}
          {formatCount(industries.length, 'industry', 'industries')}.{' '}
          <span className="max-md:hidden">
            Each row shows its newest figure, its growth and its price, so that you can compare
            before you open anything.
          </span>
        </p>
      </header>
      <div className="list-page">
        <ListFacets
          facets={facets}
          industries={industries}
          sources={sources}
          categoryHref={paths.industry}
        />
        <StoreList {...loaderData} />
      </div>
    </div>
  );
}

/** After the first month where the page has others, else within it; on a phone after the pages. */
function StoreList({ list, months, interlude }: Route.ComponentProps['loaderData']) {
  const [first, ...others] = groupByMonth(list.items);
  if (!first) return <p>{texts.noReportsInCategory}</p>;
  const before = others.length > 0 ? first.reports.length : rowsBeforeInterlude;
  return (
    <div className="store-list">
      <div className="list-bar">
        <ListCount list={list} />
        <FiltersButton />
        <ListOrder sort="newest" />
      </div>
      <ReportColumns />
      <ReportMonth
        month={first.month}
        reports={first.reports.slice(0, before)}
        total={months.get(first.month) ?? 0}
      />
      {interlude && <GrowthInterlude {...interlude} />}
      <ReportRows reports={first.reports.slice(before)} />
      {others.map(({ month, reports }) => (
        <ReportMonth key={month} month={month} reports={reports} total={months.get(month) ?? 0} />
      ))}
      <ListPaging list={list} href={paths.reportStore} />
    </div>
  );
}
