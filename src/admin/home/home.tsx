import { appContext } from '#site/context.ts';
import type { Route } from './+types/home.ts';
import { staffContext } from '#admin/context.ts';
import { AdminPage } from '#admin/frame/admin-page.tsx';
import { Tabs } from '#admin/frame/blocks.tsx';
import type { AdminHandle } from '#admin/page-handle.ts';
import { BestReports } from './best-reports.tsx';
import { FirstSteps, listFirstSteps } from './first-steps.tsx';
import { FigureRow } from './figure-row.tsx';
import { homePeriods, readHomePeriod } from './home-period.ts';
import { loadHome } from './load-home.ts';
import { MailAlerts } from './mail-alerts.tsx';
import { UnsoldAlert } from './unsold-alert.tsx';
import { ReportWork } from './report-work.tsx';
import { RevenueSection } from './revenue-section.tsx';

export const handle: AdminHandle = { verb: 'home.read' };

export async function loader({ context, request }: Route.LoaderArgs) {
  const zone = await context.get(appContext).store.getTimeZone();
  const period = readHomePeriod(request.url, new Date(), zone);
  const figures = await loadHome(context, period);
  const { may } = context.get(staffContext);
  return { period, figures, steps: figures.hasReports ? [] : listFirstSteps(may) };
}

/** The first page after the login: what needs somebody now, and how the store does. */
export default function Home({ loaderData: { period, figures, steps } }: Route.ComponentProps) {
  return (
    <AdminPage title="Home">
      <MailAlerts figures={figures} />
      <UnsoldAlert unsold={figures.unsold} />
      <FirstSteps steps={steps} />
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
