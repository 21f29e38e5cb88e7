-- Emails that anybody can cause, by typing an address, are counted by mailbox; what is beyond the
-- limit is held. Null for emails that always go.
alter table outbox_email add column mailbox text;
alter table outbox_email add column held_until timestamptz;
create index outbox_email_mailbox_idx on outbox_email (mailbox, coalesce(held_until, queued_at))
  where mailbox is not null;
