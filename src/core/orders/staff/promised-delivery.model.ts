/** An order that we deliver ourselves, as staff see it. Safe in the browser. */
import type { GoodsKind } from '#core/catalogue/goods/goods.model.ts';

export type PromisedDelivery = {
  /** The last day of the promise, ISO. */
  readonly deliverBy: string;
  /** null if nothing was promised: the files were gone when the order was paid. */
  readonly deliveryDays: number | null;
  /** False once its files were released. */
  readonly isWaiting: boolean;
  /** The files that staff gave to the order, the first added first. */
  readonly files: readonly {
    readonly id: number;
    readonly title: string;
    readonly fileName: string;
    readonly kind: GoodsKind | 'jpg';
    readonly pages: number | null;
    readonly sizeBytes: number;
    readonly warnings: readonly string[];
    readonly addedAt: Date;
  }[];
  /** True if the report itself has files for this licence by now. */
  readonly hasReportFiles: boolean;
  /** Waiting orders that are delivered with this one: those of its upgrades. */
  readonly upgrades: readonly string[];
  /** Further orders that wait for the same licence of the report, 200 at most. */
  readonly alike: readonly string[];
};
