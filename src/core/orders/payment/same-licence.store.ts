import { sql, type ExpressionBuilder } from 'kysely';
import type { Tx } from '#core/deps.ts';
import type { DB } from '#core/kernel/database-types.ts';
import { statesInCheck, statesWithAccess } from '../order-states.model.ts';
import type { DatabaseOrTx, Purchase } from '../purchase.store.ts';

/** Who buys: each of these alone makes two orders those of one buyer. */
export type BuyerIdentity = {
  readonly browserHash: string;
  readonly customerId: number | null;
  /** The address of the order, and that of the account. */
  readonly emails: readonly string[];
};

type LicenceOfBuyer = BuyerIdentity & Pick<Purchase, 'licence' | 'reportId'>;

/**
 * In `tx`: checkouts and payments of one buyer for the same licence of a report run one after the
 * other. The locks are taken in one order everywhere, so that no two wait for each other.
 */
export async function lockLicenceOfBuyer(tx: Tx, wanted: LicenceOfBuyer): Promise<void> {
  const { browserHash, customerId, emails, reportId, licence } = wanted;
  const owners = new Set([
    browserHash,
    ...(customerId === null ? [] : [`account ${customerId}`]),
    ...emails.map((email) => email.toLowerCase()),
  ]);
  for (const owner of [...owners].toSorted()) {
    const key = `${owner} ${reportId} ${licence}`;
    await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx);
  }
}

/** The buyer of an order. */
export async function getBuyerIdentity(
  db: DatabaseOrTx,
  order: Pick<Purchase, 'buyerSecretHash' | 'customerId' | 'email'>,
): Promise<BuyerIdentity> {
  const { buyerSecretHash: browserHash, customerId, email } = order;
  const account =
    customerId === null
      ? undefined
      : await db
          .selectFrom('customer')
          .select('email')
          .where('id', '=', customerId)
          .executeTakeFirst();
  return { browserHash, customerId, emails: [email, ...(account ? [account.email] : [])] };
}

/** In `tx`: as lockLicenceOfBuyer, for the licence and the buyer of an order. */
export async function lockLicenceOfOrder(tx: Tx, order: Purchase): Promise<BuyerIdentity> {
  const buyer = await getBuyerIdentity(tx, order);
  const { reportId, licence, upgradeOf } = order;
  await lockLicenceOfBuyer(tx, { ...buyer, reportId, licence });
  // Upgrades of one order exclude each other, whatever their licence.
  if (upgradeOf !== null)
    await sql`select pg_advisory_xact_lock(hashtextextended(${`upgrade of ${upgradeOf}`}, 0))`.execute(
      tx,
    );
  return buyer;
}

const whereBuyer = (
  eb: ExpressionBuilder<DB, 'purchase'>,
  { browserHash, customerId, emails }: BuyerIdentity,
) => {
  const lowered = emails.map((email) => sql<string>`lower(${email})`);
  return eb.or([
    eb('buyerSecretHash', '=', browserHash),
    ...(customerId === null ? [] : [eb('customerId', '=', customerId)]),
    eb(eb.fn<string>('lower', ['email']), 'in', lowered),
    eb(
      'customerId',
      'in',
      eb
        .selectFrom('customer')
        .select('customer.id')
        .where((account) =>
          account(account.fn<string>('lower', ['customer.email']), 'in', lowered),
        ),
    ),
  ]);
};

/**
 * Other orders whose money came, is held or is being taken: of the same buyer for the same licence,
 * and other upgrades of the order that this one upgrades. Oldest first. One whose payment goes back
 * by itself is none.
 */
export const listOrdersWithMoney = (
  db: DatabaseOrTx,
  order: Pick<Purchase, 'id' | 'licence' | 'reportId' | 'upgradeOf'>,
  buyer: BuyerIdentity,
) =>
  db
    .selectFrom('purchase')
    .select(['id', 'number', 'state', 'upgradeOf', 'anotherOf'])
    .where('id', '!=', order.id)
    .where('state', 'in', [...statesInCheck, ...statesWithAccess, 'suspended'])
    .where((eb) => eb.or([eb('state', '!=', 'mismatch'), eb('closedReason', 'is', null)]))
    .where((eb) =>
      eb.or([
        eb('reportId', '=', order.reportId)
          .and('licence', '=', order.licence)
          .and(whereBuyer(eb, buyer)),
        ...(order.upgradeOf === null ? [] : [eb('upgradeOf', '=', order.upgradeOf)]),
      ]),
    )
    .orderBy('id')
    .execute();

export type OrderWithMoney = Awaited<ReturnType<typeof listOrdersWithMoney>>[number];
