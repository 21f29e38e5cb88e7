import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import type { Customer } from '#core/accounts/model.ts';
import type { DB } from '#core/kernel/database-types.ts';
import type { RowPage } from '#core/kernel/row-pages.ts';
import { whereOwner } from '../order-access.ts';
import type { DatabaseOrTx } from '../purchase.store.ts';
import { whereOfPerson } from './personal-data.store.ts';

export type Condition = (eb: ExpressionBuilder<DB, 'purchase'>) => Expression<SqlBool>;

export const ofCustomer =
  (customer: Customer): Condition =>
  (eb) =>
    whereOwner(eb, customer);

export const ofPerson =
  (addresses: readonly string[]): Condition =>
  (eb) =>
    whereOfPerson(eb, addresses);

/** Orders as they are made out, oldest first, with the id of each. */
export const listOrdersForExport = (
  db: DatabaseOrTx,
  condition: Condition,
  { after, limit }: RowPage,
) =>
  db
    .selectFrom('purchase')
    .select([
      'id',
      'number',
      'state',
      'paymentMethod',
      'placedAt',
      'paidAt',
      'fulfilledAt',
      'deliveryDays',
      'deliverBy',
      'reportCode',
      'reportTitle',
      'editionNumber',
      'licence',
      'rights',
      'seatLimit',
      'priceCents',
      'refundedCents',
      'currency',
    ])
    .select([
      'name',
      'email',
      'mobileNo',
      'buyerKind',
      'companyName',
      'jobTitle',
      'taxId',
      'address',
      'city',
      'region',
      'zip',
      'invoiceAddress',
      'country',
      'consent',
      'withdrawalWaiver',
      'termsTitle',
      'payment',
    ])
    .where(condition)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();

export const listDocumentsForExport = (db: DatabaseOrTx, purchaseId: number) =>
  db
    .selectFrom('orderDocument')
    .select(['kind', 'number', 'issuedAt', 'body'])
    .where('purchaseId', '=', purchaseId)
    .orderBy('id')
    .execute();

export const listRefundsForExport = (db: DatabaseOrTx, purchaseId: number) =>
  db
    .selectFrom('refund')
    .select(['amountCents', 'taxCents', 'reason', 'state', 'createdAt'])
    .select(['way', 'sentOn', 'reference'])
    .where('purchaseId', '=', purchaseId)
    .orderBy('id')
    .execute();

export const listSeatsForExport = (db: DatabaseOrTx, purchaseId: number) =>
  db
    .selectFrom('seat')
    .select(['name', 'email', 'invitedAt', 'acceptedAt', 'revokedAt'])
    .where('purchaseId', '=', purchaseId)
    .orderBy('id')
    .execute();

/** The buyer's own downloads, without those of colleagues. */
export const listDownloadsForExport = (db: DatabaseOrTx, purchaseId: number) =>
  db
    .selectFrom('download')
    .innerJoin('downloadGrant', 'downloadGrant.id', 'download.grantId')
    .select(['downloadGrant.kind', 'download.downloadedAt', 'download.clientIp'])
    .where('purchaseId', '=', purchaseId)
    .where('seatId', 'is', null)
    .orderBy('download.downloadedAt')
    .execute();

export const listEventsForExport = (db: DatabaseOrTx, purchaseId: number) =>
  db
    .selectFrom('orderEvent')
    .select(['occurredAt', 'kind'])
    .where('purchaseId', '=', purchaseId)
    .orderBy('id')
    .execute();
