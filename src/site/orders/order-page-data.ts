import type { UnpaidOrder } from '#core/orders/checkout/resume-checkout.ts';
import type { OrderView } from '#core/orders/index.ts';

/** The data of /payment-success. */
export type OrderPageData =
  | {
      readonly kind: 'order';
      readonly order: OrderView;
      /** The buyer's last action, as one sentence. */
      readonly notice: string | undefined;
    }
  /** The order belongs to a buyer whom this browser does not identify. */
  | { readonly kind: 'login-required'; readonly orderNumber: string }
  /** The payment is not confirmed yet; `error` if its details could not be fetched. */
  | {
      readonly kind: 'unconfirmed';
      readonly error: string | undefined;
      /** Known to its buyer alone. */
      readonly order: UnpaidOrder | undefined;
    }
  /** Nothing was paid; the order is known to its buyer alone. */
  | {
      readonly kind: 'failed';
      /** Why the payment failed that the buyer has just come back from. */
      readonly message: string | undefined;
      readonly unpaidOrder: UnpaidOrder | undefined;
    };
