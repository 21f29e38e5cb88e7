import { formatMoney } from '#core/kernel/money.model.ts';
import type { ReportSales as Sales } from '#core/orders/staff/revenue.model.ts';
import { AdminSection } from '#admin/frame/admin-page.tsx';
import { DefinitionList } from '#admin/frame/blocks.tsx';
import { Time } from '#admin/frame/times.tsx';

/** The revenue of the report's orders so far, with the way to them. */
export const ReportSales = ({ code, sales }: { readonly code: string; readonly sales: Sales }) => (
  <AdminSection
    title="Sales"
    aside={
      sales.money &&
      sales.orders > 0 && (
        <a href={`/admin/orders?${new URLSearchParams({ report: code, view: 'paid' })}`}>
          Its orders
        </a>
      )
    }
  >
    {sales.orders === 0 ? (
      <p className="admin-by">Nobody has bought this report yet.</p>
    ) : (
      <DefinitionList rows={listFacts(sales)} />
    )}
  </AdminSection>
);

function listFacts({ orders, money }: Sales): Parameters<typeof DefinitionList>[0]['rows'] {
  if (!money) return [['Paid orders', orders]];
  const { currency, revenueCents, otherCurrencyOrders, lastOrder } = money;
  const others =
    otherCurrencyOrders === 1 ? 'One more order' : `${otherCurrencyOrders} more orders`;
  return [
    ['Paid orders', orders],
    [
      'Revenue',
      <>
        {formatMoney(revenueCents, currency)}
        {otherCurrencyOrders > 0 && <span className="admin-by"> {others} in another currency</span>}
      </>,
    ],
    ...(lastOrder
      ? [
          [
            'Last order',
            <>
              <a href={`/admin/orders/${encodeURIComponent(lastOrder.number)}`}>
                {lastOrder.number}
              </a>
              , <Time at={lastOrder.paidAt} />
            </>,
          ] as const,
        ]
      : []),
  ];
}
