import type { ReactNode } from 'react';
import { formatDollars } from '#core/kernel/money.model.ts';
import type { OrderView } from '#core/orders/index.ts';
import { paths } from '#src/paths.ts';
import { findRejectedForm, type FormAnswer } from '#site/form-fields.ts';
import { Alert } from '#ui/alert.tsx';
import { formatDate } from '#ui/format.ts';
import { CompanyEmailNeeded, ManageSeats } from './manage-seats.tsx';
import { OrderDocuments } from './order-documents.tsx';
import { OrderFileLink } from './order-file-link.tsx';
import { OrderQuestions, OrderTitle } from './order-title.tsx';
import { UpgradeLicence } from './upgrade-licence.tsx';

type Props = {
  readonly order: OrderView;
  readonly salesEmail: string;
  readonly answer: FormAnswer | undefined;
};

/**
 * A paid order: its files, what was bought, and for its buyer everything that can be done with it.
 */
export function PaidOrderDetails({ order, salesEmail, answer }: Props) {
  return (
    <>
      <OrderTitle order={order} title="Thank you. Your payment is confirmed." />
      {order.isOwn ? (
        <div className="mt-6 grid gap-3 sm:grid-cols-2">
          {order.files.map((file) => (
            <OrderFileLink key={file.kind} file={file} />
          ))}
        </div>
      ) : (
        <div className="mt-6">
          <Alert kind="note">
            Downloads appear only in the browser that placed the order. We have emailed the same
            links to {order.email}.
          </Alert>
        </div>
      )}
      <PurchaseSummary order={order} />
      {order.isOwn && (
        <>
          <OrderDocuments order={order} />
          <ManageSeats order={order} rejectedInvitation={findRejectedForm(answer, 'invite')} />
          <CompanyEmailNeeded order={order} />
          <UpgradeLicence order={order} />
        </>
      )}
      <OrderQuestions salesEmail={salesEmail} />
    </>
  );
}

const describePayment = ({ method, paidAt, payment }: OrderView): string => {
  if (method === 'card') return `PayPal ${payment.id}, ${payment.status.toLowerCase()}`;
  return paidAt ? `Bank transfer, received on ${formatDate(paidAt)}` : 'Bank transfer';
};

function PurchaseSummary({ order }: { order: OrderView }) {
  const { refundedCents, baseOrderNumber, upgradeNumbers } = order;
  return (
    <dl
      className={
        'figures mt-8 grid grid-cols-[140px_1fr] gap-y-2 border-t border-rule pt-5 text-[15px]'
      }
    >
      <SummaryRow name="Paid">{formatDollars(order.priceCents)} USD</SummaryRow>
      {refundedCents > 0 && (
        <SummaryRow name="Refunded">{formatDollars(refundedCents)} USD</SummaryRow>
      )}
      <SummaryRow name="Licence">{order.rights}</SummaryRow>
      {baseOrderNumber && (
        <SummaryRow name="Upgrade of">
          <OrderLink number={baseOrderNumber} />
        </SummaryRow>
      )}
      {upgradeNumbers.length > 0 && (
        <SummaryRow name="Upgraded by" className="flex flex-wrap gap-x-4">
          {upgradeNumbers.map((number) => (
            <OrderLink key={number} number={number} />
          ))}
        </SummaryRow>
      )}
      <SummaryRow name="Emailed to" className="wrap-anywhere">
        {order.email}
      </SummaryRow>
      <SummaryRow name="Payment">{describePayment(order)}</SummaryRow>
    </dl>
  );
}

function SummaryRow({
  name,
  className,
  children,
}: {
  name: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className={className}>{children}</dd>
    </>
  );
}

const OrderLink = ({ number }: { number: string }) => (
  <a className="link" href={paths.orderPage(number)}>
    {number}
  </a>
);
