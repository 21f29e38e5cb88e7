import { sql } from 'kysely';
import type { DatabaseOrTx } from '../purchase.store.ts';

/** Days of the store, both included. */
type Span = { readonly from: string; readonly until: string; readonly currency: string };
export type RevenueStep = 'day' | 'week';

/** The first day of the day or week (Monday) that a day is in: "2026-11-23". */
const startOf = (step: RevenueStep, column: 'paid_on' | 'issued_on') =>
  sql<string>`to_char(date_trunc(${sql.lit(step)}, ${sql.ref(column)}::timestamp), 'YYYY-MM-DD')`;

/** Sums the payments by the day or week; tax included. */
export const listPaid = (db: DatabaseOrTx, step: RevenueStep, { from, until, currency }: Span) =>
  db
    .selectFrom('purchase')
    .select((eb) => [
      startOf(step, 'paid_on').as('start'),
      eb.fn.countAll<number>().as('orders'),
      eb.fn.sum<number>('priceCents').as('cents'),
    ])
    .where('paidOn', '>=', from)
    .where('paidOn', '<=', until)
    .where('currency', '=', currency)
    .groupBy('start')
    .execute();

/** Sums the refunds by the day or week of the credit note, less what was taken back on it. */
export const listRefunded = (
  db: DatabaseOrTx,
  step: RevenueStep,
  { from, until, currency }: Span,
) =>
  db
    .selectFrom('orderDocument')
    .innerJoin('refund', 'refund.id', 'orderDocument.refundId')
    .innerJoin('purchase', 'purchase.id', 'refund.purchaseId')
    .select((eb) => [
      startOf(step, 'issued_on').as('start'),
      eb.fn
        .sum<number>(
          eb
            .case()
            .when('kind', '=', 'credit-note-reversal')
            .then(eb.neg(eb.ref('refund.amountCents')))
            .else(eb.ref('refund.amountCents'))
            .end(),
        )
        .as('cents'),
    ])
    .where('issuedOn', '>=', from)
    .where('issuedOn', '<=', until)
    .where('purchase.currency', '=', currency)
    .groupBy('start')
    .execute();

/** How many orders were paid in another currency than the store has now. */
export async function countPaidInOtherCurrencies(
  db: DatabaseOrTx,
  { from, until, currency }: Span,
): Promise<number> {
  const { count } = await db
    .selectFrom('purchase')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('paidOn', '>=', from)
    .where('paidOn', '<=', until)
    .where('currency', '!=', currency)
    .executeTakeFirstOrThrow();
  return count;
}

/** The reports that brought most of what was paid in a span, less what of it was refunded since. */
export const listBestReports = (db: DatabaseOrTx, { from, until, currency }: Span, limit: number) =>
  db
    .selectFrom((eb) =>
      eb
        .selectFrom('purchase')
        .select((sale) => [
          'reportId',
          sale.fn.countAll<number>().as('orders'),
          sale.fn
            .sum<number>(sale('priceCents', '-', sale.ref('refundedCents')))
            .as('revenueCents'),
        ])
        .where('paidOn', '>=', from)
        .where('paidOn', '<=', until)
        .where('currency', '=', currency)
        .groupBy('reportId')
        .orderBy('revenueCents', 'desc')
        .orderBy('reportId')
        .limit(limit)
        .as('best'),
    )
    .innerJoin('report', 'report.id', 'best.reportId')
    .select(['report.code as reportCode', 'report.title as reportTitle'])
    .select(['best.orders', 'best.revenueCents'])
    .orderBy('best.revenueCents', 'desc')
    .orderBy('report.id')
    .execute();

/** Sums the payments for one report so far, less the refunds, by currency. */
export const sumPaidForReport = (db: DatabaseOrTx, reportId: number) =>
  db
    .selectFrom('purchase')
    .select((eb) => [
      'currency',
      eb.fn.countAll<number>().as('orders'),
      eb.fn
        .sum<number>(eb('purchase.priceCents', '-', eb.ref('purchase.refundedCents')))
        .as('revenueCents'),
    ])
    .where('reportId', '=', reportId)
    .where('paidAt', 'is not', null)
    .groupBy('currency')
    .execute();

/** The order of a report that was paid last. */
export const findLastPaid = (db: DatabaseOrTx, reportId: number) =>
  db
    .selectFrom('purchase')
    .select(['number', 'paidAt'])
    .where('reportId', '=', reportId)
    .where('paidAt', 'is not', null)
    .orderBy('paidAt', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
