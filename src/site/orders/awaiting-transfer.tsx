import type { BankAccount } from '#core/store/model.ts';
import { formatMoney } from '#core/kernel/money.model.ts';
import { describeDays } from '#core/catalogue/goods/delivery-words.model.ts';
import type { OrderView } from '#core/orders/index.ts';
import { paths } from '#src/paths.ts';
import { DefinitionRows } from '#ui/definition-rows.tsx';
import { formatDate } from '#ui/format.ts';
import { OrderTitle } from './order-title.tsx';

const bankRows = ({ holder, iban, bic }: BankAccount) =>
  [
    ['To', holder],
    ['IBAN', iban],
    ['BIC', bic],
  ] as const;

/** How to pay an order by bank transfer, until staff confirm that the money has arrived. */
export function AwaitingBankTransfer({
  order,
  bank,
}: {
  order: OrderView;
  bank: BankAccount | null;
}) {
  const days = order.promise?.deliveryDays ?? undefined;
  return (
    <>
      <OrderTitle state="Waiting for your transfer" title="Thank you. Please transfer the total.">
        We email {days === undefined ? 'your files and the invoice' : 'the invoice'} to{' '}
        <strong>{order.email}</strong> as soon as the transfer arrives
        {days !== undefined && `, and deliver your report ${describeDays(days)} of that day`}.
      </OrderTitle>
      <dl className="figures mt-6 grid grid-cols-[144px_1fr] gap-y-2 border-t-2 border-ink pt-4 sm:grid-cols-[160px_1fr]">
        <DefinitionRows
          valueClassName="wrap-anywhere"
          rows={[
            ...(bank ? bankRows(bank) : []),
            ['Reference', order.number],
            ['Amount', `${formatMoney(order.priceCents, order.currency)} ${order.currency}`],
            ['Please transfer by', order.transferDueOn ? formatDate(order.transferDueOn) : ''],
          ]}
        />
      </dl>
      <p className="mt-6 flex flex-wrap gap-4">
        {order.documents.map(({ number, token }) => (
          <a key={number} className="button quiet" href={paths.document(token)}>
            Pro-forma invoice {number}
          </a>
        ))}
        <a
          className="button quiet"
          href={paths.resumeCheckout(order.reportCode, order.licence, order.number)}
        >
          Pay by card instead
        </a>
      </p>
      <p className="label mt-3">If you pay by card, this transfer order is closed automatically.</p>
    </>
  );
}
