import type { LedgerSum } from '#core/orders/views/ledger.ts';
import { formatExactMoney } from '#core/kernel/money.model.ts';
import { addDays, subtractMonths, toDay } from '#core/kernel/time-zone.model.ts';
import { formatDate } from '#ui/format.ts';
import { appContext } from '#site/context.ts';
import type { AdminHandle } from '#admin/page-handle.ts';
import type { Route } from './+types/ledger-page.ts';
import { staffContext } from '#admin/context.ts';
import { AdminPage, AdminSection } from '#admin/frame/admin-page.tsx';
import { DateField } from '#admin/frame/fields.tsx';
import { unwrap } from '#admin/frame/respond.ts';
import { readDaySpan } from '#admin/frame/read-day.ts';

export const handle: AdminHandle = { verb: 'order.export' };

/** The span of days that the address names, or the quarter before this one. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { actor } = context.get(staffContext);
  const { orders, store } = context.get(appContext);
  const { searchParams } = new URL(request.url);
  const quarter = getLastQuarter(toDay(new Date(), await store.getTimeZone()));
  const named = readDaySpan(Object.fromEntries(searchParams));
  const { from, until } = { from: named.from ?? quarter.from, until: named.until ?? quarter.until };
  return { from, until, sums: unwrap(await orders.ledger.sum(actor, { from, until })) };
}

/** Returns the quarter that is handed in next: the one before that of the day. */
function getLastQuarter(today: string): { readonly from: string; readonly until: string } {
  const monthInQuarter = (Number(today.slice(5, 7)) - 1) % 3;
  const start = subtractMonths(`${today.slice(0, 7)}-01`, monthInQuarter);
  return { from: subtractMonths(start, 3), until: addDays(start, -1) };
}

/** Invoices and credit notes of a span of days, for the people who keep the books. */
export default function LedgerPage({ loaderData }: Route.ComponentProps) {
  const { from, until, sums } = loaderData;
  return (
    <AdminPage title="Books" back={{ label: 'Orders', href: '/admin/orders' }}>
      <form className="admin-form">
        <p>
          Every invoice and credit note that was issued in these days, with net, tax and total;
          credit notes are negative.
        </p>
        <div className="admin-row">
          <DateField name="from" label="First day" defaultValue={from} />
          <DateField name="until" label="Last day" defaultValue={until} />
        </div>
        <div className="admin-buttons">
          <button className="admin-button">Show</button>
          <button className="button" formAction="/admin/orders/ledger">
            Download CSV
          </button>
        </div>
      </form>
      <AdminSection title={`From ${formatDate(from)} to ${formatDate(until)}`}>
        {sums.length === 0 ? (
          <p>No invoice and no credit note was issued in these days.</p>
        ) : (
          <SumTable sums={sums} />
        )}
      </AdminSection>
    </AdminPage>
  );
}

function SumTable({ sums }: { readonly sums: readonly LedgerSum[] }) {
  const currencies = [...new Set(sums.map(({ currency }) => currency))];
  return (
    <table className="admin-table">
      <thead>
        <tr>
          <th>Documents</th>
          {columns.map(([, label]) => (
            <th key={label} className="admin-number">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {currencies.map((currency) => (
          <CurrencyRows key={currency} sums={sums.filter((sum) => sum.currency === currency)} />
        ))}
      </tbody>
    </table>
  );
}

const columns = [
  ['count', 'Number'],
  ['net', 'Net'],
  ['tax', 'Tax'],
  ['total', 'Total'],
] as const;

const names: Readonly<Record<string, string>> = {
  invoice: 'Invoices',
  'credit-note': 'Credit notes',
  'credit-note-reversal': 'Credit note reversals',
};

/** Invoices, credit notes, and both together. */
const CurrencyRows = ({ sums }: { readonly sums: readonly LedgerSum[] }) => (
  <>
    {sums.map((sum) => (
      <SumRow
        key={sum.kind}
        name={`${names[sum.kind] ?? sum.kind}, ${sum.currency}`}
        sums={[sum]}
      />
    ))}
    <SumRow name={`Together, ${sums[0]?.currency ?? ''}`} sums={sums} />
  </>
);

function SumRow({ name, sums }: { readonly name: string; readonly sums: readonly LedgerSum[] }) {
  const currency = sums[0]?.currency ?? '';
  return (
    <tr>
      <th scope="row">{name}</th>
      {columns.map(([key, label]) => {
        const value = sums.reduce((total, sum) => total + sum[key], 0);
        return (
          <td key={key} className="admin-number" data-label={label}>
            {key === 'count' ? value : formatExactMoney(value, currency)}
          </td>
        );
      })}
    </tr>
  );
}
