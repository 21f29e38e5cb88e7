import type { Customer } from '../accounts/model.ts';
import { licenceNames, type Licence } from '../catalogue/licence.model.ts';
import { done, refuse, type Outcome } from '../kernel/outcome.ts';
import { post } from '../kernel/post.ts';
import type { Database, Tx, World } from '../world.ts';
import type { Asked } from './asked.ts';
import { browserHash } from './checkout.ts';
import { works } from './grants.ts';
import { receipt } from './letters.ts';
import { owns } from './library.ts';
import { delivered, type OrderState } from './model.ts';
import type { Stamp } from './papers.model.ts';
import { papersOf } from './papers.ts';
import { note, purchaseOf, type Purchase } from './store.ts';

/** How a request proves that it is the buyer's: the ordering browser, the account, or the signed link of a letter. */
export type Proof = {
  readonly browser: string | undefined;
  readonly customer?: Customer | undefined;
  readonly expires?: string | undefined;
  readonly signature?: string | undefined;
};

/** A download from its first byte, the rest of one that was cut, or only a look at its head. */
export type Asking = 'whole' | 'rest' | 'look';

export type Opened = {
  readonly fileKey: string;
  readonly fileName: string;
  readonly type: string;
  readonly bytes: number;
};

const types = {
  pdf: ['application/pdf', 'pdf'],
  workbook: ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'xlsx'],
} as const;

const signed = (token: string, expires: string): string => `download ${token} ${expires}`;

/** The path of a download that works from any browser until the grant ends. */
export function signedPath(world: World, grant: { token: string; expiresAt: Date }): string {
  const expires = String(Math.floor(grant.expiresAt.getTime() / 1000));
  return `/download/${grant.token}?expires=${expires}&signature=${world.sign.make(signed(grant.token, expires))}`;
}

/** True for the browser that ordered and for the customer whose order it is. */
export const isBuyers = (
  order: Purchase,
  { browser, customer }: Pick<Proof, 'browser' | 'customer'>,
): boolean =>
  (browser !== undefined && browserHash(browser) === order.browser) ||
  (customer !== undefined && owns(customer, order));

/** A link as letters and a seat's page bring it; `works` until it has ended or was used up. */
export type Link = { readonly label: string; readonly url: string; readonly works: boolean };

/** Links of a buyer's (or a seat's) grants. */
export async function linksOf(
  world: World,
  purchaseId: number,
  seatId: number | null,
  db: Database | Tx = world.db,
): Promise<Link[]> {
  const grants = await db
    .selectFrom('deliveryGrant')
    .selectAll()
    .where('purchaseId', '=', purchaseId)
    .where('seatId', seatId === null ? 'is' : '=', seatId)
    .orderBy('kind')
    .execute();
  return grants.map((one) => ({
    label: one.kind === 'pdf' ? 'Report (PDF)' : 'Data workbook (Excel)',
    url: world.origin + signedPath(world, one),
    works: works(one, world.clock()),
  }));
}

/**
 * The file of a grant, for its buyer: his own stamped copy of the newest edition. 404 for anybody else, whatever was wrong; 403 with a sentence
 * where the buyer's own grant has ended or was used up. The rest of a download is free for a day to who began it; else it counts as one.
 */
export async function openDownload(
  world: World,
  { catalogue }: Asked,
  token: string,
  proof: Proof,
  asking: Asking,
  address: string,
): Promise<Outcome<Opened>> {
  const none = refuse(404, 'There is no such download.');
  if (!/^[0-9a-f]{32}$/.test(token)) return none;
  const grant = await world.db
    .selectFrom('deliveryGrant')
    .selectAll()
    .where('token', '=', token)
    .executeTakeFirst();
  if (!grant) return none;
  const order = await purchaseOf(world.db, grant.purchaseId);
  const byLink =
    proof.expires !== undefined &&
    proof.signature !== undefined &&
    world.sign.check(signed(token, proof.expires), proof.signature);
  if (!byLink && (grant.seatId !== null || !isBuyers(order, proof))) return none;
  if (!delivered.includes(order.state as OrderState) || grant.suspended)
    return refuse(403, 'This download has been closed. Please write to us, with the order number.');
  const seat =
    grant.seatId === null
      ? undefined
      : await world.db
          .selectFrom('seat')
          .select('token')
          .where('id', '=', grant.seatId)
          .executeTakeFirst();
  const how = `${world.origin}${seat ? `/seat/${seat.token}` : '/renew-download'}`;
  // The time in the link has to be the grant's: a link from before a renewal has ended.
  const ended =
    grant.expiresAt < world.clock() ||
    (byLink && Number(proof.expires) !== Math.floor(grant.expiresAt.getTime() / 1000));
  if (ended) return refuse(403, `This download link has ended. New ones: ${how}`);
  const kind = grant.kind === 'pdf' ? 'pdf' : 'workbook';
  const { fileKey, bytes } = await catalogue.copy(
    order.reportId,
    kind,
    grant.token,
    await stampOf(world, order, grant.seatId),
  );
  const counts =
    asking === 'whole' || (asking === 'rest' && !(await begun(world, grant.id, address)));
  if (counts && !(await count(world, grant.id, address)))
    return refuse(
      403,
      `This file has been downloaded ${grant.allowed} times, which is all that it allows. New ones: ${how}`,
    );
  return done({
    fileKey,
    fileName: `${order.reportCode}.${types[kind][1]}`,
    type: types[kind][0],
    bytes,
  });
}

