import { sql } from 'kysely';
import type { DatabaseOrTx } from '../purchase.store.ts';

/** Invoices and credit notes that were issued in a span of time, in the order of their issue. */
export const listIssuedDocuments = (db: DatabaseOrTx, from: Date, until: Date) =>
  db
    .selectFrom('orderDocument')
    .innerJoin('purchase', 'purchase.id', 'orderDocument.purchaseId')
    .select(['kind', 'orderDocument.number', 'issuedAt', 'body', 'purchase.number as order'])
    .select(['purchase.countryCode', 'taxKind', 'taxBasisPoints', 'taxCountry'])
    .select(['vatNumberStatus', 'vatConsultation'])
    .where('kind', '!=', 'pro-forma')
    .where('issuedAt', '>=', from)
    .where('issuedAt', '<', until)
    .orderBy('issuedAt')
    .orderBy('orderDocument.id')
    .execute();

/** What invoices and credit notes of a span of time come to, by currency; amounts in cents. */
export const sumIssuedDocuments = (db: DatabaseOrTx, from: Date, until: Date) =>
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
    .where('issuedAt', '>=', from)
    .where('issuedAt', '<', until)
    .groupBy(['kind', 'currency'])
    .orderBy('currency')
    .orderBy('kind', 'desc')
    .execute();
