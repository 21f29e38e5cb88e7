import type { Route } from './+types/home.ts';
import { AdminPage } from '#admin/frame/admin-page.tsx';
import { Tabs } from '#admin/frame/blocks.tsx';
import type { AdminHandle } from '#admin/page-handle.ts';
import { BestReports } from './best-reports.tsx';
import { FigureRow } from './figure-row.tsx';
import { homePeriods, readHomePeriod } from './home-period.ts';
import { loadHome } from './load-home.ts';
import { ReportWork } from './report-work.tsx';
import { RevenueSection } from './revenue-section.tsx';

export const handle: AdminHandle = { verb: 'home.read' };

export async function loader({ context, request }: Route.LoaderArgs) {
  const period = readHomePeriod(request.url, new Date());
  return { period, figures: await loadHome(context, period) };
}

/** The first page after the login: what needs somebody now, and how the store does. */
export default function Home({ loaderData: { period, figures } }: Route.ComponentProps) {
  return (
    <AdminPage title="Home">
      <Tabs
        label="Period"
        tabs={homePeriods.map(([weeks, label]) => ({
          label,
          href: `/admin?weeks=${weeks}`,
          isCurrent: weeks === period.weeks,
        }))}
      />
      <FigureRow period={period} figures={figures} />
      <RevenueSection period={period} figures={figures} />
      <div className="admin-halves">
        <BestReports period={period} figures={figures} />
        <ReportWork figures={figures} />
      </div>
    </AdminPage>
  );
}
