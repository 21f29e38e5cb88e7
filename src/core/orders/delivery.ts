import type { Customer } from '../accounts/model.ts';
import { done, refuse, type Outcome } from '../kernel/outcome.ts';
import type { World } from '../world.ts';
import { post } from '../kernel/post.ts';
import { browserHash, type Asked } from './checkout.ts';
import { receipt } from './letters.ts';
import { delivered, type OrderState } from './model.ts';
import { owns } from './library.ts';
import { move, note, purchaseOf, type Purchase } from './store.ts';

/** How a request proves that it is the buyer's: the ordering browser, or the signed link of the letter. */
export type Proof = { readonly browser: string | undefined; readonly customer?: Customer | undefined; readonly expires?: string | undefined; readonly signature?: string | undefined };

export type Opened = { readonly fileKey: string; readonly fileName: string; readonly type: string; readonly bytes: number };

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

/**
 * The file of a grant, for its buyer. 404 for anybody else, whatever was wrong; 403 with a sentence where the
 * buyer's own grant has ended or was used up. `counts` is false for HEAD and for the continuation of a download.
 */
export async function openDownload(world: World, { catalogue }: Asked, token: string, proof: Proof, counts: boolean, address: string): Promise<Outcome<Opened>> {
  const none = refuse(404, 'There is no such download.');
  if (!/^[0-9a-f]{32}$/.test(token)) return none;
  const grant = await world.db.selectFrom('deliveryGrant').selectAll().where('token', '=', token).executeTakeFirst();
  if (!grant) return none;
  const order = await purchaseOf(world.db, grant.purchaseId);
  if (!mayOpen(world, token, order, proof)) return none;
  if (!delivered.includes(order.state as OrderState) || grant.suspended) return refuse(403, 'This download has been closed. Please write to us, with the order number.');
  if (grant.expiresAt < world.clock()) return refuse(403, 'This download link has ended after 30 days. Please write to us, and we renew it.');
  if (counts && !(await count(world, grant.id, address))) return refuse(403, `This file has been downloaded ${grant.allowed} times, which is all this link allows. Please write to us, and we renew it.`);
  const edition = await catalogue.madeEdition(order.reportId);
  const kind = grant.kind === 'pdf' ? 'pdf' : 'workbook';
  const fileKey = kind === 'pdf' ? edition.pdfKey : edition.workbookKey;
  const bytes = await world.files.size(fileKey);
  if (bytes === undefined) throw new Error(`The file ${fileKey} of an edition is missing`);
  return done({ fileKey, fileName: `${order.reportCode}.${types[kind][1]}`, type: types[kind][0], bytes });
}

function mayOpen(world: World, token: string, order: Purchase, proof: Proof): boolean {
  if (proof.browser !== undefined && browserHash(proof.browser) === order.browser) return true;
  if (proof.customer && owns(proof.customer, order)) return true;
  const { expires, signature } = proof;
  return expires !== undefined && signature !== undefined && world.sign.check(signed(token, expires), signature);
}

async function count(world: World, grantId: number, address: string): Promise<boolean> {
  return world.db.transaction().execute(async (tx) => {
    const { numUpdatedRows } = await tx.updateTable('deliveryGrant').set((eb) => ({ downloads: eb('downloads', '+', 1) }))
      .where('id', '=', grantId).whereRef('downloads', '<', 'allowed').executeTakeFirst();
    if (numUpdatedRows !== 1n) return false;
    await tx.insertInto('download').values({ grantId, at: world.clock(), address }).execute();
    return true;
  });
}

/** The job after `paid`: the edition is printed and the buyer his letter waits to be sent; the order is fulfilled. Repeating it sends nothing new. */
export async function deliver(world: World, asked: Asked, purchaseId: number): Promise<void> {
  const order = await purchaseOf(world.db, purchaseId);
  if (order.state !== 'paid') return;
  await asked.catalogue.madeEdition(order.reportId);
  const grants = await world.db.selectFrom('deliveryGrant').selectAll().where('purchaseId', '=', purchaseId).orderBy('kind').execute();
  const links = grants.map((grant) => ({ label: grant.kind === 'pdf' ? 'Report (PDF)' : 'Data workbook (Excel)', url: world.origin + signedPath(world, grant) }));
  const letter = receipt(order, links, await asked.siteName(), world.origin);
  await world.db.transaction().execute(async (tx) => {
    const now = world.clock();
    if (!(await move(tx, purchaseId, 'paid', 'fulfilled', { fulfilledAt: now }))) return;
    await note(tx, purchaseId, now, 'fulfilled');
    await post(world, tx, letter);
  });
}
