import { formatMoney } from '#core/kernel/money.model.ts';
import { describePromise, type DeliveryPromise } from '#core/orders/delivery/promise.model.ts';
import type { OrderView } from '#core/orders/index.ts';
import { findRejectedForm, type FormAnswer } from '#site/form-fields.ts';
import { Alert } from '#ui/alert.tsx';
import { useTimeFormat } from '#ui/store-zone.tsx';
import { CompanyEmailNeeded, ManageSeats } from './manage-seats.tsx';
import { OrderDocuments } from './order-documents.tsx';
import { OrderFiles } from './order-files.tsx';
import { OrderTitle } from './order-title.tsx';

type Props = { readonly order: OrderView; readonly answer: FormAnswer | undefined };

/** Where else the links are; what could not be delivered has a notice of its own. */
function WhereLinksAre({ order: { email, emailState } }: { readonly order: OrderView }) {
  if (emailState === 'refused' || emailState === 'failed')
    return 'Their links stay here and in your account.';
  return (
    <>
      {emailState === 'sent' ? 'The same links went to' : 'We are emailing the same links to'}{' '}
      <strong>{email}</strong>, and they stay here and in your account.
    </>
  );
}

/** For a visitor who is not known as the buyer: where the links are. */
function describeOtherCopy({ email, emailState, promise }: OrderView): string {
  if (promise) return `We email the links to ${email} once the report is delivered.`;
  if (emailState === 'refused' || emailState === 'failed')
    return `The email with the same links could not be delivered to ${email}.`;
  return emailState === 'sent'
    ? `The same links went to ${email}.`
    : `We are emailing the same links to ${email}.`;
}

/** When we deliver what is not there yet, and how the buyer hears of it. */
const Promised = ({
  order: { isOwn, email },
  promise,
}: {
  readonly order: OrderView;
  readonly promise: DeliveryPromise;
}) => (
  <>
    We deliver your report <strong>{describePromise(promise)}</strong>.
    {isOwn && (
      <>
        {' '}
        We email the download links to <strong>{email}</strong> then.
      </>
    )}
  </>
);

/** In the place of the files of an order that we deliver later. */
const AwaitedFiles = () => (
  <section className="mt-6 border-y-2 border-ink py-5" aria-label="Files">
    <p className="text-[17px]">Your files are not here yet.</p>
    <p className="text-[14px] text-muted">
      They appear on this page and in your account as soon as we have delivered them.
    </p>
  </section>
);

/** A paid order: its files first, then for its buyer everything that can be done with it. */
export function PaidOrderDetails({ order, answer }: Props) {
  const formatTime = useTimeFormat();
  const hasUsableFile = order.files.some(({ isUsable }) => isUsable);
  const areReady = order.files.every(({ isReady }) => isReady);
  return (
    <>
      <OrderTitle
        state={order.paidAt ? `Paid, ${formatTime(order.paidAt)}` : 'Paid'}
        isGood
        title={
          order.state === 'partly-refunded'
            ? 'Part of this order was refunded'
            : 'Thank you. Your payment is confirmed.'
        }
      >
        {order.state === 'partly-refunded' && (
          <>
            We refunded {formatMoney(order.refundedCents, order.currency)} of{' '}
            {formatMoney(order.priceCents, order.currency)} to the account that paid. Your licence
            stays as it is.{' '}
          </>
        )}
        {order.promise && <Promised order={order} promise={order.promise} />}
        {order.isOwn && hasUsableFile && (
          <>
            {areReady ? (
              <>
                Your files are ready. <WhereLinksAre order={order} />
              </>
            ) : (
              'A file of yours is being prepared, which takes longer than usual. You don’t have to ' +
              'do anything.'
            )}
          </>
        )}
      </OrderTitle>
      {order.isOwn ? (
        <>
          {order.promise ? <AwaitedFiles /> : <OrderFiles order={order} />}
          <OrderDocuments order={order} />
          <ManageSeats order={order} rejectedInvitation={findRejectedForm(answer, 'invite')} />
          <CompanyEmailNeeded order={order} />
        </>
      ) : (
        <div className="mt-6">
          <Alert kind="note">
            Downloads appear only in the browser that placed the order. {describeOtherCopy(order)}
          </Alert>
        </div>
      )}
    </>
  );
}
