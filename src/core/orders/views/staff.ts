import { emailField } from '#core/kernel/form-fields.ts';
import { ok, fail, type Outcome } from '#core/kernel/outcome.model.ts';
import { queueEmail } from '#core/kernel/outbox.ts';
import type { Deps } from '#core/deps.ts';
import { resendLinks } from '../licences/upgrade.ts';
import type { OrderDeps } from '../deps.ts';
import { listDownloadLinks } from '../delivery/download.ts';
import { freshGrantTerms } from '../delivery/download-grants.ts';
import { transferCancelledEmail, renewedLinksEmail } from '../emails.ts';
import { statesWithAccess, type OrderState } from '../model.ts';
import { recordEvent } from '../purchase.store.ts';

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

const selectOrders = (deps: Deps) =>
  deps.db
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
type PurchaseRow = Awaited<ReturnType<ReturnType<typeof selectOrders>['executeTakeFirstOrThrow']>>;
const toStaffOrderRow = (row: PurchaseRow): StaffOrderRow => ({
  number: String(row.number),
  state: row.state as OrderState,
  placedAt: row.placedAt,
  priceCents: row.priceCents,
  buyer: `${row.name}, ${row.companyName}, ${row.email}`,
  reportCode: row.reportCode,
});

/** What waits for staff: orders, oldest first, and webhooks that belong to no order of ours. */
export async function listNeedsAttention(
  deps: Deps,
): Promise<{ orders: StaffOrderRow[]; strayWebhooks: number }> {
  // Beside the states that wait: a payment that was being checked for a day, and a second one that could not be given back.
  const stuckSince = new Date(deps.clock().getTime() - 86_400_000);
  const rows = await selectOrders(deps)
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
  const { count } = await deps.db
    .selectFrom('webhookEvent')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('belongsToOrder', '=', false)
    .executeTakeFirstOrThrow();
  return { orders: rows.map(toStaffOrderRow), strayWebhooks: Number(count) };
}

/** One order with everything that happened to it; undefined for a number that is none. */
export async function getStaffOrder(deps: Deps, number: string): Promise<StaffOrder | undefined> {
  const { db } = deps;
  const row = await selectOrders(deps).where('number', '=', number).executeTakeFirst();
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

/** Staff renews a buyer's downloads: they work again, and a letter brings the links. 404 for a number that is none, 409 where nothing is delivered. */
export async function resendLinksForStaff(
  deps: Deps,
  orderDeps: OrderDeps,
  number: string,
): Promise<Outcome<{ message: string }>> {
  const order = await deps.db
    .selectFrom('purchase')
    .selectAll()
    .where('number', '=', number)
    .executeTakeFirst();
  if (!order) return fail('not-found', 'There is no such order.');
  if (!statesWithAccess.includes(order.state as OrderState))
    return fail('conflict', `This order is ${order.state}: it has no downloads.`);
  return resendLinks(deps, orderDeps, order, 'staff');
}

/**
 * The order belongs to another address from now on: seats and the library go by it, the account that had it has it no more, and links from before
 * are dead. Where it is delivered, a letter brings new ones to the new address. 404 for a number that is none, 422 for an address that is none.
 */
export async function changeOrderEmail(
  deps: Deps,
  orderDeps: OrderDeps,
  number: string,
  newEmail: string,
  staffName: string,
): Promise<Outcome<undefined>> {
  const read = emailField().safeParse(newEmail);
  if (!read.success)
    return fail('invalid', 'That is not an e-mail address.', {
      email: ['That is not an e-mail address.'],
    });
  const { siteName } = await orderDeps.getPublisher();
  return deps.db.transaction().execute(async (tx) => {
    const row = await tx
      .selectFrom('purchase')
      .selectAll()
      .where('number', '=', number)
      .forUpdate()
      .executeTakeFirst();
    if (!row) return fail('not-found', 'There is no such order.');
    const now = deps.clock();
    await tx
      .updateTable('purchase')
      .set({ email: read.data, customerId: null })
      .where('id', '=', row.id)
      .execute();
    await recordEvent(tx, row.id, now, 'email-changed', {
      by: staffName,
      previousEmail: row.email,
    });
    for (const { id } of await tx
      .selectFrom('downloadGrant')
      .select('id')
      .where('purchaseId', '=', row.id)
      .where('seatId', 'is', null)
      .execute()) {
      await tx
        .updateTable('downloadGrant')
        .set({ token: deps.generateSecret(), ...freshGrantTerms(now) })
        .where('id', '=', id)
        .execute();
    }
    if (statesWithAccess.includes(row.state as OrderState)) {
      const links = await listDownloadLinks(deps, row.id, null, tx);
      await queueEmail(
        deps,
        tx,
        renewedLinksEmail(
          { ...row, email: read.data },
          links,
          siteName,
          deps.origin,
          `readdress-${number}-${now.getTime()}`,
        ),
      );
    }
    return ok(undefined);
  });
}

/** A transfer that never came, or came twice: the order is closed, and its buyer has a letter. 409 where it does not wait for one. */
export async function cancelTransfer(
  deps: Deps,
  orderDeps: OrderDeps,
  number: string,
  staffName: string,
): Promise<Outcome<undefined>> {
  const { siteName } = await orderDeps.getPublisher();
  return deps.db.transaction().execute(async (tx) => {
    const row = await tx
      .updateTable('purchase')
      .set({ state: 'cancelled' })
      .where('number', '=', number)
      .where('state', '=', 'awaiting-transfer')
      .returningAll()
      .executeTakeFirst();
    if (!row) return fail('conflict', 'This order does not wait for a transfer.');
    await recordEvent(tx, row.id, deps.clock(), 'cancelled', { by: staffName });
    await queueEmail(deps, tx, transferCancelledEmail(row, siteName, deps.origin));
    return ok(undefined);
  });
}