async function stampOf(world: World, order: Purchase, seatId: number | null): Promise<Stamp> {
  const seat =
    seatId === null
      ? undefined
      : await world.db
          .selectFrom('seat')
          .select('name')
          .where('id', '=', seatId)
          .executeTakeFirst();
  return {
    buyer: seat?.name ?? order.name,
    company: order.companyName,
    licence: licenceNames[order.licence as Licence],
    order: String(order.number),
    date: (order.paidAt ?? order.placedAt).toISOString().slice(0, 10),
  };
}

/** True where the same address began a download of the grant within a day. */
async function begun(world: World, grantId: number, address: string): Promise<boolean> {
  const since = new Date(world.clock().getTime() - 86_400_000);
  return (
    (await world.db
      .selectFrom('download')
      .select('id')
      .where('grantId', '=', grantId)
      .where('address', '=', address)
      .where('at', '>', since)
      .limit(1)
      .executeTakeFirst()) !== undefined
  );
}

async function count(world: World, grantId: number, address: string): Promise<boolean> {
  return world.db.transaction().execute(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('deliveryGrant')
      .set((eb) => ({ downloads: eb('downloads', '+', 1) }))
      .where('id', '=', grantId)
      .whereRef('downloads', '<', 'allowed')
      .executeTakeFirst();
    if (numUpdatedRows !== 1n) return false;
    await tx.insertInto('download').values({ grantId, at: world.clock(), address }).execute();
    return true;
  });
}

/** True for an order whose files are the buyer's and were not sent yet: paid, or given back in part before they were. */
const undelivered = (order: Pick<Purchase, 'state' | 'fulfilledAt'>): boolean =>
  delivered.includes(order.state as OrderState) && order.fulfilledAt === null;

/** The job after `paid`: the buyer's copies are printed and his letter waits to be sent; the order is fulfilled. Repeating it sends nothing new. */
export async function deliver(world: World, asked: Asked, purchaseId: number): Promise<void> {
  const order = await purchaseOf(world.db, purchaseId);
  if (!undelivered(order)) return;
  const stamp = await stampOf(world, order, null);
  for (const { kind, token } of await world.db
    .selectFrom('deliveryGrant')
    .select(['kind', 'token'])
    .where('purchaseId', '=', purchaseId)
    .where('seatId', 'is', null)
    .execute()) {
    await asked.catalogue.copy(order.reportId, kind === 'pdf' ? 'pdf' : 'workbook', token, stamp);
  }
  const enlarged =
    order.upgradeOf === null
      ? undefined
      : String((await purchaseOf(world.db, order.upgradeOf)).number);
  const papers = (await papersOf(world, [purchaseId])).get(purchaseId) ?? [];
  const letter = receipt(
    order,
    await linksOf(world, purchaseId, null),
    papers,
    (await asked.site()).siteName,
    world.origin,
    enlarged,
  );
  await world.db.transaction().execute(async (tx) => {
    const now = world.clock();
    const still = await tx
      .selectFrom('purchase')
      .select(['state', 'fulfilledAt'])
      .where('id', '=', purchaseId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (!undelivered(still)) return;
    await tx
      .updateTable('purchase')
      .set({ fulfilledAt: now, ...(still.state === 'paid' ? { state: 'fulfilled' } : {}) })
      .where('id', '=', purchaseId)
      .execute();
    await note(tx, purchaseId, now, 'fulfilled');
    await post(world, tx, letter);
  });
}
