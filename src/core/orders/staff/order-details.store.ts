import { sql } from 'kysely';
import type { DocumentKind } from '../documents/invoice.model.ts';
import type { DatabaseOrTx } from '../purchase.store.ts';

export const listDocumentsForStaff = (db: DatabaseOrTx, purchaseId: number) =>
  db
    .selectFrom('orderDocument')
    .select(['kind', 'number', 'token', 'issuedAt', 'refundId'])
    .where('purchaseId', '=', purchaseId)
    .orderBy('id')
    .execute();

export const listRefunds = (db: DatabaseOrTx, purchaseId: number) =>
  db
    .selectFrom('refund')
    .select(['amountCents', 'taxCents', 'isTaxAlone', 'state', 'reason', 'createdAt'])
    .select(['id', 'reversalReason', 'needsAttention', 'way', 'sentOn', 'reference'])
    .select([
      numberOfLast('credit-note').as('creditNote'),
      numberOfLast('credit-note-reversal').as('reversal'),
    ])
    .where('refund.purchaseId', '=', purchaseId)
    .orderBy('refund.id')
    .execute();

const numberOfLast = (kind: DocumentKind) => sql<string | null>`(
  select number from order_document where refund_id = refund.id and kind = ${kind}
  order by id desc limit 1)`;

/** The downloads of the buyer and of every seat. */
export const listFiles = (db: DatabaseOrTx, purchaseId: number) =>
  db
    .selectFrom('downloadGrant')
    .leftJoin('seat', 'seat.id', 'downloadGrant.seatId')
    .leftJoin('editionFile', 'editionFile.id', 'downloadGrant.editionFileId')
    .select(['downloadGrant.kind', 'editionNumber', 'seat.email as seat'])
    .select(['editionFile.title as fileTitle', 'downloadCount', 'maxDownloads', 'expiresAt'])
    .select('isSuspended')
    .where('downloadGrant.purchaseId', '=', purchaseId)
    .orderBy('downloadGrant.id')
    .execute();

/** The order's ids at the payment provider, oldest first. */
export const listProviderIds = (db: DatabaseOrTx, purchaseId: number) =>
  db
    .selectFrom('paymentAttempt')
    .select(['providerOrderId', 'captureId'])
    .where('purchaseId', '=', purchaseId)
    .where('providerOrderId', 'is not', null)
    .orderBy('id')
    .execute();

/** The numbers of the order that this one upgrades, and of those that upgrade it. */
export const listUpgradeNumbers = (db: DatabaseOrTx, id: number, upgradeOf: number | null) =>
  db
    .selectFrom('purchase')
    .select(['id', 'number', 'state'])
    .where((eb) => eb.or([eb('id', '=', upgradeOf ?? 0), eb('upgradeOf', '=', id)]))
    .orderBy('id')
    .limit(50)
    .execute();
