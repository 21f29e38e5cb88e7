import { appContext } from '#site/context.ts';
import type { Route } from './+types/home.ts';
import { staffContext } from '#admin/context.ts';
import { AdminPage, AdminSection } from '#admin/frame/admin-page.tsx';
import { Tabs } from '#admin/frame/blocks.tsx';
import type { AdminHandle } from '#admin/page-handle.ts';
import { FigureRow } from './figure-row.tsx';
import { homePeriods, readHomePeriod, type HomePeriod } from './home-period.ts';
import { loadHome, type HomeFigures } from './load-home.ts';
import { MailServerAlert } from '#admin/system/mail-server-alert.tsx';
import { formatCount, formatDate } from '#ui/format.ts';
import type { StaffVerb } from '#core/staff/verbs.model.ts';
import { formatMoney } from '#core/kernel/money.model.ts';
import { drawRevenue } from '#core/orders/staff/revenue-chart.model.ts';
import { SvgDrawing } from '#ui/svg-drawing.tsx';
import { describeTotal } from '#admin/frame/list.tsx';

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

/** Faults that keep emails from arriving, and need somebody. */
function MailAlerts({ figures }: { readonly figures: HomeFigures }) {
  const { attention = [], troubles, stoppedIssues = [] } = figures;
  const undelivered = attention.filter(({ reason }) => reason === 'email').length;
  return (
    <>
      {troubles && <MailServerAlert {...troubles} />}
      {stoppedIssues.map(({ id, subject, stopReason }) => (
        <div key={id} role="alert" className="error">
          <p>
            <b>The newsletter stopped:</b> the mail server refuses “{subject}”. It said:{' '}
            <code>{stopReason}</code>
          </p>
          <p>
            <a href={`/admin/issues/${id}`}>Continue it there</a> once that is mended.
          </p>
        </div>
      ))}
      {undelivered > 0 && (
        <p role="alert" className="error">
          <a href="/admin/attention?reason=email">
            Emails about {formatCount(undelivered, 'order')} did not arrive
          </a>
        </p>
      )}
    </>
  );
}

/** Published reports with a price for which buyers would get nothing: it is not offered. */
function UnsoldAlert({ unsold }: { readonly unsold: HomeFigures['unsold'] }) {
  if (!unsold || unsold.total === 0) return null;
  const count = formatCount(unsold.total, 'published report');
  return (
    <p role="alert" className="error">
      <a href="/admin/reports?view=unsold">
        {unsold.total === 1 ? `${count} has` : `${count} have`} a price and nothing to deliver for
        it
      </a>
      . Upload the files, or choose another delivery; until then nobody can buy there.
    </p>
  );
}

type Step = { readonly verb: StaffVerb; readonly href: string; readonly text: string };

const firstSteps: readonly Step[] = [
  { verb: 'industry.edit', href: '/admin/industries/new', text: 'Add your industries' },
  { verb: 'report.edit', href: '/admin/reports/new', text: 'Write the first report' },
  { verb: 'import.run', href: '/admin/imports', text: 'Or import reports from a sheet' },
  {
    verb: 'policy.publish',
    href: '/admin/content/policies',
    text: 'Complete and publish the legal texts',
  },
  { verb: 'site.edit', href: '/admin/content/site', text: 'Give the site its logo and texts' },
  { verb: 'settings.edit', href: '/admin/settings', text: 'Test payments, email and captcha' },
  { verb: 'staff.invite', href: '/admin/staff', text: 'Invite the people who work with you' },
];

/** The steps of a store without reports that somebody may take. */
const listFirstSteps = (may: (verb: StaffVerb) => boolean): readonly Step[] =>
  firstSteps.filter(({ verb }) => may(verb));

/** The steps from an empty store to one that sells. */
const FirstSteps = (props: { readonly steps: readonly Step[] }) =>
  props.steps.length === 0 ? null : (
    <AdminSection title="First steps">
      <ul className="admin-found">
        {props.steps.map(({ href, text }) => (
          <li key={href}>
            <a href={href}>{text}</a>
          </li>
        ))}
      </ul>
    </AdminSection>
  );

/** Drawn for a phone and for a wide page, so that its text keeps its size. */
const widths = [340, 1000] as const;

