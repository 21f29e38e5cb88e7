import type { AdminHandle } from '#admin/page-handle.ts';
import type { Route } from './+types/ledger-page.ts';
import { AdminPage } from '#admin/frame/admin-page.tsx';
import { DateField } from '#admin/frame/fields.tsx';

export const handle: AdminHandle = { verb: 'order.export' };

/** The quarter before this one: what is handed in next. */
export function loader() {
  const now = new Date();
  const quarter = Math.floor(now.getUTCMonth() / 3);
  const day = (month: number, date: number): string =>
    new Date(Date.UTC(now.getUTCFullYear(), month, date)).toISOString().slice(0, 10);
  return { from: day(quarter * 3 - 3, 1), until: day(quarter * 3, 0) };
}

/** Invoices and credit notes of a span of days, for whoever keeps the books. */
export default function LedgerPage({ loaderData }: Route.ComponentProps) {
  const { from, until } = loaderData;
  return (
    <AdminPage title="Books" back={{ label: 'Orders', href: '/admin/orders' }}>
      <form className="admin-form" action="/admin/orders/ledger">
        <p>
          Every invoice and credit note that was issued in these days (UTC), with net, tax and
          total; credit notes are negative.
        </p>
        <div className="admin-row">
          <DateField name="from" label="From" defaultValue={from} />
          <DateField name="until" label="Until and with" defaultValue={until} />
        </div>
        <div className="admin-buttons">
          <button className="button">Download CSV</button>
        </div>
      </form>
    </AdminPage>
  );
}
