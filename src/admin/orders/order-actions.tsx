import type { OrderState } from '#core/orders/order-states.model.ts';
import type { StaffOrder } from '#core/orders/staff/order-details.model.ts';
import { ConfirmDialog } from '#admin/frame/confirm-dialog.tsx';
import { IntentButton } from '#admin/frame/intent-button.tsx';
import { hrefOfOrder } from './order-links.ts';

/** The member of staff's rights over orders, by button. */
export type OrderRights = {
  readonly mayRefund: boolean;
  readonly mayMarkPaid: boolean;
  readonly mayClose: boolean;
  readonly mayChangeAddress: boolean;
  readonly mayRenew: boolean;
  readonly mayAsk: boolean;
  readonly mayResend: boolean;
  readonly mayIssue: boolean;
  readonly mayDeliver: boolean;
};

const statesWithDownloads: readonly OrderState[] = ['paid', 'fulfilled', 'partly-refunded'];
/** A transfer may also come after its order was closed. */
const statesOfTransfer: readonly OrderState[] = ['awaiting-transfer', 'expired', 'cancelled'];

/** The buttons of an order's page: what its state allows, and the role. */
export function OrderActions({
  order,
  rights,
}: {
  readonly order: StaffOrder;
  readonly rights: OrderRights;
}) {
  const { number, state, paymentMethod } = order;
  const isTransfer = paymentMethod === 'bank' && statesOfTransfer.includes(state);
  const canRefund = order.refundableCents > 0 || state === 'mismatch';
  const path = hrefOfOrder(number);
  return (
    <>
      {isTransfer && rights.mayMarkPaid && <MarkPaid order={order} />}
      {state === 'awaiting-transfer' && rights.mayClose && <CloseTransfer number={number} />}
      {canRefund && rights.mayRefund && (
        <a className="admin-button" href={`${path}/refund`}>
          Refund
        </a>
      )}
      {statesWithDownloads.includes(state) && !order.delivery?.isWaiting && rights.mayRenew && (
        <IntentButton intent="renew" label="Renew links" busyLabel="Renewing…" />
      )}
      {rights.mayChangeAddress && (
        <a className="admin-button" href={`${path}/address`}>
          Change address
        </a>
      )}
      {order.providerIds.length > 0 && rights.mayAsk && (
        <IntentButton intent="sync" label="Ask PayPal now" busyLabel="Asking…" />
      )}
    </>
  );
}

/** The second step before a transfer counts as paid. */
const MarkPaid = ({ order }: { readonly order: Pick<StaffOrder, 'number'> }) => (
  <ConfirmDialog
    id={`paid-${order.number}`}
    title={`Has the money for ${order.number} arrived?`}
    openLabel="Mark paid"
  >
    <p>
      The invoice is issued, and the buyer gets the files by email at once. Where you deliver the
      report yourselves, the days of your promise begin now.
    </p>
    <IntentButton
      intent="mark-paid"
      label="Yes, it is paid"
      busyLabel="Marking…"
      isMain
      fields={{ number: order.number }}
    />
  </ConfirmDialog>
);

const CloseTransfer = ({ number }: { readonly number: string }) => (
  <ConfirmDialog
    id="close-transfer"
    title={`Close ${number}?`}
    openLabel="Close transfer"
    isDangerous
  >
    <p>
      The buyer gets an email. If the money arrives after all, the order can still be marked paid.
    </p>
    <IntentButton intent="close-transfer" label="Close it" busyLabel="Closing…" isMain />
  </ConfirmDialog>
);
