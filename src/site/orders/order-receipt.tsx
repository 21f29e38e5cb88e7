import type { ReactNode } from 'react';
import { formatMoney } from '#core/kernel/money.model.ts';
import type { OrderView } from '#core/orders/index.ts';
import { paths } from '#src/paths.ts';
import { Icon } from '#ui/icon.tsx';
import { OrderQuestions } from './order-title.tsx';
import { listTaxLines } from '#core/orders/tax.model.ts';
import { buildWaiver } from '#core/orders/consumer-law.model.ts';
import { describeDays } from '#core/catalogue/goods/delivery-words.model.ts';
import { SubmitButton } from '#ui/submit-button.tsx';

/** The receipt beside an order's page: report, payment, upgrades, and where to ask. */
export function OrderReceipt({ order, salesEmail }: { order: OrderView; salesEmail: string }) {
  return (
    <aside className="receipt" aria-labelledby="receipt">
      <div className="px-5 pt-5 lg:px-[22px]">
        <h2 id="receipt" className="text-[19px]">
          Your order
        </h2>
        <dl className="figures mt-2">
          <ReceiptRow name="Report">{order.reportTitle}</ReceiptRow>
          <ReceiptRow name="Licence">{order.licenceName}</ReceiptRow>
          <ReceiptRow name="Order">{order.number}</ReceiptRow>
          <PaymentRows order={order} />
          <RelatedOrders order={order} />
          {listTaxLines(order.tax, order.currency).map(({ label, amount }) => (
            <ReceiptRow key={label} name={label}>
              {amount}
            </ReceiptRow>
          ))}
          <ReceiptRow name="Total" isTotal>
            {formatMoney(order.priceCents, order.currency)} {order.currency}
          </ReceiptRow>
          {order.refundedCents > 0 && (
            <ReceiptRow name="Refunded">
              {formatMoney(order.refundedCents, order.currency)} {order.currency}
            </ReceiptRow>
          )}
          {order.pendingRefundCents > 0 && (
            <ReceiptRow name="Refund on its way">
              {formatMoney(order.pendingRefundCents, order.currency)} {order.currency}
            </ReceiptRow>
          )}
        </dl>
        <p className="py-4 text-[13.5px] text-muted">{order.rights}</p>
      </div>
      <UpgradeLicence order={order} />
      <OrderQuestions salesEmail={salesEmail} />
    </aside>
  );
}

/** PayPal's "COMPLETED" as people write it, or what became of the order since. */
function describeStatus({ state, promise, payment: { status } }: OrderView): string {
  if (state === 'refunded') return 'Refunded';
  if (state === 'partly-refunded') return 'Partly refunded';
  if (state === 'suspended') return 'On hold';
  if (promise) return 'Paid, not delivered yet';
  return status.slice(0, 1) + status.slice(1).toLowerCase().replaceAll('_', ' ');
}

function PaymentRows({ order }: { order: OrderView }) {
  const { method, paidAt, payment } = order;
  const transaction = payment.purchase_units[0].payments.captures[0].id;
  const { email_address: payer } = payment.payer;
  if (method === 'bank')
    return <ReceiptRow name="Payment">Bank transfer{paidAt ? ', received' : ''}</ReceiptRow>;
  return (
    <>
      {transaction && <ReceiptRow name="Transaction">{transaction}</ReceiptRow>}
      {payment.status && (
        <ReceiptRow name="Status">
          {describeStatus(order) === 'Completed' ? (
            <span className="inline-flex items-center gap-1.5 font-semibold text-good">
              <Icon name="check" />
              Completed
            </span>
          ) : (
            describeStatus(order)
          )}
        </ReceiptRow>
      )}
      {payer && <ReceiptRow name="Paid by">{payer}</ReceiptRow>}
    </>
  );
}

function RelatedOrders({ order: { baseOrderNumber, upgradeNumbers } }: { order: OrderView }) {
  return (
    <>
      {baseOrderNumber && (
        <ReceiptRow name="Upgrade of">
          <OrderLink number={baseOrderNumber} />
        </ReceiptRow>
      )}
      {upgradeNumbers.length > 0 && (
        <ReceiptRow name="Upgraded by">
          {upgradeNumbers.map((number) => (
            <OrderLink key={number} number={number} />
          ))}
        </ReceiptRow>
      )}
    </>
  );
}

const OrderLink = ({ number }: { number: string }) => (
  <a className="link ml-3" href={paths.orderPage(number)}>
    {number}
  </a>
);

/** A name and its value in the receipt. */
export function ReceiptRow({
  name,
  isTotal = false,
  children,
}: {
  name: string;
  isTotal?: boolean;
  children: ReactNode;
}) {
  return (
    <div className={isTotal ? 'text-[16px]! font-semibold' : undefined}>
      <dt className={isTotal ? undefined : 'text-muted'}>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** The larger licences that the buyer may pay the difference for, or why there are none. */
function UpgradeLicence({ order }: { order: OrderView }) {
  return (
    <>
      {order.upgrades.length > 0 && (
        <section className="bg-wash px-5 py-4 lg:px-[22px]" aria-labelledby="upgrade">
          <h2 id="upgrade" className="font-sans! text-[16px]">
            Colleagues need it too?
          </h2>
          <p className="mt-1 text-[14px]">
            Upgrade licence: you pay only the difference, and what you paid counts in full
            {order.refundedCents > 0 && ', less what was refunded'}.
          </p>
          <ul className="mt-2 grid gap-3">
            {order.upgrades.map(({ licence, licenceTerms, cents, deliveryDays }) => (
              <li key={licence} className="border-t border-rule pt-3">
                <span>
                  <strong>{licenceTerms.name}</strong>
                  <span className="label block">{licenceTerms.rights}</span>
                  {deliveryDays !== null && (
                    <span className="label block">
                      We deliver its files {describeDays(deliveryDays)} of your payment.
                    </span>
                  )}
                </span>
                <form method="post" className="mt-2">
                  <input type="hidden" name="what" value="upgrade" />
                  <input type="hidden" name="licence" value={licence} />
                  <input type="hidden" name="cents" value={cents} />
                  {order.needsWaiver && (
                    <label className="mb-3 flex gap-3 text-[14px]">
                      <input
                        type="checkbox"
                        name="waiver"
                        value="1"
                        required
                        className="mt-0.5 size-5 shrink-0 accent-accent"
                      />
                      <span>{buildWaiver(deliveryDays)}</span>
                    </label>
                  )}
                  <SubmitButton busyLabel="Opening PayPal…" className="button quiet">
                    {order.needsPayButton ? 'Order and pay: upgrade for' : 'Upgrade for'}{' '}
                    {formatMoney(cents, order.currency)}
                  </SubmitButton>
                </form>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
