import type { Customer } from '#core/accounts/model.ts';
import { whereOwner } from '../order-access.ts';
import type { DatabaseOrTx } from '../purchase.store.ts';

/** A customer's orders as they typed them, oldest first, with the id of each. */
export const listOrdersForExport = (db: DatabaseOrTx, customer: Customer) =>
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
      'companyName',
      'jobTitle',
      'taxId',
      'address',
      'city',
      'region',
      'zip',
      'country',
      'consent',
      'termsTitle',
      'payment',
    ])
    .where((eb) => whereOwner(eb, customer))
    .orderBy('id')
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
    .select(['amountCents', 'reason', 'state', 'createdAt'])
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
