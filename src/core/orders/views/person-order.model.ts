import type { OrderState } from '../order-states.model.ts';

/** An order of a person, for staff who look at the person. */
export type PersonOrder = {
  readonly number: string;
  readonly state: OrderState;
  readonly placedAt: Date;
  readonly reportCode: string;
  readonly reportTitle: string;
  readonly priceCents: number;
  readonly refundedCents: number;
  readonly currency: string;
};
