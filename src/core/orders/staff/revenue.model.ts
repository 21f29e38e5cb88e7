/** The revenue of orders. Safe in the browser. */

export type RevenuePeriod = {
  /** Paid or refunded on this day of the store or later: "2026-11-23". */
  readonly from: string;
  /** On this day or earlier. */
  readonly until: string;
  readonly step: 'day' | 'week';
};

type Sums = {
  /** How many orders were paid. */
  readonly orders: number;
  /** Tax included. */
  readonly paidCents: number;
  readonly refundedCents: number;
  /** The paid amount less the refunded one. */
  readonly revenueCents: number;
};

export type Revenue = Sums & {
  readonly currency: string;
  /** `start` is the first day of a day or week (from Monday), ISO. */
  readonly steps: readonly (Sums & { readonly start: string })[];
  /** Orders in another currency, from before the store changed it: in no sum above. */
  readonly otherCurrencyOrders: number;
};

/** The revenue of one report's orders so far. */
export type ReportSales = {
  /** How many were paid, whatever became of them. */
  readonly orders: number;
  /** Missing for those who may not read orders. */
  readonly money?: {
    readonly currency: string;
    /** The paid amount less the refunded one. */
    readonly revenueCents: number;
    /** Orders in another currency, from before the store changed it: not in the revenue. */
    readonly otherCurrencyOrders: number;
    readonly lastOrder?: { readonly number: string; readonly paidAt: Date };
  };
};

export type BestReport = {
  readonly reportCode: string;
  readonly reportTitle: string;
  readonly orders: number;
  readonly revenueCents: number;
};
