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
