import { email } from '../kernel/fields.ts';
import { done, refuse, type Outcome } from '../kernel/outcome.ts';
import { post } from '../kernel/post.ts';
import type { World } from '../world.ts';
import { renew } from './after.ts';
import type { Asked } from './asked.ts';
import { linksOf } from './delivery.ts';
import { anew } from './grants.ts';
import { closedLetter, renewedLetter } from './letters.ts';
import { delivered, type OrderState } from './model.ts';
import { note } from './store.ts';

export type DeskLine = {
  readonly number: string;
  readonly state: OrderState;
  readonly placedAt: Date;
  readonly cents: number;
  readonly buyer: string;
  readonly report: string;
};
export type DeskOrder = DeskLine & {
  readonly history: readonly {
    readonly at: Date;
    readonly kind: string;
    readonly detail: object;
  }[];
  readonly papers: readonly { readonly number: string }[];
  readonly refunds: readonly {
    readonly cents: number;
    readonly state: string;
    readonly reason: string;
  }[];
  readonly files: readonly {
    readonly kind: string;
    readonly seat: string | null;
    readonly downloads: number;
    readonly allowed: number;
    readonly expiresAt: Date;
    readonly suspended: boolean;
  }[];
};

/** States that wait for a person: a transfer to see, a payment to judge, a dispute to answer. */
const waits: readonly OrderState[] = ['awaiting-transfer', 'review', 'mismatch', 'reversed'];

const lines = (world: World) =>
  world.db
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
type Row = Awaited<ReturnType<ReturnType<typeof lines>['executeTakeFirstOrThrow']>>;
const lineOf = (row: Row): DeskLine => ({
  number: String(row.number),
  state: row.state as OrderState,
  placedAt: row.placedAt,
  cents: row.priceCents,
  buyer: `${row.name}, ${row.companyName}, ${row.email}`,
  report: row.reportCode,
});

/** What waits for staff: orders, oldest first, and webhooks that belong to no order of ours. */
export async function waiting(
  world: World,
): Promise<{ orders: DeskLine[]; strayWebhooks: number }> {
  // Beside the states that wait: a payment that was being checked for a day, and a second one that could not be given back.
  const stuck = new Date(world.clock().getTime() - 86_400_000);
  const rows = await lines(world)
    .where((eb) =>
      eb.or([
        eb('state', 'in', [...waits]),
        eb.and([eb('state', '=', 'capturing'), eb('placedAt', '<', stuck)]),
        eb(
          'id',
          'in',
          eb
            .selectFrom('orderEvent')
            .select('purchaseId')
            .where('kind', '=', 'second-payment-kept'),
        ),
      ]),
    )
    .orderBy('placedAt')
    .limit(500)
    .execute();
  const { count } = await world.db
    .selectFrom('webhookEvent')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('known', '=', false)
    .executeTakeFirstOrThrow();
  return { orders: rows.map(lineOf), strayWebhooks: Number(count) };
}

/** One order with everything that happened to it; undefined for a number that is none. */
export async function deskOrder(world: World, number: string): Promise<DeskOrder | undefined> {
  const { db } = world;
  const row = await lines(world).where('number', '=', number).executeTakeFirst();
  if (!row) return undefined;
  const [history, papers, refunds, files] = await Promise.all([
    db
      .selectFrom('orderEvent')
      .select(['at', 'kind', 'detail'])
      .where('purchaseId', '=', row.id)
      .orderBy('id')
      .execute(),
    db
      .selectFrom('paper')
      .select('number')
      .where('purchaseId', '=', row.id)
      .orderBy('id')
      .execute(),
    db
      .selectFrom('refund')
      .select(['cents', 'state', 'reason'])
      .where('purchaseId', '=', row.id)
      .orderBy('id')
      .execute(),
    db
      .selectFrom('deliveryGrant')
      .leftJoin('seat', 'seat.id', 'deliveryGrant.seatId')
      .select(['kind', 'seat.email as seat', 'downloads', 'allowed', 'expiresAt', 'suspended'])
      .where('deliveryGrant.purchaseId', '=', row.id)
      .orderBy('deliveryGrant.id')
      .execute(),
  ]);
  return {
    ...lineOf(row),
    history: history.map(({ at, kind, detail }) => ({ at, kind, detail: detail as object })),
    papers,
    refunds,
    files,
  };
}

/** Staff renews a buyer's downloads: they work again, and a letter brings the links. 404 for a number that is none, 409 where nothing is delivered. */
export async function renewFor(
  world: World,
  asked: Asked,
  number: string,
): Promise<Outcome<{ message: string }>> {
  const order = await world.db
    .selectFrom('purchase')
    .selectAll()
    .where('number', '=', number)
    .executeTakeFirst();
  if (!order) return refuse(404, 'There is no such order.');
  if (!delivered.includes(order.state as OrderState))
    return refuse(409, `This order is ${order.state}: it has no downloads.`);
  return renew(world, asked, order, 'staff');
}

/**
 * The order belongs to another address from now on: seats and the library go by it, the account that had it has it no more, and links from before
 * are dead. Where it is delivered, a letter brings new ones to the new address. 404 for a number that is none, 422 for an address that is none.
 */
export async function readdress(
  world: World,
  asked: Asked,
  number: string,
  to: string,
  by: string,
): Promise<Outcome<undefined>> {
  const read = email().safeParse(to);
  if (!read.success)
    return refuse(422, 'That is not an e-mail address.', {
      email: ['That is not an e-mail address.'],
    });
  const { siteName } = await asked.site();
  return world.db.transaction().execute(async (tx) => {
    const row = await tx
      .selectFrom('purchase')
      .selectAll()
      .where('number', '=', number)
      .forUpdate()
      .executeTakeFirst();
    if (!row) return refuse(404, 'There is no such order.');
    const now = world.clock();
    await tx
      .updateTable('purchase')
      .set({ email: read.data, customerId: null })
      .where('id', '=', row.id)
      .execute();
    await note(tx, row.id, now, 'readdressed', { by, from: row.email });
    for (const { id } of await tx
      .selectFrom('deliveryGrant')
      .select('id')
      .where('purchaseId', '=', row.id)
      .where('seatId', 'is', null)
      .execute()) {
      await tx
        .updateTable('deliveryGrant')
        .set({ token: world.secret(), ...anew(now) })
        .where('id', '=', id)
        .execute();
    }
    if (delivered.includes(row.state as OrderState)) {
      const links = await linksOf(world, row.id, null, tx);
      await post(
        world,
        tx,
        renewedLetter(
          { ...row, email: read.data },
          links,
          siteName,
          world.origin,
          `readdress-${number}-${now.getTime()}`,
        ),
      );
    }
    return done(undefined);
  });
}

/** A transfer that never came, or came twice: the order is closed, and its buyer has a letter. 409 where it does not wait for one. */
export async function closeTransfer(
  world: World,
  asked: Asked,
  number: string,
  by: string,
): Promise<Outcome<undefined>> {
  const { siteName } = await asked.site();
  return world.db.transaction().execute(async (tx) => {
    const row = await tx
      .updateTable('purchase')
      .set({ state: 'cancelled' })
      .where('number', '=', number)
      .where('state', '=', 'awaiting-transfer')
      .returningAll()
      .executeTakeFirst();
    if (!row) return refuse(409, 'This order does not wait for a transfer.');
    await note(tx, row.id, world.clock(), 'cancelled', { by });
    await post(world, tx, closedLetter(row, siteName, world.origin));
    return done(undefined);
  });
}
