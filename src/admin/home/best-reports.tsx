import { formatMoney } from '#core/kernel/money.model.ts';
import { AdminSection } from '#admin/frame/admin-page.tsx';
import { formatCount } from '#ui/format.ts';
import type { HomePeriod } from './home-period.ts';
import type { HomeFigures } from './load-home.ts';

/** The reports that brought most; each leads to its orders. */
export function BestReports(props: { readonly period: HomePeriod; readonly figures: HomeFigures }) {
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
