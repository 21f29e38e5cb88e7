import { sql, type ExpressionBuilder } from 'kysely';
import type { Tx } from '#core/deps.ts';
import type { DB } from '#core/kernel/database-types.ts';
import { erasedEmail, erasedName } from '#core/kernel/erased-person.store.ts';
import type { RowPage } from '#core/kernel/row-pages.ts';
import type { OrderState } from '../order-states.model.ts';
import type { DatabaseOrTx } from '../purchase.store.ts';

/** States in which money or files are on their way. */
const unfinishedStates: readonly OrderState[] = [
  'awaiting-approval',
  'awaiting-transfer',
  'capturing',
  'paid',
  'review',
  'mismatch',
  'suspended',
];

/** A condition on `purchase`: placed with one of the addresses, or with an account that has one. */
export const whereOfPerson = (
  eb: ExpressionBuilder<DB, 'purchase'>,
  addresses: readonly string[],
) =>
  eb.or([
    eb(eb.fn('lower', ['purchase.email']), 'in', addresses),
    eb(
      'purchase.customerId',
      'in',
      eb
        .selectFrom('customer')
        .select('customer.id')
        .where(sql<string>`lower(customer.email::text)`, 'in', addresses),
    ),
  ]);

/** The ids of a person's orders, locked until `tx` ends, oldest first. */
export async function listPersonOrderIds(tx: Tx, addresses: readonly string[]): Promise<number[]> {
  const rows = await tx
    .selectFrom('purchase')
    .select('id')
    .where((eb) => whereOfPerson(eb, addresses))
    .orderBy('id')
    .forUpdate()
    .execute();
  return rows.map(({ id }) => id);
}

export async function listUnfinishedOrders(
  db: DatabaseOrTx,
  addresses: readonly string[],
): Promise<string[]> {
  const rows = await db
    .selectFrom('purchase')
    .select('number')
    .where((eb) => whereOfPerson(eb, addresses))
    .where((eb) =>
      eb.or([
        eb('state', 'in', unfinishedStates),
        // Refunded in part, and not delivered yet.
        eb.and([
          eb('state', '=', 'partly-refunded'),
          eb('deliverBy', 'is not', null),
          eb('fulfilledAt', 'is', null),
        ]),
      ]),
    )
    .orderBy('id')
    .execute();
  return rows.map(({ number }) => number);
}

/** Seats of a person in the orders of others. */
export const listSeatsOfPerson = (
  db: DatabaseOrTx,
  addresses: readonly string[],
  { after, limit }: RowPage,
) =>
  db
    .selectFrom('seat')
    .innerJoin('purchase', 'purchase.id', 'seat.purchaseId')
    .select(['seat.id', 'purchase.number as order', 'reportTitle', 'seat.name', 'seat.email'])
    .select(['invitedAt', 'acceptedAt', 'revokedAt'])
    .where((eb) => eb(eb.fn('lower', ['seat.email']), 'in', addresses))
    .where('seat.id', '>', after)
    .orderBy('seat.id')
    .limit(limit)
    .execute();

/** Download links of a person: as the buyer, and as the reader of a seat. */
export const listGrantsOfPerson = (db: DatabaseOrTx, addresses: readonly string[]) =>
  db
    .selectFrom('downloadGrant')
    .innerJoin('purchase', 'purchase.id', 'downloadGrant.purchaseId')
    .leftJoin('seat', 'seat.id', 'downloadGrant.seatId')
    .select(['downloadGrant.id', 'downloadGrant.token', 'downloadGrant.kind'])
    .select('downloadGrant.editionNumber')
    .where((eb) =>
      eb.or([
        eb(eb.fn('lower', ['seat.email']), 'in', addresses),
        eb.and([
          eb('downloadGrant.seatId', 'is', null),
          eb('purchase.id', 'in', ordersOfPerson(db, addresses)),
        ]),
      ]),
    )
    .execute();

const ordersOfPerson = (db: DatabaseOrTx, addresses: readonly string[]) =>
  db
    .selectFrom('purchase')
    .select('purchase.id')
    .where((eb) => whereOfPerson(eb, addresses));

