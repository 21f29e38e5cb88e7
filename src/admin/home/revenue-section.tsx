import { formatMoney } from '#core/kernel/money.model.ts';
import { drawRevenue } from '#core/orders/staff/revenue-chart.model.ts';
import { AdminSection } from '#admin/frame/admin-page.tsx';
import { formatCount, formatDate } from '#ui/format.ts';
import { SvgDrawing } from '#ui/svg-drawing.tsx';
import type { HomePeriod } from './home-period.ts';
import type { HomeFigures } from './load-home.ts';

/** Drawn for a phone and for a wide page, so that its text keeps its size. */
const widths = [340, 1000] as const;

/** What orders brought, by day or week, with the same numbers as a table. */
export function RevenueSection(props: {
  readonly period: HomePeriod;
  readonly figures: HomeFigures;
}) {
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
