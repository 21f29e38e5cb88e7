import type { Customer } from '#core/accounts/model.ts';
import { licenceNames, type Licence } from '#core/catalogue/licence.model.ts';
import { ok, fail, type Outcome } from '#core/kernel/outcome.model.ts';
import { queueEmail } from '#core/kernel/outbox.ts';
import type { Database, Tx, Deps } from '#core/deps.ts';
import type { OrderDeps } from '../deps.ts';
import { hashBrowserSecret } from '../checkout/place-order.ts';
import { isUsable } from './download-grants.ts';
import { receiptEmail } from '../emails.ts';
import { isOwner } from '../views/library.ts';
import { statesWithAccess, type OrderState } from '../model.ts';
import type { Stamp } from '../documents/invoice.model.ts';
import { listDocuments } from '../documents/invoices.ts';
import { recordEvent, getPurchase, type Purchase } from '../purchase.store.ts';

/** How a request proves that it is the buyer's: the ordering browser, the account, or the signed link of a letter. */
export type AccessProof = {
  readonly browser: string | undefined;
  readonly customer?: Customer | undefined;
  readonly expires?: string | undefined;
  readonly signature?: string | undefined;
};

/** A download from its first byte, the rest of one that was cut, or only a look at its head. */
export type DownloadMode = 'whole' | 'rest' | 'look';

export type DownloadFile = {
  readonly fileKey: string;
  readonly fileName: string;
  readonly type: string;
  readonly bytes: number;
};

const fileTypes = {
  pdf: ['application/pdf', 'pdf'],
  workbook: ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'xlsx'],
} as const;

const getSignatureText = (token: string, expires: string): string => `download ${token} ${expires}`;

/** The path of a download that works from any browser until the grant ends. */
export function createDownloadPath(deps: Deps, grant: { token: string; expiresAt: Date }): string {
  const expires = String(Math.floor(grant.expiresAt.getTime() / 1000));
  return `/download/${grant.token}?expires=${expires}&signature=${deps.signer.sign(getSignatureText(grant.token, expires))}`;
}

/** True for the browser that ordered and for the customer whose order it is. */
export const isBuyer = (
  order: Purchase,
  { browser, customer }: Pick<AccessProof, 'browser' | 'customer'>,
): boolean =>
  (browser !== undefined && hashBrowserSecret(browser) === order.buyerSecretHash) ||
  (customer !== undefined && isOwner(customer, order));

/** A link as letters and a seat's page bring it; `works` until it has ended or was used up. */
export type DownloadLink = {
  readonly label: string;
  readonly url: string;
  readonly isUsable: boolean;
};

/** Links of a buyer's (or a seat's) grants. */
export async function listDownloadLinks(
  deps: Deps,
  purchaseId: number,
  seatId: number | null,
  db: Database | Tx = deps.db,
): Promise<DownloadLink[]> {
  const grants = await db
    .selectFrom('downloadGrant')
    .selectAll()
    .where('purchaseId', '=', purchaseId)
    .where('seatId', seatId === null ? 'is' : '=', seatId)
    .orderBy('kind')
    .execute();
  return grants.map((one) => ({
    label: one.kind === 'pdf' ? 'Report (PDF)' : 'Data workbook (Excel)',
    url: deps.origin + createDownloadPath(deps, one),
    isUsable: isUsable(one, deps.clock()),
  }));
}

/**
 * The file of a grant, for its buyer: his own stamped copy of the newest edition. 404 for anybody else, whatever was wrong; 403 with a sentence
 * where the buyer's own grant has ended or was used up. The rest of a download is free for a day to who began it; else it counts as one.
 */
export async function openDownload(
  deps: Deps,
  { catalogue }: OrderDeps,
  token: string,
  proof: AccessProof,
  mode: DownloadMode,
  clientIp: string,
): Promise<Outcome<DownloadFile>> {
  const notFound = fail('not-found', 'There is no such download.');
  if (!/^[0-9a-f]{32}$/.test(token)) return notFound;
  const grant = await deps.db
    .selectFrom('downloadGrant')
    .selectAll()
    .where('token', '=', token)
    .executeTakeFirst();
  if (!grant) return notFound;
  const order = await getPurchase(deps.db, grant.purchaseId);
  const isSignedLink =
    proof.expires !== undefined &&
    proof.signature !== undefined &&
    deps.signer.isValid(getSignatureText(token, proof.expires), proof.signature);
  if (!isSignedLink && (grant.seatId !== null || !isBuyer(order, proof))) return notFound;
  if (!statesWithAccess.includes(order.state as OrderState) || grant.isSuspended)
    return fail(
      'forbidden',
      'This download has been closed. Please write to us, with the order number.',
    );
  const seat =
    grant.seatId === null
      ? undefined
      : await deps.db
          .selectFrom('seat')
          .select('token')
          .where('id', '=', grant.seatId)
          .executeTakeFirst();
  const renewUrl = `${deps.origin}${seat ? `/seat/${seat.token}` : '/renew-download'}`;
  // The time in the link has to be the grant's: a link from before a renewal has ended.
  const isExpired =
    grant.expiresAt < deps.clock() ||
    (isSignedLink && Number(proof.expires) !== Math.floor(grant.expiresAt.getTime() / 1000));
  if (isExpired) return fail('forbidden', `This download link has ended. New ones: ${renewUrl}`);
  const kind = grant.kind === 'pdf' ? 'pdf' : 'workbook';
  const { fileKey, bytes } = await catalogue.ensureBuyerCopy(
    order.reportId,
    kind,
    grant.token,
    await getStamp(deps, order, grant.seatId),
  );
  const isCounted =
    mode === 'whole' || (mode === 'rest' && !(await hasRecentDownload(deps, grant.id, clientIp)));
  if (isCounted && !(await countDownload(deps, grant.id, clientIp)))
    return fail(
      'forbidden',
      `This file has been downloaded ${grant.maxDownloads} times, which is all that it allows. New ones: ${renewUrl}`,
    );
  return ok({
    fileKey,
    fileName: `${order.reportCode}.${fileTypes[kind][1]}`,
    type: fileTypes[kind][0],
    bytes,
  });
}

