/** People in what was written down about orders: their events and the emails about them. */
import { sql } from 'kysely';
import type { Tx } from '#core/deps.ts';
import { withdrawn } from '#core/kernel/claim.ts';
import { erasedRecipient } from '#core/kernel/erased-person.store.ts';

/** Addresses in the history of orders, also of those that were moved to somebody else. */
export async function eraseEventDetails(
  tx: Tx,
  purchaseIds: readonly number[],
  addresses: readonly string[],
): Promise<void> {
  await tx
    .updateTable('orderEvent')
    .set({ detail: sql`(detail - 'previousEmail') #- '{providerOrder,payer}'` })
    .where((eb) =>
      eb.or([
        eb(sql<string>`lower(detail ->> 'previousEmail')`, 'in', addresses),
        ...(purchaseIds.length > 0 ? [eb('purchaseId', 'in', purchaseIds)] : []),
      ]),
    )
    .execute();
}

/** The addresses that the orders had before staff changed them, in lower case. */
export async function listFormerAddresses(
  tx: Tx,
  purchaseIds: readonly number[],
): Promise<string[]> {
  if (purchaseIds.length === 0) return [];
  const rows = await tx
    .selectFrom('orderEvent')
    .select(sql<string>`lower(detail ->> 'previousEmail')`.as('address'))
    .where('purchaseId', 'in', purchaseIds)
    .where(sql`detail ->> 'previousEmail'`, 'is not', null)
    .execute();
  return rows.map(({ address }) => address);
}

/**
 * Emails about the orders to others, such as colleagues: they name the buyer. Those to the orders'
 * former addresses lose the address too. Their number.
 */
export async function eraseEmailsAboutOrders(
  tx: Tx,
  purchaseIds: readonly number[],
  formerAddresses: readonly string[],
): Promise<number> {
  if (purchaseIds.length === 0) return 0;
  const isFormer = sql<boolean>`lower(recipient) = any(${formerAddresses})`;
  const { numUpdatedRows } = await tx
    .updateTable('outboxEmail')
    .set({
      recipient: sql<string>`case when ${isFormer} then ${erasedRecipient} else recipient end`,
      subject: '',
      body: { html: '', text: '' },
      mailbox: null,
      lastError: null,
      state: sql<'failed' | 'sent'>`case state when 'sent' then 'sent' else 'failed' end`,
      ...withdrawn,
    })
    .where('purchaseId', 'in', purchaseIds)
    .where((eb) => eb.or([eb('subject', '!=', ''), isFormer]))
    .executeTakeFirst();
  return Number(numUpdatedRows);
}
