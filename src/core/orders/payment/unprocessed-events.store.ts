import { sql } from 'kysely';
import type { DatabaseOrTx } from '../purchase.store.ts';

/** An order, and when the first webhook about it arrived that is not processed. */
type WaitingOrder = { readonly purchaseId: number; readonly since: Date };

/**
 * Orders with a webhook from before a time that is not processed: one about their payment at the
 * provider, their capture, or their own id or that of a refund, as findAttemptOfPayment reads them.
 */
export async function listOrdersOfUnprocessedEvents(
  db: DatabaseOrTx,
  receivedBefore: Date,
  limit: number,
): Promise<readonly WaitingOrder[]> {
  const { rows } = await sql<WaitingOrder>`
    with event as (
      select webhook_event.id, received_at, provider_order_id, payment.capture_id, custom_id
      from webhook_event left join webhook_payment payment on payment.event_id = webhook_event.id
      where processed_at is null and received_at < ${receivedBefore}
    ),
    named as (
      select purchase_id, received_at from event
      join payment_attempt attempt on attempt.provider_order_id = event.provider_order_id
      union all
      select purchase_id, received_at from event
      join payment_attempt attempt on attempt.capture_id = event.capture_id
      union all
      select purchase_id, received_at from event
      join payment_attempt attempt on attempt.other_capture_id = event.capture_id
      union all
      select purchase.id, received_at from event
      join purchase on payment_key = right(custom_id, 16)
      union all
      select purchase.id, received_at from event
      join purchase on payment_key is null
        and purchase.id = case when custom_id ~ '^[0-9]{1,9}$' then custom_id::int end
      union all
      select purchase_id, received_at from event join refund on request_id = custom_id
    )
    select purchase_id as "purchaseId", min(received_at) as since from named
    group by purchase_id order by since limit ${limit}`.execute(db);
  return rows;
}
