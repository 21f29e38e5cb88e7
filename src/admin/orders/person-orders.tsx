import { AdminSection } from '#admin/frame/admin-page.tsx';
import { Badge } from '#admin/frame/blocks.tsx';
import { formatMoney } from '#core/kernel/money.model.ts';
import type { PersonOrder } from '#core/orders/views/person-order.model.ts';
import { Day } from '#admin/frame/times.tsx';
import { stateWords } from './order-words.ts';

/** A person's orders, beside the person. */
export const PersonOrders = (props: {
  readonly orders: readonly PersonOrder[];
  /** The sentence for a person who ordered nothing. */
  readonly empty: string;
}) => (
  <AdminSection title="Orders">
    {props.orders.length === 0 ? (
      <p className="admin-by">{props.empty}</p>
    ) : (
      <ul className="admin-beside">
        {props.orders.map((order) => (
          <li key={order.number}>
            <a href={`/admin/orders/${order.number}`}>{order.number}</a>{' '}
            <Badge tone={stateWords[order.state][1]}>{stateWords[order.state][0]}</Badge>
            <p>
              {order.reportTitle} ({order.reportCode})
            </p>
            <p className="admin-by">
              <Day at={order.placedAt} />, {formatMoney(order.priceCents, order.currency)}
            </p>
          </li>
        ))}
      </ul>
    )}
  </AdminSection>
);
