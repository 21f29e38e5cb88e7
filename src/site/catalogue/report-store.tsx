import { data } from 'react-router';
import type { Route } from './+types/report-store.ts';
import { paths } from '#src/paths.ts';
import { shopContext, visitContext } from '#site/context.ts';
import { Head } from '#site/layout/head.tsx';
import { useSite } from '#site/layout/use-site.ts';
import { texts } from '#site/texts.ts';
import { PageLinks } from '#ui/page-links.tsx';
import { counted } from '#ui/words.ts';
import { Categories } from './categories.tsx';
import { pageNumber } from './page-number.ts';
import { ReportCard } from './report-card.tsx';

export async function loader({ context, request }: Route.LoaderArgs) {
  const { catalogue } = context.get(shopContext);
  const visit = context.get(visitContext);
  visit.hangsOn('catalogue');
  const [industries, list] = await Promise.all([
    catalogue.industries(),
    catalogue.list(pageNumber(request)),
  ]);
  if (list.page > list.pages) throw data(null, { status: 404 });
  return { industries, list, origin: visit.origin };
}

/** All reports, newest first. */
export default function ReportStore({
  loaderData: { industries, list, origin },
}: Route.ComponentProps) {
  return (
    <div className="wrap grid gap-10 py-10 lg:grid-cols-[1fr_260px]">
      <Head
        title={`Report store${list.page > 1 ? `, page ${list.page}` : ''}`}
        siteName={useSite().siteName}
        canonical={origin + paths.reportStore(list.page)}
        description={`${counted(list.total, 'market report')} with prices, page counts and key figures. PDF and Excel by download, minutes after payment.`}
      />
      <section>
        <h1 className="text-[40px]">Report Store</h1>
        <p className="label mb-6 mt-2">
          {counted(list.total, 'report')}
          {list.pages > 1 ? `, page ${list.page} of ${list.pages}` : ''}, newest first
        </p>
        {list.items.length === 0 ? (
          <p>{texts.noReportsInCategory}</p>
        ) : (
          <ul className="grid gap-6">
            {list.items.map((report) => (
              <li key={report.id}>
                <ReportCard report={report} />
              </li>
            ))}
          </ul>
        )}
        <PageLinks page={list.page} pages={list.pages} href={paths.reportStore} />
      </section>
      <Categories industries={industries} />
    </div>
  );
}
