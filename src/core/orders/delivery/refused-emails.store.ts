import { sql } from 'kysely';
import type { Tx } from '#core/deps.ts';
import { offered } from '#core/kernel/claim.ts';
import type { DatabaseOrTx } from '../purchase.store.ts';

/** Failed emails about orders that nobody has settled. */
const selectFailed = (db: DatabaseOrTx) =>
  db
    .selectFrom('outboxEmail')
    .where('outboxEmail.state', '=', 'failed')
    .where('outboxEmail.settledAt', 'is', null)
    .where('outboxEmail.purchaseId', 'is not', null)
    // Whoever got a later email about the order has an address that works.
    .where(
      sql<boolean>`not exists (select from outbox_email later
        where later.purchase_id = outbox_email.purchase_id and later.id > outbox_email.id
          and later.state = 'sent' and lower(later.recipient) = lower(outbox_email.recipient))`,
    );

/** An email to the order's buyer, or to a colleague with a seat; not to an address of before. */
const isToReader = sql<boolean>`exists (select from purchase
  where purchase.id = outbox_email.purchase_id and (
    lower(purchase.email) = lower(outbox_email.recipient)
    or exists (select from seat where seat.purchase_id = purchase.id and seat.revoked_at is null
      and lower(seat.email) = lower(outbox_email.recipient))))`;

/** Orders by id with emails that did not arrive and are not tried again, and since when. */
export const listOrdersWithFailedEmails = (db: DatabaseOrTx, limit: number) =>
  selectFailed(db)
    .select('purchaseId')
    .select((eb) => eb.fn.min(eb.fn.coalesce('triedAt', 'queuedAt')).as('since'))
    .where(isToReader)
    .groupBy('purchaseId')
    .orderBy('purchaseId')
    .limit(limit)
    .$narrowType<{ purchaseId: number }>()
    .execute();

/** Addresses of an order's readers that a mail server refused for good, in lower case. */
export async function listRefusedAddresses(
  db: DatabaseOrTx,
  purchaseId: number,
): Promise<readonly string[]> {
  const rows = await selectFailed(db)
    .select((eb) => eb.fn<string>('lower', ['recipient']).as('address'))
    .distinct()
    .where('purchaseId', '=', purchaseId)
    .where('trouble', '=', 'address')
    .where(isToReader)
    .execute();
  return rows.map(({ address }) => address);
}

/** Returns the outcome of the newest email about an order to an address. */
export async function findNewestEmailState(
  db: DatabaseOrTx,
  purchaseId: number,
  address: string,
): Promise<'queued' | 'sent' | 'failed' | undefined> {
  const newest = await db
    .selectFrom('outboxEmail')
    .select('state')
    .where('purchaseId', '=', purchaseId)
    .where(sql<boolean>`lower(recipient) = lower(${address})`)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return newest?.state;
}

/**
 * In `tx`: emails about the order that failed for its address of before are settled. Those without
 * download links, which have changed since, go to the new address: their ids.
 */
export async function readdressFailedEmails(
  tx: Tx,
  purchaseId: number,
  { from, to, now }: { readonly from: string; readonly to: string; readonly now: Date },
): Promise<readonly number[]> {
  const failed = tx
    .updateTable('outboxEmail')
    .where('purchaseId', '=', purchaseId)
    .where('state', '=', 'failed')
    .where('settledAt', 'is', null)
    .where(sql<boolean>`lower(recipient) = lower(${from})`);
  const again = await failed
    .set({
      recipient: to,
      state: 'queued',
      trouble: null,
      lastError: null,
      attemptCount: 0,
      unclearCount: 0,
      ...offered(now),
    })
    .where(sql<boolean>`body ->> 'text' not like '%/download/%'`)
    .returning('id')
    .execute();
  await failed.set({ settledAt: now }).execute();
  return again.map(({ id }) => id);
}
