-- A failed email that nobody has to do anything about any more: staff said so, or the order has
-- another address and got what it said there.
alter table outbox_email add column settled_at timestamptz;
drop index outbox_email_failed_idx;
drop index outbox_email_failed_purchase_idx;
create index outbox_email_failed_idx on outbox_email (queued_at)
  where state = 'failed' and settled_at is null;
create index outbox_email_failed_purchase_idx on outbox_email (purchase_id)
  where state = 'failed' and settled_at is null;
