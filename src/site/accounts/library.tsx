import { useDateFormat } from '#ui/store-zone.tsx';
import { formatMoney } from '#core/kernel/money.model.ts';
import { describePromise } from '#core/orders/delivery/promise.model.ts';
import type { LibraryOrder } from '#core/orders/views/library.ts';
import { paths } from '#src/paths.ts';
import { documentNames } from '#site/orders/order-documents.tsx';
import { formatCount } from '#ui/format.ts';

const orderStateLabels: Readonly<Record<LibraryOrder['state'], string>> = {
  pending: 'Not paid',
  'awaiting-transfer': 'Waiting for your transfer',
  'awaiting-approval': 'Not paid yet',
  capturing: 'Payment is being checked',
  paid: 'Paid',
  fulfilled: 'Paid and delivered',
  review: 'PayPal is reviewing the payment',
  mismatch: 'We are checking the payment',
  expired: 'Not paid',
  cancelled: 'Not paid',
  refunded: 'Refunded',
  'partly-refunded': 'Partly refunded',
  suspended: 'Downloads are paused',
};

const reorderableStates: readonly LibraryOrder['state'][] = [
  'pending',
  'awaiting-approval',
  'expired',
  'cancelled',
];
const statesWithOrderPage: readonly LibraryOrder['state'][] = [
  'awaiting-transfer',
  'paid',
  'fulfilled',
  'partly-refunded',
  'refunded',
  'suspended',
];

/** Every order of the customer with its state, its licence, its documents and its files. */
export function Library({ orders }: { orders: readonly LibraryOrder[] }) {
  return (
    <section className="mt-12" aria-labelledby="library">
      <h2 id="library" className="text-[26px]">
        Your library
      </h2>
      {orders.length === 0 ? (
        <p className="mt-3">
          You have no orders yet. Orders that you placed as a guest appear here once your email
          address is confirmed.{' '}
          <a className="link" href={paths.reportStore()}>
            Report Store
          </a>
        </p>
      ) : (
        <>
          <p className="label mt-1">{formatCount(orders.length, 'order')}</p>
          <ul className="mt-4 border-t-2 border-ink">
            {orders.map((order) => (
              <LibraryItem key={order.number} order={order} />
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

function LibraryItem({ order }: { order: LibraryOrder }) {
  const formatInstant = useDateFormat();
  return (
    <li className="library-item">
      <div className="grid min-w-0 content-start gap-1.5">
        <h3 className="text-[18px] leading-snug">{order.reportTitle}</h3>
        <p className="figures text-[14px] text-muted">
          {order.number} · {formatInstant(order.placedAt)} ·{' '}
          {formatMoney(order.priceCents, order.currency)} ·{' '}
          <span className="whitespace-nowrap">{order.reportCode}</span>
        </p>
        <p className="text-[14px] text-muted">{order.rights}</p>
        <OrderLinks order={order} />
      </div>
      <div className="grid content-start gap-2">
        <p className="text-[14px] font-semibold">
          {orderStateLabels[order.state]}
          {order.state === 'partly-refunded' &&
            ` (${formatMoney(order.refundedCents, order.currency)})`}
        </p>
        {order.promise && order.state !== 'awaiting-transfer' && (
          <p className="text-[14px]">We deliver it {describePromise(order.promise)}.</p>
        )}
        {order.files.length > 0 && (
          <ul className="grid gap-2">
            {order.files.map((file) => (
              <li key={file.token} className="grid">
                <LibraryFile file={file} order={order} />
              </li>
            ))}
          </ul>
        )}
      </div>
    </li>
  );
}

function OrderLinks({ order }: { order: LibraryOrder }) {
  return (
    <p className="flex flex-wrap gap-x-5 text-[15px]">
      {statesWithOrderPage.includes(order.state) && (
        <a className="link py-1" href={paths.orderPage(order.number)}>
          Order page
        </a>
      )}
      {reorderableStates.includes(order.state) && (
        <a className="link py-1" href={paths.resumeCheckout(order.reportCode, order.licence)}>
          Order again
        </a>
      )}
      {order.documents.map(({ kind, number, token, replacedBy }) => (
        <a key={number} className="link py-1" href={paths.document(token)}>
          {documentNames[kind]} {number}
          {replacedBy && ', replaced'}
        </a>
      ))}
      {order.certificateToken && (order.files.length > 0 || order.promise) && (
        <a className="link py-1" href={paths.verifyCertificate(order.certificateToken)}>
          Licence certificate
        </a>
      )}
    </p>
  );
}

function LibraryFile({
  file,
  order,
}: {
  file: LibraryOrder['files'][number];
  order: LibraryOrder;
}) {
  const { format: fileFormat, edition, isNewestEdition, token, downloadsLeft, expiresAt } = file;
  const formatInstant = useDateFormat();
  const format =
    (fileFormat === 'XLSX' ? 'Excel' : fileFormat) +
    (isNewestEdition ? '' : `, edition ${edition}`);
  if (!file.isReady)
    return (
      <a className="link py-1" href={paths.orderPage(order.number)}>
        {format}: being prepared
      </a>
    );
  if (!file.isUsable)
    return (
      <a className="link py-1" href={paths.orderPage(order.number)}>
        {format}: {downloadsLeft < 1 ? 'used up' : 'expired'}, renew
      </a>
    );
  return (
    <a
      className="button quiet"
      href={paths.download(token)}
      download
      aria-label={`${format} of ${order.reportTitle}`}
    >
      {format}{' '}
      <span className="label">
        {downloadsLeft} left, until {formatInstant(expiresAt)}
      </span>
    </a>
  );
}
