import { data } from 'react-router';
import type { Route } from './+types/report-store.ts';
import { reportsPerPage } from '#core/catalogue/model.ts';
import { paths } from '#src/paths.ts';
import { appContext, visitContext } from '#site/context.ts';
import { skipSerialization } from '#site/skip-serialization.ts';
import { PageHead } from '#site/layout/page-head.tsx';
import { useSite } from '#site/layout/use-site.ts';
import { describeItemList, toListItems } from '#site/structured-data/site.ts';
import { texts } from '#site/texts.ts';
import { Breadcrumb } from '#ui/breadcrumb.tsx';
import { FirstScreenEnd } from '#ui/first-screen-end.tsx';
import { formatCount } from '#ui/format.ts';
import { FiltersButton, ListFacets } from './list-facets.tsx';
import { ListOrder } from './list-order.tsx';
import { readPageNumber, titlePage } from '#site/page-number.ts';
import { describePage, ListCount, ListPaging } from './list-paging.tsx';
import { groupByMonth, monthOf, ReportColumns, ReportMonth, ReportRows } from './report-list.tsx';
import { readGrowth } from './growth/read-growth.ts';
import { GrowthPicture } from './growth/growth-picture.tsx';

const rowsBeforeInterlude = 8;

export async function loader({ context, request }: Route.LoaderArgs) {
  const { catalogue } = context.get(appContext);
  const visit = context.get(visitContext);
  visit.cacheTags('catalogue');
  const [industries, list, facets, sources] = await Promise.all([
    catalogue.industries.list(),
    catalogue.reports.list(readPageNumber(request)),
    catalogue.search.countFacets(),
    catalogue.reports.listSources(),
  ]);
  if (list.pageNumber > list.pageCount) throw data(null, { status: 404 });
  const months = await catalogue.reports.countByMonth([
    ...new Set(list.items.map(({ publishedOn }) => monthOf(publishedOn))),
  ]);
  const growth = list.pageNumber === 1 ? await readGrowth(catalogue, sources) : undefined;
  return skipSerialization({
    industries,
    list,
    months,
    facets,
    growth,
    sources: sources.map(({ id, name }) => ({ id, name })),
    origin: visit.origin,
  });
}

/** All reports, newest first. */
export default function ReportStore({ loaderData }: Route.ComponentProps) {
  const { industries, list, facets, sources, origin } = loaderData;
  return (
    <div className="wrap">
      <PageHead
        title={`Report store${titlePage(list.pageNumber)}`}
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
        <StoreList list={list} months={loaderData.months} growth={loaderData.growth} />
      </div>
    </div>
  );
}

/** After the first month if the page has others, else within it; on a phone after the pages. */
function StoreList({
  list,
  months,
  growth,
}: Pick<Route.ComponentProps['loaderData'], 'list' | 'months' | 'growth'>) {
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
      {before >= rowsBeforeInterlude && <FirstScreenEnd />}
      {growth && <GrowthPicture {...growth} />}
      <ReportRows reports={first.reports.slice(before)} />
      {others.map(({ month, reports }) => (
        <ReportMonth key={month} month={month} reports={reports} total={months.get(month) ?? 0} />
      ))}
      <ListPaging list={list} href={paths.reportStore} />
    </div>
  );
}
