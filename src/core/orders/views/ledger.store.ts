import { sql } from 'kysely';
import type { DaySpan } from '#core/kernel/time-zone.model.ts';
import type { DatabaseOrTx } from '../purchase.store.ts';

/** By the day that the document says, which stays whatever the store's zone becomes. */
const isIssuedIn = ({ from = '-infinity', until = 'infinity' }: DaySpan) =>
  sql<boolean>`issued_on between ${from}::date and ${until}::date`;

/** Invoices and credit notes that were issued in a span of days, in the order of their issue. */
export const listIssuedDocuments = (db: DatabaseOrTx, span: DaySpan) =>
  db
    .selectFrom('orderDocument')
    .innerJoin('purchase', 'purchase.id', 'orderDocument.purchaseId')
    .select(['kind', 'orderDocument.number', 'issuedOn', 'body', 'purchase.number as order'])
    .select(['purchase.countryCode', 'taxKind', 'taxBasisPoints', 'taxCountry'])
    .select(['vatNumberStatus', 'vatConsultation'])
    .where('kind', '!=', 'pro-forma')
    .where(isIssuedIn(span))
    .orderBy('issuedOn')
    .orderBy('orderDocument.id')
    .execute();

/** Sums of invoices and credit notes of a span of days, by currency; amounts in cents. */
export const sumIssuedDocuments = (db: DatabaseOrTx, span: DaySpan) =>
  db
    .selectFrom('orderDocument')
    .select((eb) => [
      'kind',
      sql<string>`body->>'currency'`.as('currency'),
      eb.fn.countAll<number>().as('count'),
      sql<number>`sum(coalesce(body->'tax'->>'net', body->>'total')::bigint)`.as('net'),
      sql<number>`sum(coalesce((body->'tax'->>'amount')::bigint, 0))`.as('tax'),
      sql<number>`sum((body->>'total')::bigint)`.as('total'),
    ])
    .where('kind', 'in', ['invoice', 'credit-note', 'credit-note-reversal'])
    .where(isIssuedIn(span))
    .groupBy(['kind', 'currency'])
    .orderBy('currency')
    .orderBy('kind', 'desc')
    .execute();
