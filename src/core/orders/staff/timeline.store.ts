import type { DatabaseOrTx } from '../purchase.store.ts';

/** How many of the newest entries of each kind are shown. */
const maxEntriesOfKind = 1000;

export const listEvents = (db: DatabaseOrTx, purchaseId: number) =>
  db
    .selectFrom('orderEvent')
    .select(['occurredAt', 'kind', 'detail'])
    .where('purchaseId', '=', purchaseId)
    .orderBy('id', 'desc')
    .limit(maxEntriesOfKind)
    .execute();

export const listCalls = (db: DatabaseOrTx, purchaseId: number) =>
  db
    .selectFrom('providerCall')
    .select(['direction', 'what', 'status', 'startedAt', 'endedAt', 'providerId', 'requestId'])
    .select(['facts', 'times'])
    .where('purchaseId', '=', purchaseId)
    .orderBy('id', 'desc')
    .limit(maxEntriesOfKind)
    .execute();

export const listEmails = (db: DatabaseOrTx, purchaseId: number) =>
  db
    .selectFrom('outboxEmail')
    .select(['id', 'subject', 'recipient', 'state', 'queuedAt', 'sentAt', 'lastError'])
    .where('purchaseId', '=', purchaseId)
    .orderBy('id', 'desc')
    .limit(maxEntriesOfKind)
    .execute();

export const listDownloads = (db: DatabaseOrTx, purchaseId: number) =>
  db
    .selectFrom('download')
    .innerJoin('downloadGrant', 'downloadGrant.id', 'download.grantId')
    .leftJoin('seat', 'seat.id', 'downloadGrant.seatId')
    .leftJoin('editionFile', 'editionFile.id', 'downloadGrant.editionFileId')
    .select(['downloadedAt', 'arrivedAt', 'downloadGrant.kind', 'editionNumber'])
    .select(['seat.email as reader', 'editionFile.title as fileTitle'])
    .where('downloadGrant.purchaseId', '=', purchaseId)
    .orderBy('download.id', 'desc')
    .limit(maxEntriesOfKind)
    .execute();

/** Lists what staff and programs did to the order with this number. */
export const listAuditEntries = (db: DatabaseOrTx, number: string) =>
  db
    .selectFrom('auditEntry')
    .select(['at', 'actorName', 'verb', 'refusal'])
    .where('thingKind', '=', 'order')
    .where('thingId', '=', number)
    .where('outcome', '!=', 'proof-asked')
    .orderBy('id', 'desc')
    .limit(maxEntriesOfKind)
    .execute();

export const findEmailOfOrder = (db: DatabaseOrTx, purchaseId: number, id: number) =>
  db
    .selectFrom('outboxEmail')
    .select(['recipient', 'subject', 'body', 'messageId'])
    .where('purchaseId', '=', purchaseId)
    .where('id', '=', id)
    .executeTakeFirst();
