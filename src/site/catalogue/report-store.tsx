import { data } from 'react-router';
import type { Route } from './+types/report-store.ts';
import { paths } from '#src/paths.ts';
import { appContext, visitContext } from '#site/context.ts';
import { PageHead } from '#site/layout/page-head.tsx';
import { useSite } from '#site/layout/use-site.ts';
import { texts } from '#site/texts.ts';
import { Pagination } from '#ui/pagination.tsx';
import { formatCount } from '#ui/format.ts';
import { IndustrySidebar } from './industry-sidebar.tsx';
import { readPageNumber } from './page-number.ts';
import { ReportCardList } from './report-card.tsx';

export async function loader({ context, request }: Route.LoaderArgs) {
  const { catalogue } = context.get(appContext);
  const visit = context.get(visitContext);
  visit.cacheTags('catalogue');
  const [industries, list] = await Promise.all([
    catalogue.listIndustries(),
    catalogue.listReports(readPageNumber(request)),
  ]);
  if (list.pageNumber > list.pageCount) throw data(null, { status: 404 });
  return { industries, list, origin: visit.origin };
}

/** All reports, newest first. */
export default function ReportStore({
  loaderData: { industries, list, origin },
}: Route.ComponentProps) {
  return (
    <div className="wrap grid gap-10 py-10 lg:grid-cols-[1fr_260px]">
      <PageHead
        title={`Report store${list.pageNumber > 1 ? `, page ${list.pageNumber}` : ''}`}
        siteName={useSite().siteName}
        canonical={origin + paths.reportStore(list.pageNumber)}
        description={
          `${formatCount(list.total, 'market report')} with prices, page counts and key figures. ` +
          'PDF and Excel by download, minutes after payment.'
        }
      />
      <section>
        <h1 className="text-[40px]">Report Store</h1>
        <p className="label mb-6 mt-2">
          {formatCount(list.total, 'report')}
          {list.pageCount > 1 ? `, page ${list.pageNumber} of ${list.pageCount}` : ''}, newest first
        </p>
        {list.items.length === 0 ? (
          <p>{texts.noReportsInCategory}</p>
        ) : (
          <ReportCardList reports={list.items} />
        )}
        <Pagination page={list.pageNumber} pageCount={list.pageCount} href={paths.reportStore} />
      </section>
      <IndustrySidebar industries={industries} />
    </div>
  );
}
