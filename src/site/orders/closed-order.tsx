import type { OrderView } from '#core/orders/index.ts';
import { paths } from '#src/paths.ts';
import { OrderDocuments } from './order-documents.tsx';
import { OrderTitle } from './order-title.tsx';

/** True where nothing of the order can be downloaded any more. */
export const isOrderClosed = ({ state }: OrderView): boolean =>
  ['refunded', 'suspended', 'cancelled', 'expired'].includes(state);

type ClosedOrderText = {
  readonly state: string;
  readonly title: string;
  readonly explanation: string;
};

const closedOrderTexts: Readonly<Partial<Record<OrderView['state'], ClosedOrderText>>> = {
  refunded: {
    state: 'Refunded',
    title: 'This order was refunded',
    explanation:
      'We refunded the account that paid; your bank may need a few days to show it. ' +
      'The files can no longer be downloaded, and the licence has ended.',
  },
  suspended: {
    state: 'Paused',
    title: 'The downloads of this order are paused',
    explanation: 'Its payment is in dispute. Downloads resume automatically once that is settled.',
  },
};
const paidTwiceText: ClosedOrderText = {
  state: 'Sent back',
  title: 'You paid twice for this licence',
  explanation:
    'You have it with another order, which stays as it is. We sent this second payment back to ' +
    'the account that paid; your bank may need a few days to show it.',
};
/** An upgrade also stops with the order that it upgrades. */
const suspendedUpgrade =
  'Its payment is in dispute, or the order that it upgrades is closed. ' +
  'Downloads resume automatically once that is settled.';
const unpaidTransferText: ClosedOrderText = {
  state: 'Closed',
  title: 'This order is closed',
  explanation:
    'Nothing is owed, and the pro-forma invoice is void. ' +
    'If you have already sent a transfer, we deliver the report when it arrives.',
};

/**
 * An order that was refunded, is in dispute or was never paid: what that means, and its documents.
 */
export function ClosedOrder({ order }: { order: OrderView }) {
  const closed = order.isPaidTwice ? paidTwiceText : closedOrderTexts[order.state];
  const { state, title, explanation } = closed ?? unpaidTransferText;
  return (
    <>
      <OrderTitle state={state} title={title}>
        {order.state === 'suspended' && order.baseOrderNumber ? suspendedUpgrade : explanation}
      </OrderTitle>
      {closed === undefined && (
        <p className="mt-6">
          <a className="button quiet" href={paths.resumeCheckout(order.reportCode, order.licence)}>
            Order again
          </a>
        </p>
      )}
      <OrderDocuments order={order} />
    </>
  );
}