type Erasing = { readonly generateSecret: () => string; readonly now: Date };

/** The links no longer work, and nothing says from where they were used. */
export async function expireGrants(
  tx: Tx,
  grants: readonly { readonly id: number }[],
  { generateSecret, now }: Erasing,
): Promise<void> {
  for (const { id } of grants) {
    const changes = { token: generateSecret(), expiresAt: now, isSuspended: true };
    await tx.updateTable('downloadGrant').set(changes).where('id', '=', id).execute();
    await tx.updateTable('download').set({ clientIp: '' }).where('grantId', '=', id).execute();
  }
}

/** The person's seats are revoked and without the person. Their number. */
export async function eraseSeats(
  tx: Tx,
  addresses: readonly string[],
  { generateSecret, now }: Erasing,
): Promise<number> {
  const seats = await tx
    .selectFrom('seat')
    .select('id')
    .where((eb) => eb(eb.fn('lower', ['email']), 'in', addresses))
    .forUpdate()
    .execute();
  for (const { id } of seats)
    await tx
      .updateTable('seat')
      .set({
        name: erasedName,
        email: erasedEmail,
        token: generateSecret(),
        revokedAt: sql`coalesce(revoked_at, ${now})`,
      })
      .where('id', '=', id)
      .execute();
  return seats.length;
}

/** Pro-forma invoices name nobody; invoices and credit notes stay. Numbers of both. */
export async function eraseProFormas(
  tx: Tx,
  purchaseIds: readonly number[],
): Promise<{ erased: number; kept: number }> {
  if (purchaseIds.length === 0) return { erased: 0, kept: 0 };
  const buyer = JSON.stringify({ name: erasedName, company: '', address: [], email: '' });
  const { numUpdatedRows } = await tx
    .updateTable('orderDocument')
    .set({ body: sql`jsonb_set(body, '{buyer}', ${buyer}::jsonb)` })
    .where('kind', '=', 'pro-forma')
    .where('purchaseId', 'in', purchaseIds)
    .executeTakeFirst();
  const { count } = await tx
    .selectFrom('orderDocument')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('kind', '!=', 'pro-forma')
    .where('purchaseId', 'in', purchaseIds)
    .executeTakeFirstOrThrow();
  return { erased: Number(numUpdatedRows), kept: count };
}

/** The orders without the person; those with an invoice keep what it names. Numbers of both. */
export async function eraseOrders(
  tx: Tx,
  ids: readonly number[],
  generateSecret: () => string,
): Promise<{ invoiced: number; others: number }> {
  if (ids.length === 0) return { invoiced: 0, others: 0 };
  for (const id of ids)
    await tx
      .updateTable('purchase')
      .set({
        email: erasedEmail,
        mobileNo: '',
        jobTitle: '',
        customerId: null,
        buyerSecretHash: generateSecret(),
        certificateToken: null,
        payment: sql`jsonb_set(payment, '{payer}', '{"payer_id": null, "email_address": null}')`,
      })
      .where('id', '=', id)
      .execute();
  const others = await eraseUninvoiced(tx, ids);
  return { invoiced: ids.length - others, others };
}

/**
 * A buyer's data as invoices would name them, and the reasons of refunds, which credit notes would
 * have.
 */
async function eraseUninvoiced(tx: Tx, ids: readonly number[]): Promise<number> {
  const rows = await tx
    .updateTable('purchase')
    .set({
      name: erasedName,
      companyName: '',
      address: '',
      city: '',
      region: '',
      zip: '',
      invoiceAddress: null,
      taxId: null,
      vatConsultation: null,
    })
    .where('id', 'in', ids)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('orderDocument')
            .select('orderDocument.id')
            .whereRef('orderDocument.purchaseId', '=', 'purchase.id')
            .where('orderDocument.kind', '!=', 'pro-forma'),
        ),
      ),
    )
    .returning('id')
    .execute();
  // Staff may have named the buyer in them.
  const orderIds = rows.map(({ id }) => id);
  if (orderIds.length > 0)
    await tx
      .updateTable('refund')
      .set({ reason: '', reference: '' })
      .where('purchaseId', 'in', orderIds)
      .execute();
  return orderIds.length;
}