async function getStamp(deps: Deps, order: Purchase, seatId: number | null): Promise<Stamp> {
  const seat =
    seatId === null
      ? undefined
      : await deps.db.selectFrom('seat').select('name').where('id', '=', seatId).executeTakeFirst();
  return {
    buyer: seat?.name ?? order.name,
    company: order.companyName,
    licence: licenceNames[order.licence as Licence],
    order: String(order.number),
    date: (order.paidAt ?? order.placedAt).toISOString().slice(0, 10),
  };
}

/** True where the same address began a download of the grant within a day. */
async function hasRecentDownload(deps: Deps, grantId: number, clientIp: string): Promise<boolean> {
  const since = new Date(deps.clock().getTime() - 86_400_000);
  return (
    (await deps.db
      .selectFrom('download')
      .select('id')
      .where('grantId', '=', grantId)
      .where('clientIp', '=', clientIp)
      .where('downloadedAt', '>', since)
      .limit(1)
      .executeTakeFirst()) !== undefined
  );
}

async function countDownload(deps: Deps, grantId: number, clientIp: string): Promise<boolean> {
  return deps.db.transaction().execute(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('downloadGrant')
      .set((eb) => ({ downloadCount: eb('downloadCount', '+', 1) }))
      .where('id', '=', grantId)
      .whereRef('downloadCount', '<', 'maxDownloads')
      .executeTakeFirst();
    if (numUpdatedRows !== 1n) return false;
    await tx
      .insertInto('download')
      .values({ grantId, downloadedAt: deps.clock(), clientIp })
      .execute();
    return true;
  });
}

/** True for an order whose files are the buyer's and were not sent yet: paid, or given back in part before they were. */
const isUndelivered = (order: Pick<Purchase, 'state' | 'fulfilledAt'>): boolean =>
  statesWithAccess.includes(order.state as OrderState) && order.fulfilledAt === null;

/** The job after `paid`: the buyer's copies are printed and his letter waits to be sent; the order is fulfilled. Repeating it sends nothing new. */
export async function deliverOrder(
  deps: Deps,
  orderDeps: OrderDeps,
  purchaseId: number,
): Promise<void> {
  const order = await getPurchase(deps.db, purchaseId);
  if (!isUndelivered(order)) return;
  const stamp = await getStamp(deps, order, null);
  for (const { kind, token } of await deps.db
    .selectFrom('downloadGrant')
    .select(['kind', 'token'])
    .where('purchaseId', '=', purchaseId)
    .where('seatId', 'is', null)
    .execute()) {
    await orderDeps.catalogue.ensureBuyerCopy(
      order.reportId,
      kind === 'pdf' ? 'pdf' : 'workbook',
      token,
      stamp,
    );
  }
  const baseOrderNumber =
    order.upgradeOf === null
      ? undefined
      : String((await getPurchase(deps.db, order.upgradeOf)).number);
  const papers = (await listDocuments(deps, [purchaseId])).get(purchaseId) ?? [];
  const email = receiptEmail(
    order,
    await listDownloadLinks(deps, purchaseId, null),
    papers,
    (await orderDeps.getPublisher()).siteName,
    deps.origin,
    baseOrderNumber,
  );
  await deps.db.transaction().execute(async (tx) => {
    const now = deps.clock();
    const current = await tx
      .selectFrom('purchase')
      .select(['state', 'fulfilledAt'])
      .where('id', '=', purchaseId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (!isUndelivered(current)) return;
    await tx
      .updateTable('purchase')
      .set({ fulfilledAt: now, ...(current.state === 'paid' ? { state: 'fulfilled' } : {}) })
      .where('id', '=', purchaseId)
      .execute();
    await recordEvent(tx, purchaseId, now, 'fulfilled');
    await queueEmail(deps, tx, email);
  });
}
