-- Emails, recipients of newsletters and webhooks wait as core/kernel/claim.ts says: `due_at` is the
-- end of a wait or of a lease, null where nothing is left to do; `claim_token` is who has the row.
drop index outbox_email_queued_idx;
alter table outbox_email rename column next_attempt_at to due_at;
alter table outbox_email rename column claimed_by to claim_token;
alter table outbox_email
  alter column due_at drop not null,
  add column tries int not null default 0,
  add column same_errors int not null default 0,
  -- The end of the last attempt that failed.
  add column tried_at timestamptz;
update outbox_email set
  tried_at = case when attempt_count > 0 then due_at end,
  due_at = case when state = 'queued' then greatest(due_at, claimed_until) end,
  claim_token = case when state = 'queued' and claimed_until is not null
    then coalesce(claim_token, 'unknown') end;
alter table outbox_email drop column claimed_until;
create index outbox_email_due on outbox_email (due_at) where due_at is not null;
create index outbox_email_claimed on outbox_email (due_at) where claim_token is not null;

drop index newsletter_recipient_open_idx;
alter table newsletter_recipient rename column next_attempt_at to due_at;
alter table newsletter_recipient rename column claimed_by to claim_token;
alter table newsletter_recipient
  alter column due_at drop not null,
  add column tries int not null default 0,
  add column last_error text,
  add column same_errors int not null default 0,
  drop constraint newsletter_recipient_state_check;
update newsletter_recipient set
  due_at = case when state in ('queued', 'claimed') then greatest(due_at, claimed_until) end,
  claim_token = case when state = 'claimed' then coalesce(claim_token, 'unknown') end,
  state = case when state = 'claimed' then 'queued' else state end;
-- unclear: the mail server was asked twice, and its answers were lost. skipped: unsubscribed or
-- erased meanwhile.
alter table newsletter_recipient
  add constraint newsletter_recipient_state_check
    check (state in ('queued', 'sent', 'bounced', 'failed', 'skipped', 'unclear')),
  drop column claimed_until;
create index newsletter_recipient_due on newsletter_recipient (issue_id, due_at)
  where due_at is not null;

drop index webhook_delivery_queued_idx;
alter table webhook_delivery rename column next_attempt_at to due_at;
alter table webhook_delivery
  alter column due_at drop not null,
  add column claim_token text,
  add column tries int not null default 0,
  add column last_error text,
  add column same_errors int not null default 0;
update webhook_delivery set
  due_at = case when state = 'queued' then greatest(due_at, claimed_until) end,
  claim_token = case when state = 'queued' and claimed_until is not null then 'unknown' end;
alter table webhook_delivery drop column claimed_until;
create index webhook_delivery_due on webhook_delivery (due_at) where due_at is not null;
