import type { OrderView } from '#core/orders/index.ts';

/** Head of an order's page: its number, what is true of it, and the report. */
export function OrderTitle({ order, title }: { order: OrderView; title: string }) {
  return (
    <>
      <p className="label">Order {order.number}</p>
      <h1 className="mt-1 text-[36px]">{title}</h1>
      <p className="mt-4 text-[17px]">
        <strong>{order.reportTitle}</strong> ({order.reportCode})
      </p>
    </>
  );
}

/** Where a buyer asks about an order. */
export function OrderQuestions({ salesEmail }: { salesEmail: string }) {
  return (
    <p className="mt-6 text-[15px] text-muted">
      Questions about this order:{' '}
      <a className="link" href={`mailto:${salesEmail}`}>
        {salesEmail}
      </a>
    </p>
  );
}
