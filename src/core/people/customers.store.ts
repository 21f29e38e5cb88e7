import { sql, type Expression, type ExpressionBuilder, type SqlBool } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Database, Tx } from '../deps.ts';
import type { DB } from '../kernel/database-types.ts';
import type { CustomerFilter } from './customer.model.ts';
import { hasWords } from '../kernel/word-search.store.ts';
import { countListed, takeByNewestId, type ListSpan } from '../kernel/list-page.store.ts';

/** An order is the customer's: placed with the account, or with its address once confirmed. */
const isTheirs = sql<SqlBool>`(purchase.customer_id = customer.id
  or (customer.confirmed_at is not null and lower(purchase.email) = lower(customer.email::text)))`;

/** Of all who paid: reading the orders once costs less than to look for those of each customer. */
const buyerIds = sql`
  select customer_id from purchase where paid_at is not null and customer_id is not null
  union all select customer.id from customer
  join purchase on lower(purchase.email) = lower(customer.email::text)
  where customer.confirmed_at is not null and purchase.paid_at is not null`;

const paidOrders = (eb: ExpressionBuilder<DB, 'customer'>) =>
  eb.selectFrom('purchase').where(isTheirs).where('paidAt', 'is not', null);

/** The newest first; before a row, the nearest first. */
export const listCustomerRows = (db: Database, filter: CustomerFilter, span: ListSpan) =>
  db
    .selectFrom('customer')
    .select(['id', 'name', 'email', 'createdAt', 'confirmedAt'])
    .select((eb) => [
      jsonArrayFrom(
        paidOrders(eb)
          .select(['currency', sql<number>`count(*)::int`.as('orders')])
          .select(sql<number>`sum(price_cents - refunded_cents)::bigint`.as('cents'))
          .groupBy('currency')
          .orderBy('currency'),
      ).as('paid'),
      eb
        .selectFrom('purchase')
        .select('companyName')
        .where(isTheirs)
        .orderBy('purchase.id', 'desc')
        .limit(1)
        .as('company'),
    ])
    .where((eb) => matchesFilter(eb, filter))
    .$call(takeByNewestId(span))
    .execute();

export const countCustomers = (db: Database, filter: CustomerFilter): Promise<number> =>
  countListed(
    db,
    db
      .selectFrom('customer')
      .select('customer.id')
      .where((eb) => matchesFilter(eb, filter)),
  );

function matchesFilter(
  eb: ExpressionBuilder<DB, 'customer'>,
  { isConfirmed, hasBought, words }: CustomerFilter,
): Expression<SqlBool> {
  const hasPaid = sql<SqlBool>`customer.id in (${buyerIds})`;
  return eb.and([
    ...(isConfirmed === undefined
      ? []
      : [eb('customer.confirmedAt', isConfirmed ? 'is not' : 'is', null)]),
    ...(hasBought === undefined ? [] : [hasBought ? hasPaid : eb.not(hasPaid)]),
    ...(words ? [hasWords(sql`customer.search_text`, words)] : []),
  ]);
}

export const findCustomerRow = (db: Database | Tx, id: number) =>
  db
    .selectFrom('customer')
    .leftJoin('country', 'country.id', 'customer.countryId')
    .select(['customer.id', 'customer.name', 'email', 'confirmedAt', 'createdAt'])
    .select(['mobileNo', 'address', 'city', 'region', 'country.name as country'])
    .where('customer.id', '=', id)
    .executeTakeFirst();

export const listOpenSessions = (db: Database, customerId: number, now: Date) =>
  db
    .selectFrom('customerSession')
    .select(['createdAt', 'expiresAt', 'userAgent'])
    .where('customerId', '=', customerId)
    .where('expiresAt', '>', now)
    .orderBy('createdAt', 'desc')
    .execute();

/** The number of sessions that ended. */
export async function endSessions(tx: Tx, customerId: number): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('customerSession')
    .where('customerId', '=', customerId)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
