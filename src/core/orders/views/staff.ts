import type { Purchase } from '../purchase.store.ts';
import type { OrderDeps } from '../deps.ts';

import { type OrderState } from '../model.ts';

export type StaffOrderRow = {
  readonly number: string;
  readonly state: OrderState;
  readonly placedAt: Date;
  readonly priceCents: number;
  readonly buyer: string;
  readonly reportCode: string;
};
export type StaffOrder = StaffOrderRow & {
  readonly history: readonly {
    readonly occurredAt: Date;
    readonly kind: string;
    readonly detail: object;
  }[];
  readonly documents: readonly { readonly number: string }[];
  readonly refunds: readonly {
    readonly amountCents: number;
    readonly state: string;
    readonly reason: string;
  }[];
  readonly files: readonly {
    readonly kind: string;
    readonly seat: string | null;
    readonly downloadCount: number;
    readonly maxDownloads: number;
    readonly expiresAt: Date;
    readonly isSuspended: boolean;
  }[];
};

/** States that wait for a person: a transfer to see, a payment to judge, a dispute to answer. */
const statesNeedingAttention: readonly OrderState[] = [
  'awaiting-transfer',
  'review',
  'mismatch',
  'suspended',
];
type PurchaseRow = Pick<
  Purchase,
  | 'id'
  | 'number'
  | 'state'
  | 'placedAt'
  | 'priceCents'
  | 'name'
  | 'email'
  | 'companyName'
  | 'reportCode'
>;
const toStaffOrderRow = (row: PurchaseRow): StaffOrderRow => ({
  number: row.number,
  state: row.state,
  placedAt: row.placedAt,
  priceCents: row.priceCents,
  buyer: `${row.name}, ${row.companyName}, ${row.email}`,
  reportCode: row.reportCode,
});

export class StaffOrders {
  readonly #deps: OrderDeps;

  constructor(deps: OrderDeps) {
    this.#deps = deps;
  }

  #selectOrders() {
    return this.#deps.db
      .selectFrom('purchase')
      .select([
        'id',
        'number',
        'state',
        'placedAt',
        'priceCents',
        'name',
        'email',
        'companyName',
        'reportCode',
      ]);
  }

  /** What waits for staff: orders, oldest first, and webhooks that belong to no order of ours. */
  async listNeedsAttention(): Promise<{ orders: StaffOrderRow[]; strayWebhooks: number }> {
    // Beside the states that wait: a payment that was being checked for a day, and a second one that could not be given back.
    const stuckSince = new Date(this.#deps.clock().getTime() - 86_400_000);
    const rows = await this.#selectOrders()
      .where((eb) =>
        eb.or([
          eb('state', 'in', [...statesNeedingAttention]),
          eb.and([eb('state', '=', 'capturing'), eb('placedAt', '<', stuckSince)]),
          eb(
            'id',
            'in',
            eb
              .selectFrom('orderEvent')
              .select('purchaseId')
              .where('kind', '=', 'second-payment-not-refunded'),
          ),
        ]),
      )
      .orderBy('placedAt')
      .limit(500)
      .execute();
    const { count } = await this.#deps.db
      .selectFrom('webhookEvent')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('belongsToOrder', '=', false)
      .executeTakeFirstOrThrow();
    return { orders: rows.map(toStaffOrderRow), strayWebhooks: Number(count) };
  }

  /** One order with everything that happened to it; undefined for a number that is none. */
  async getStaffOrder(number: string): Promise<StaffOrder | undefined> {
    const { db } = this.#deps;
    const row = await this.#selectOrders().where('number', '=', number).executeTakeFirst();
    if (!row) return undefined;
    const [history, documents, refunds, files] = await Promise.all([
      db
        .selectFrom('orderEvent')
        .select(['occurredAt', 'kind', 'detail'])
        .where('purchaseId', '=', row.id)
        .orderBy('id')
        .execute(),
      db
        .selectFrom('orderDocument')
        .select('number')
        .where('purchaseId', '=', row.id)
        .orderBy('id')
        .execute(),
      db
        .selectFrom('refund')
        .select(['amountCents', 'state', 'reason'])
        .where('purchaseId', '=', row.id)
        .orderBy('id')
        .execute(),
      db
        .selectFrom('downloadGrant')
        .leftJoin('seat', 'seat.id', 'downloadGrant.seatId')
        .select([
          'kind',
          'seat.email as seat',
          'downloadCount',
          'maxDownloads',
          'expiresAt',
          'isSuspended',
        ])
        .where('downloadGrant.purchaseId', '=', row.id)
        .orderBy('downloadGrant.id')
        .execute(),
    ]);
    return {
      ...toStaffOrderRow(row),
      history: history.map(({ occurredAt, kind, detail }) => ({
        occurredAt,
        kind,
        detail: detail as object,
      })),
      documents,
      refunds,
      files,
    };
  }
}
