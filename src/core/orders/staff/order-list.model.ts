/** The lists of orders that staff see: what they can be narrowed by, and their rows. */
import type { BuyerKind } from '../buyer.model.ts';
import type { WantedPage } from '#core/kernel/wanted-list.model.ts';
import type { OrderState } from '../order-states.model.ts';
import { maskEmail, maskText } from '#core/kernel/mask-text.ts';
import type { PaymentMethod } from '../model.ts';

/** Lists that are always there, each with a filter of its own. */
export const orderViews = ['all', 'paid', 'to-deliver', 'transfers', 'disputes'] as const;
export type OrderListView = (typeof orderViews)[number];

/** `due` is of the view `to-deliver` alone. */
export const orderSorts = ['newest', 'oldest', 'highest', 'lowest', 'due'] as const;
export type OrderSort = (typeof orderSorts)[number];

export type OrderFilter = {
  readonly view?: OrderListView | undefined;
  readonly state?: OrderState | undefined;
  readonly method?: PaymentMethod | undefined;
  /** Placed at this time or later. */
  readonly placedFrom?: Date | undefined;
  /** Placed before this time. */
  readonly placedUntil?: Date | undefined;
  /** Paid on this day of the store or later: "2026-11-22". */
  readonly paidFrom?: string | undefined;
  /** Refunded on this day or later, in whole or in part. */
  readonly refundedFrom?: string | undefined;
  /** The code of its report, as it was sold or as it is now. */
  readonly reportCode?: string | undefined;
  readonly minCents?: number | undefined;
  readonly maxCents?: number | undefined;
  /** A part of its number, its report's code, its buyer, or an id of the payment provider. */
  readonly search?: string | undefined;
};

export type WantedOrders = OrderFilter &
  WantedPage & {
    readonly sort?: OrderSort | undefined;
    /** 50 by default, 200 at most. */
    readonly limit?: number | undefined;
  };

/** Who bought, as far as the member of staff may see it. */
export type StaffBuyer = {
  readonly name: string;
  readonly companyName: string;
  readonly email: string;
};

/** An order in a list for staff. */
export type StaffOrderRow = {
  readonly number: string;
  readonly state: OrderState;
  readonly placedAt: Date;
  readonly priceCents: number;
  readonly refundedCents: number;
  readonly currency: string;
  readonly buyer: StaffBuyer;
  readonly reportCode: string;
  readonly reportTitle: string;
  readonly licenceName: string;
  readonly paymentMethod: PaymentMethod;
  readonly buyerKind: BuyerKind;
  /** The last day of what we promised, ISO; undefined if nothing is to be delivered by us. */
  readonly dueOn: string | undefined;
};

export const maskBuyer = ({ name, companyName, email }: StaffBuyer): StaffBuyer => ({
  name: maskText(name),
  companyName: maskText(companyName),
  email: maskEmail(email),
});
