import type { OrderView } from '#core/orders/index.ts';
import { OrderDocumentLinks } from './order-documents.tsx';
import { OrderQuestions, OrderTitle } from './order-title.tsx';

/** True where nothing of the order can be downloaded any more. */
export const isOrderClosed = ({ state }: OrderView): boolean =>
  ['refunded', 'suspended', 'cancelled', 'expired'].includes(state);

type ClosedOrderText = { readonly title: string; readonly explanation: string };

const closedOrderTexts: Readonly<Partial<Record<OrderView['state'], ClosedOrderText>>> = {
  refunded: {
    title: 'This order was refunded',
    explanation:
      'We refunded the account that paid; your bank may need a few days to show it. ' +
      'The files can no longer be downloaded, and the licence has ended.',
  },
  suspended: {
    title: 'The downloads of this order are paused',
    explanation:
      'Its payment is in dispute, or the order that it upgrades is closed. ' +
      'Downloads resume automatically once that is settled.',
  },
};
const unpaidTransferText: ClosedOrderText = {
  title: 'This order is closed',
  explanation:
    'Nothing is owed, and the pro-forma invoice is void. ' +
    'If you have already sent a transfer, we deliver the report when it arrives.',
};

/**
 * An order that was refunded, is in dispute or was never paid: what that means, and its documents.
 */
export function ClosedOrder({ order, salesEmail }: { order: OrderView; salesEmail: string }) {
  const { title, explanation } = closedOrderTexts[order.state] ?? unpaidTransferText;
  return (
    <>
      <OrderTitle order={order} title={title} />
      <p className="mt-4">{explanation}</p>
      {order.documents.length > 0 && (
        <div className="mt-6">
          <OrderDocumentLinks order={order} />
        </div>
      )}
      <OrderQuestions salesEmail={salesEmail} />
    </>
  );
}