/** The orders' revenue by day or week, with the same numbers as a table. */
function RevenueSection(props: { readonly period: HomePeriod; readonly figures: HomeFigures }) {
  const { revenue } = props.figures;
  if (!revenue) return null;
  const { currency, revenueCents, refundedCents, orders, otherCurrencyOrders } = revenue;
  const { fromDay } = props.period;
  const step = props.period.weeks === 4 ? 'day' : 'week';
  return (
    <AdminSection title={`Revenue by ${step}`}>
      <p className="admin-revenue">
        <b>{formatMoney(revenueCents, currency)}</b> from{' '}
        <a href={`/admin/orders?paid=${fromDay}`}>{formatCount(orders, 'order')}</a>, after{' '}
        <a href={`/admin/orders?refunded=${fromDay}`}>
          {formatMoney(refundedCents, currency)} of refunds
        </a>
        , tax included
        {otherCurrencyOrders > 0 &&
          `; ${formatCount(otherCurrencyOrders, 'order')} in another currency not counted`}
      </p>
      {orders === 0 && refundedCents === 0 ? (
        <p className="admin-empty">Nothing was paid in this period.</p>
      ) : (
        <div className="admin-chart">
          {widths.map((width) => {
            const drawing = drawRevenue(revenue, width);
            return (
              drawing && (
                <div key={width} className={width === 340 ? 'admin-narrow' : 'admin-wide'}>
                  <SvgDrawing drawing={drawing} />
                </div>
              )
            );
          })}
        </div>
      )}
      <Numbers revenue={revenue} step={step} />
    </AdminSection>
  );
}

type NumbersProps = {
  readonly revenue: NonNullable<HomeFigures['revenue']>;
  readonly step: 'day' | 'week';
};

function Numbers({ revenue: { steps, currency }, step }: NumbersProps) {
  return (
    <details className="admin-numbers">
      <summary>Numbers</summary>
      <table className="admin-table">
        <thead>
          <tr>
            <th>{step === 'day' ? 'Day' : 'Week from'}</th>
            <th className="admin-number">Orders</th>
            <th className="admin-number">Paid</th>
            <th className="admin-number">Refunded</th>
          </tr>
        </thead>
        <tbody>
          {steps.map(({ start, orders: count, paidCents, refundedCents: refunded }) => (
            <tr key={start}>
              <th scope="row">{formatDate(start)}</th>
              <td className="admin-number" data-label="Orders">
                {count}
              </td>
              <td className="admin-number" data-label="Paid">
                {formatMoney(paidCents, currency)}
              </td>
              <td className="admin-number" data-label="Refunded">
                {formatMoney(refunded, currency)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

/** The reports that brought most; each leads to its orders. */
function BestReports(props: { readonly period: HomePeriod; readonly figures: HomeFigures }) {
  const { best, currency } = props.figures;
  if (!best) return null;
  const highest = Math.max(1, ...best.map(({ revenueCents }) => revenueCents));
  return (
    <AdminSection title="Best reports">
      {best.length === 0 && <p className="admin-by">No report was sold in this period.</p>}
      <ol className="admin-best">
        {best.map(({ reportCode, reportTitle, orders, revenueCents }) => (
          <li key={reportCode}>
            <a
              href={`/admin/orders?${new URLSearchParams({ report: reportCode, paid: props.period.fromDay })}`}
            >
              {reportTitle}
            </a>
            <span>
              {formatMoney(revenueCents, currency)}, {formatCount(orders, 'order')}
            </span>
            <span
              className="admin-bar"
              aria-hidden="true"
              style={{ width: `${Math.max(0, (revenueCents / highest) * 100).toFixed(1)}%` }}
            />
          </li>
        ))}
      </ol>
    </AdminSection>
  );
}

const shown = 4;

type Reports = NonNullable<HomeFigures['drafts']>;

/** The reports that are being written, and those that will be published next. */
function ReportWork({ figures }: { readonly figures: HomeFigures }) {
  const { drafts, scheduled } = figures;
  return (
    <AdminSection title="Reports in progress" aside={<a href="/admin/reports">All reports</a>}>
      {scheduled && <ReportList reports={scheduled} noun="scheduled report" view="scheduled" />}
      {drafts && <ReportList reports={drafts} noun="draft" view="drafts" />}
    </AdminSection>
  );
}

function ReportList(props: {
  readonly reports: Reports;
  readonly noun: string;
  readonly view: string;
}) {
  const { reports, noun, view } = props;
  return (
    <>
      <h3 className="admin-minor">
        <a href={`/admin/reports?view=${view}`}>{describeTotal(reports, [noun, `${noun}s`])}</a>
      </h3>
      <ul className="admin-found">
        {reports.rows.slice(0, shown).map(({ id, title, code }) => (
          <li key={id}>
            <a href={`/admin/reports/${id}/edit`}>{title}</a>{' '}
            <span className="admin-by">{code}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
